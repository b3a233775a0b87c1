"""What pages read: finished games, points, transfers. Projections of the log.

A foreign key has no index of its own where a unique one begins with it.
"""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.clubs import Player
from games.models.packed import ResultField
from games.models.sessions import Session


class Game(models.Model):
    """A finished game and its line."""

    class Side(models.TextChoices):
        """Box or team."""

        BOX = "box", _("box")
        TEAM = "team", _("team")

    class Ending(models.TextChoices):
        """How a game ended."""

        BOARD = "board", _("on the board")
        CUBES = "cubes", _("by the cubes")
        POINTS = "points", _("points only")

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="games", db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    box = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games_as_box")
    captain = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games_as_captain")
    partner = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="games_as_partner"
    )
    by_hand = models.BooleanField(_("line set by hand"), default=False)
    line_differs = models.BooleanField(
        _("the rules would have seated them otherwise"),
        default=False,
        help_text=_("After an amendment the line as played stays and is flagged."),
    )
    is_void = models.BooleanField(
        _("void"),
        default=False,
        help_text=_("Counts for nothing: it has no points and no transfers."),
    )
    winner = models.CharField(_("winner"), max_length=4, choices=Side.choices)
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    ending = models.CharField(_("ending"), max_length=6, choices=Ending.choices)
    first_sequence = models.PositiveIntegerField()
    last_sequence = models.PositiveIntegerField()
    finished_at = models.DateTimeField(_("finished"))
    result = ResultField(help_text="As the rules count it; names players by public id.")

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["session_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="game_number"),
            models.CheckConstraint(
                condition=models.Q(level__isnull=True) | models.Q(level__in=[1, 2, 3]),
                name="game_level",
            ),
        ]

    def __str__(self) -> str:
        return str(_("game %(number)s") % {"number": self.number})

    @property
    def line(self) -> Any:
        """As played: box, partner and team, by public id."""
        return self.result["line"]


class GameScore(models.Model):
    """What one player won or lost in one game, and in which role."""

    class Role(models.TextChoices):
        """Places in the line."""

        BOX = "box", _("box")
        PARTNER = "partner", _("partner")
        CAPTAIN = "captain", _("captain")
        CREW = "crew", _("crew")

    class Closing(models.TextChoices):
        """How a member's bet was closed."""

        DROP = "drop", _("dropped")
        REFUSAL = "refusal", _("refused")
        SETTLEMENT = "settlement", _("settled")
        POINTS = "points", _("points only")
        BOARD = "board", _("played out")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="scores", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="scores")
    place = models.PositiveSmallIntegerField(help_text=_("Where they stood in the line, from 0."))
    role = models.CharField(_("role"), max_length=7, choices=Role.choices)
    points = models.BigIntegerField(_("points"), help_text=_("In hundredths of a point."))
    cube = models.PositiveBigIntegerField(_("cube"), null=True, blank=True)
    cube_turned = models.BooleanField(_("cube turned"), default=False)
    closing = models.CharField(
        _("bet closed by"), max_length=10, choices=Closing.choices, blank=True
    )

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ["game_id", "place"]
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="score_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points / 100:+g}"


class Transfer(models.Model):
    """Points that went from one player to another in a game."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="transfers", db_index=False
    )
    payer = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="transfers_paid", db_index=False
    )
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="transfers_received")
    amount = models.PositiveBigIntegerField(_("amount"), help_text=_("In hundredths of a point."))

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        ordering = ["game_id", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="transfer_amount"),
            models.CheckConstraint(
                condition=~models.Q(payer=models.F("payee")), name="transfer_two_parties"
            ),
            models.UniqueConstraint(fields=["game", "payer", "payee"], name="transfer_once"),
        ]
        indexes = [models.Index(fields=["payer", "payee"])]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee} {self.amount / 100:g}"
