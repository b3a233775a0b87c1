"""Projections of many games: what pages read, written anew whenever games change."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player, Season


class LeaderboardRow(models.Model):
    """A player's totals in one season of a club; without a season, of all time.

    `by_points` and `by_average` number the rows of a leaderboard 1, 2, 3 ..., so that a page is a
    range of an index.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leaderboard")
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, null=True, blank=True, related_name="leaderboard"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="leaderboard")
    points = models.BigIntegerField(_("points"), help_text=_("In hundredths of a point."))
    average = models.BigIntegerField(_("points per game"), help_text=_("In hundredths of a point."))
    games = models.PositiveIntegerField(_("games"))
    as_box = models.PositiveIntegerField(_("games as box"))
    as_partner = models.PositiveIntegerField(_("games as partner"))
    as_captain = models.PositiveIntegerField(_("games as captain"))
    as_crew = models.PositiveIntegerField(_("games in the crew"))
    place = models.PositiveIntegerField(_("place"))
    place_before = models.PositiveIntegerField(_("place before the last day"), null=True)
    by_points = models.PositiveIntegerField()
    by_average = models.PositiveIntegerField()
    trend = models.JSONField(help_text="Running total after each of the last evenings.")
    last_played_on = models.DateField(_("last played"))

    class Meta:
        verbose_name = _("leaderboard row")
        verbose_name_plural = _("leaderboard rows")
        ordering = ["club", "season", "by_points"]
        # NULL differs from NULL in a unique index: rows of all time have a constraint of their own.
        constraints = [
            models.UniqueConstraint(
                fields=["club", "season", "player"], name="leaderboard_player_in_season"
            ),
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=models.Q(season__isnull=True),
                name="leaderboard_player_of_all_time",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "season", "by_points"], name="leaderboard_by_points"),
            models.Index(fields=["club", "season", "by_average"], name="leaderboard_by_average"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.player}"
