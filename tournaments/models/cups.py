"""Cups: brackets that are played over weeks, each round until a day."""

import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Club
from tournaments.models.events import Event
from tournaments.models.leagues import League, LeagueSeason

DAY_ENDS: Final = datetime.time(23, 59)


def day_end(club: Club, day: datetime.date) -> datetime.datetime:
    """Return the end of a day in the club's zone."""
    return datetime.datetime.combine(day, DAY_ENDS, ZoneInfo(club.time_zone))


class Cup(models.Model):
    """An event whose brackets are played at dates of their own, each round until its deadline.

    `first_on` and `every_days` are the plan by which drawn rounds get their deadlines; the director
    moves those of rounds and of single matches. Who learns late whom they play has `least_days`.
    """

    class Late(models.TextChoices):
        """What becomes of a match that was not played by its deadline."""

        WAITS = "waits", _("the director decides each")
        OUT = "out", _("neither of the two goes on")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="cup")
    first_on = models.DateField(_("last day of the first round"))
    every_days = models.PositiveSmallIntegerField(
        _("days for each further round"),
        default=14,
        validators=[MinValueValidator(1), MaxValueValidator(365)],
    )
    least_days = models.PositiveSmallIntegerField(
        _("days at least, once both players are known"),
        default=7,
        validators=[MaxValueValidator(60)],
        help_text=_("0: the day of the round holds, however late they learn whom they play."),
    )
    late = models.CharField(
        _("not played by the deadline"), max_length=10, choices=Late.choices, default=Late.WAITS
    )
    confirm_days = models.PositiveSmallIntegerField(
        _("days until a report confirms itself"),
        default=3,
        validators=[MaxValueValidator(60)],
        help_text=_("0: it never does."),
    )
    boards = models.CharField(
        _("on the board"),
        max_length=10,
        choices=League.Boards.choices,
        default=League.Boards.ALLOWED,
    )

    class Meta:
        verbose_name = _("cup")
        verbose_name_plural = _("cups")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.event.title

    def planned(self, depth: int) -> datetime.datetime:
        """Return by when a round is to be played that is so many steps into the bracket, from 1."""
        later = datetime.timedelta(days=(depth - 1) * self.every_days)
        return day_end(self.event.club, self.first_on + later)


Dated = LeagueSeason | Cup
"""An event whose matches are played at dates of their own, with what holds for these dates."""
