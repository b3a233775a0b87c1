"""Phones at a table, and answers to open questions that are not complete yet."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import ids
from games.models.clubs import Club
from games.models.ids import public_id
from games.models.sessions import Session


class Pass(models.Model):
    """Access for a phone without an account: to one table, or to the walls of a club.

    The phone holds it as a signed cookie made of `public_id` and `nonce`; a new nonce invalidates
    all its links and cookies. A revoked pass that has acted is kept: the log refers to it.
    """

    class Role(models.TextChoices):
        """All actions, one's own cube only, or reading."""

        SCORER = "scorer", _("scorer")
        PLAYER = "player", _("player")
        ONLOOKER = "onlooker", _("onlooker")

    class State(models.TextChoices):
        """A claim waits for the scorer's approval; a link from the scorer needs none."""

        WAITING = "waiting", _("waiting")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")
        REVOKED = "revoked", _("revoked")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="passes")
    session = models.ForeignKey(
        Session,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="passes",
        help_text="None for a screen that shows all tables of the club.",
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    player = models.CharField(
        max_length=16, blank=True, help_text="The id by which the log names who plays with it."
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.GRANTED)
    nonce = models.CharField(max_length=16, default=ids.public_id, editable=False)
    device = models.CharField(_("device"), max_length=60, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("pass")
        verbose_name_plural = _("passes")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=["scorer", "player", "onlooker"]), name="pass_role"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["waiting", "granted", "refused", "revoked"]),
                name="pass_state",
            ),
            models.CheckConstraint(
                condition=models.Q(session__isnull=False) | models.Q(role="onlooker"),
                name="pass_without_session_reads",
            ),
            models.CheckConstraint(
                condition=~models.Q(role="player") | ~models.Q(player=""), name="pass_of_a_player"
            ),
        ]
        indexes = [models.Index(fields=["session", "state"])]

    def __str__(self) -> str:
        return f"{self.role} {self.player}".strip()

    @property
    def is_granted(self) -> bool:
        return self.state == self.State.GRANTED


class Presence(models.Model):
    """An open stream of a person who may act: they are connected to a table, or to their board."""

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, null=True, related_name="presences"
    )
    board_seat = models.ForeignKey(
        "games.BoardSeat", on_delete=models.CASCADE, null=True, related_name="presences"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    holder = models.ForeignKey(Pass, on_delete=models.CASCADE, null=True, related_name="presences")
    connection = models.CharField(max_length=32, unique=True)
    seen_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(session__isnull=False, board_seat__isnull=True)
                | models.Q(session__isnull=True, board_seat__isnull=False),
                name="presence_at_one_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id or self.board_seat_id} {self.connection}"


class Declaration(models.Model):
    """What one player says to the open question; nobody else sees it before the round is complete.

    When the round becomes a step of the log, `step` holds the step's number. Where a step was
    recorded over the question instead, `overridden_by` holds that step: undoing it restores the
    answer. Where the step that asked was undone, `overridden_by` holds its number, negative.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="declarations")
    question = models.PositiveIntegerField()
    player = models.CharField(max_length=16)
    word = models.CharField(max_length=10)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    sent_by = models.ForeignKey(Pass, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    step = models.PositiveIntegerField(null=True)
    overridden_by = models.IntegerField(null=True)

    class Meta:
        verbose_name = _("declaration")
        verbose_name_plural = _("declarations")
        constraints = [
            models.UniqueConstraint(
                fields=["session", "question", "player"], name="declaration_once"
            )
        ]
        indexes = [models.Index(fields=["session", "step"])]

    def __str__(self) -> str:
        return f"{self.session_id} {self.question}"


class Proxy(models.Model):
    """Who speaks for a player who is away from their phone: another player, or the captain."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="proxies")
    player = models.CharField(max_length=16)
    speaker = models.CharField(
        max_length=16, blank=True, help_text="Blank: they follow the captain of the moment."
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("proxy")
        verbose_name_plural = _("proxies")
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="proxy_once"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("speaker")), name="proxy_of_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} → {self.speaker}"
