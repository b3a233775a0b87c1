"""Organizers' decisions about the record and their reasons: stored beside the log, never
changed.
"""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly
from games.models.clubs import Club, Player, Season
from games.models.sessions import Session


class Decision(models.Model):
    """Who decided what, when, on what, and the reason they gave.

    It refers to players by their rows, never by name, so that a person can be made anonymous.
    """

    class Kind(models.TextChoices):
        """The kinds of decision."""

        SESSION_VOID = "session_void", _("session declared void")
        SESSION_REINSTATE = "session_reinstate", _("session reinstated")
        SESSION_REFOLD = "session_refold", _("session checked and repaired")
        SESSION_CUT = "session_cut", _("damaged session cut back")
        SESSION_SEASON = "session_season", _("session moved to another season")
        SESSION_CLUB = "session_club", _("session moved to another club")
        GAME_VOID = "game_void", _("game declared void")
        GAME_REINSTATE = "game_reinstate", _("game reinstated")
        GAME_AMEND = "game_amend", _("game amended")
        GAME_MOVE = "game_move", _("game moved to another evening")
        SEASON_CLOSE = "season_close", _("season closed")
        SEASON_REOPEN = "season_reopen", _("season opened again")
        PLAYER_MERGE = "player_merge", _("players merged")
        PLAYER_SEPARATE = "player_separate", _("merge taken back")
        PLAYER_ANONYMISE = "player_anonymise", _("player made anonymous")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="decisions")
    kind = models.CharField(_("decision"), max_length=20, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=500)
    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, null=True, blank=True, related_name="decisions"
    )
    game_number = models.PositiveIntegerField(_("game"), null=True, blank=True)
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="decisions"
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="decisions"
    )
    other_player = models.ForeignKey(
        Player,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="decisions_as_other",
        verbose_name=_("other player"),
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="decisions",
        verbose_name=_("decided by"),
    )
    made_at = models.DateTimeField(_("decided"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "-id"]),
            models.Index(fields=["session", "game_number"]),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {date_format(self.made_at)}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new row.

        Raises:
            AppendOnly: the row exists already.
        """
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly
