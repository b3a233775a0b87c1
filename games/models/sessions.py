"""One chouette evening at one table: its rules, its seats, and the log of its actions."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games.models.append_only import LogQuerySet, LogRow
from games.models.clubs import Club, Player, Season
from games.models.ids import public_id
from games.models.packed import PositionField


class Session(models.Model):
    """A chouette. Its log is the truth; `snapshot` is a cache that makes the next action cheap."""

    class Status(models.TextChoices):
        """A session is open, then ended; a void one counts nowhere."""

        OPEN = "open", _("running")
        ENDED = "ended", _("ended")
        VOID = "void", _("void")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sessions")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="sessions"
    )
    title = models.CharField(_("title"), max_length=120, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    played_on = models.DateField(_("date"))
    rules = models.CharField(_("house rules"), max_length=1000)
    rules_json = models.JSONField(editable=False)
    rules_version = models.PositiveIntegerField(_("version of the rules"), editable=False)
    stake_amount = models.DecimalField(
        _("one point is worth"),
        max_digits=10,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    entered_afterwards = models.BooleanField(
        _("entered afterwards"),
        default=False,
        editable=False,
        help_text=_("Its results come from paper or a file; nobody tapped while it was played."),
    )
    by_totals = models.BooleanField(
        _("by totals"),
        default=False,
        editable=False,
        help_text=_("Only everybody's points of the evening are known, and no game."),
    )
    is_settled = models.BooleanField(
        _("settled"),
        default=False,
        editable=False,
        help_text=_("Everybody has paid: it makes no debts."),
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0, editable=False)
    length = models.PositiveIntegerField(
        default=0, editable=False, help_text="How many rows the log has."
    )
    snapshot = PositionField(
        default=dict, editable=False, help_text="The position that the log leads to."
    )
    checkpoint = PositionField(
        null=True,
        editable=False,
        help_text="The position before the game in progress, so that undo reads one game only.",
    )
    beat = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text="Raised by whatever changes what is seen at the table, steps included.",
    )
    question = models.JSONField(
        null=True,
        editable=False,
        help_text="What several people are asked just now: number, kind, and whom it is about.",
    )
    questions = models.PositiveIntegerField(
        default=0, editable=False, help_text="How many questions there have been: the last number."
    )
    holding = models.JSONField(
        default=dict,
        editable=False,
        help_text="Who holds until they say otherwise, about which cube; by which keys that was "
        "said. Nobody else is told.",
    )
    keeper = models.JSONField(
        null=True,
        editable=False,
        help_text="Which device keeps the score without network just now, who holds it, and since "
        "which version. Others are told, and nobody is kept from writing.",
    )
    handed_over = models.JSONField(
        default=list,
        editable=False,
        help_text="What devices have handed over: versions, the times that their clocks said, and "
        "the versions whose dice they rolled.",
    )
    is_damaged = models.BooleanField(
        default=False,
        editable=False,
        help_text="A check could not follow its log: nothing more is played in it.",
    )
    cuts = models.JSONField(
        default=list,
        editable=False,
        help_text="What was cut away, as the log says: pairs of the last row that counts, and the "
        "row that cuts; plays and the like between them do not count.",
    )
    replies_hidden = models.BooleanField(_("replies stay hidden until all are in"), default=False)
    on_board = models.BooleanField(
        _("played on the board"),
        default=False,
        help_text=_("Each game that begins from now on is played on a board of its own."),
    )
    board_minutes = models.PositiveSmallIntegerField(
        _("minutes for each side"),
        default=0,
        help_text=_("The clock of a game on the board; 0 without one."),
    )
    meeting = models.CharField(
        _("address of a meeting"),
        max_length=300,
        blank=True,
        default="",
        help_text=_("Where those who play see and hear each other; it is for them alone."),
    )
    # Most sessions have none; unlike empty strings, NULLs do not collide in a unique index.
    join_code = models.CharField(  # noqa: DJ001
        max_length=8, unique=True, null=True, editable=False, help_text="While phones may ask in."
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="sessions_started",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-played_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__in=["open", "ended", "void"]), name="session_status"
            )
        ]
        indexes = [
            models.Index(fields=["club", "-played_on", "-id"]),
            models.Index(fields=["club", "status"]),
            models.Index(fields=["season", "status"]),
            models.Index(fields=["season", "-played_on", "-id"], name="session_in_season"),
            models.Index(fields=["-played_on", "-id"], name="session_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.title or self.club.name} · {date_format(self.played_on)}"

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN


class Seat(models.Model):
    """A player in a session, in order of arrival, with their stake multiplier."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    logged_as = models.CharField(
        max_length=16,
        editable=False,
        help_text=_(
            "The public id by which the log names who sits here; after a merge, or a move "
            "to another club, it is another player's than `player`."
        ),
    )
    position = models.PositiveSmallIntegerField()
    stake = models.PositiveIntegerField(default=1, validators=[MinValueValidator(1)])
    total = models.BigIntegerField(
        _("total"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Of an evening by totals, in hundredths of a point; none for a played one."),
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["session_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="seat_once"),
            models.UniqueConstraint(fields=["session", "logged_as"], name="seat_logged_once"),
            models.UniqueConstraint(fields=["session", "position"], name="seat_position"),
            models.CheckConstraint(condition=models.Q(stake__gte=1), name="seat_stake"),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.player}"


class ActionQuerySet(LogQuerySet["Action"]):
    """The log of sessions."""


class Action(LogRow):
    """One row of the log. Rows written by one request share a `step` and are undone together."""

    class Kind(models.TextChoices):
        """What a row does to the session."""

        SETUP = "setup", _("set up")
        PLAY = "play", _("play")
        UNDO = "undo", _("undo")
        REDO = "redo", _("redo")
        AMEND = "amend", _("amend")
        END = "end", _("end")
        REOPEN = "reopen", _("reopen")
        VOID = "void", _("void")
        NOTE = "note", _("note")
        DISPUTE = "dispute", _("dispute")
        RESOLVE = "resolve", _("resolve")
        MOVE = "move", _("move to another club")
        CUT = "cut", _("cut back")
        TOTALS = "totals", _("totals")

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="log", db_index=False
    )
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    payload = models.JSONField()
    step = models.PositiveIntegerField(help_text=_("The sequence of the first row of this step."))
    version = models.PositiveIntegerField(help_text=_("The session's version after this step."))
    key = models.CharField(
        max_length=64, blank=True, help_text=_("On the first row of a step only.")
    )
    digest = models.CharField(max_length=64, blank=True, help_text="Of what came with the key.")
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sent_by = models.ForeignKey(
        "games.Pass",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="The pass of a phone without an account; then there is no sender.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = ActionQuerySet.as_manager()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("action log")
        ordering = ["session_id", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["session", "sequence"], name="action_sequence"),
            models.UniqueConstraint(
                fields=["session", "sender", "key"],
                condition=~models.Q(key=""),
                name="action_key_of_sender",
            ),
            models.UniqueConstraint(
                fields=["session", "sent_by", "key"],
                condition=~models.Q(key=""),
                name="action_key_of_pass",
            ),
            # Rows without a sender have NULL, and NULLs never collide in a unique index.
            models.UniqueConstraint(
                fields=["session", "key"],
                condition=models.Q(sender__isnull=True, sent_by__isnull=True) & ~models.Q(key=""),
                name="action_key_without_sender",
            ),
        ]
        indexes = [
            models.Index(
                fields=["sent_by"],
                condition=models.Q(sent_by__isnull=False),
                name="action_by_pass",
            )
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class Origin(models.Model):
    """Where an action came from; kept apart from the log and deleted after 30 days."""

    action = models.OneToOneField(Action, on_delete=models.CASCADE, related_name="origin")
    address = models.GenericIPAddressField(null=True, blank=True)
    device = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("origin")
        verbose_name_plural = _("origins")

    def __str__(self) -> str:
        return f"{self.action_id} {self.created_at:%Y-%m-%d}"
