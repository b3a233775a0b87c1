"""Board games that two play online: the board, its seats, its log, its dice, and what is said."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import ids
from games.models.append_only import LogQuerySet, LogRow
from games.models.clubs import Club, Player
from games.models.ids import public_id
from games.models.sessions import Session
from games.rules.online import BACKGAMMON, GAME_TYPES


def games_offered() -> list[tuple[str, str]]:
    """Return the games that are played here, by name, with what they are called.

    Fields take their choices from it, so a new game needs no migration.
    """
    return [(name, gettext(one.title)) for name, one in GAME_TYPES.items()]


def games_named() -> list[tuple[str, str]]:
    """Return the games that are played here, with their names as they stand in a list."""
    return [(name, capfirst(title)) for name, title in games_offered()]


class Board(models.Model):
    """A match or single game between two, or a game of a chouette.

    Its log is the truth; `snapshot` is what it leads to.

    What lists and reminders ask for stands in columns of its own, written with each step.
    """

    class Status(models.TextChoices):
        """It waits for a second player or for seeds, is played, has ended, or never began."""

        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("running")
        ENDED = "ended", _("ended")
        ABANDONED = "abandoned", _("abandoned")
        WITHDRAWN = "withdrawn", _("withdrawn")

    RUNNING = (Status.WAITING, Status.PLAYING)

    class Pace(models.TextChoices):
        """How time is kept."""

        FREE = "free", _("no clock")
        BANK = "bank", _("clock with a delay")
        DAYS = "days", _("correspondence")

    BOTH = 2
    """What `waits_for` says where both seats have to do something."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="boards")
    type = models.CharField(
        _("game"), max_length=12, choices=games_offered, default=BACKGAMMON.name
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    match_length = models.PositiveSmallIntegerField(
        _("points"), null=True, blank=True, help_text=_("None for a single game.")
    )
    options = models.JSONField(default=dict, editable=False)
    pace = models.CharField(_("clock"), max_length=5, choices=Pace.choices, default=Pace.FREE)
    is_challenge = models.BooleanField(
        _("open to the club"), default=False, help_text=_("Any member of the club may sit down.")
    )
    is_rated = models.BooleanField(_("counts for match ratings"), default=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    length = models.PositiveIntegerField(
        default=0, editable=False, help_text="How many rows the log has."
    )
    beat = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text="Raised by whatever changes what is seen at the board, chat included.",
    )
    rules_version = models.PositiveIntegerField(editable=False)
    snapshot = models.JSONField(default=dict, editable=False)
    phase = models.CharField(
        max_length=12, blank=True, editable=False, help_text="What the board waits for."
    )
    actor = models.PositiveSmallIntegerField(
        null=True, editable=False, help_text="The seat whose turn it is."
    )
    waits_for = models.PositiveSmallIntegerField(
        null=True,
        editable=False,
        help_text="The seat that has to do something; 2 for both, none while it is adjourned.",
    )
    due_at = models.DateTimeField(
        null=True, editable=False, help_text=_("When the running clock is out if nobody moves.")
    )
    winner = models.PositiveSmallIntegerField(null=True, editable=False)
    score_white = models.PositiveSmallIntegerField(default=0, editable=False)
    score_black = models.PositiveSmallIntegerField(default=0, editable=False)
    ended_how = models.CharField(max_length=10, blank=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True, editable=False)
    luck = models.JSONField(
        default=list,
        editable=False,
        help_text="What each roll of the dice was worth, once the plays are analysed.",
    )
    session = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="boards",
        help_text="The chouette of which one game is played here; its cubes are the session's.",
    )
    game_number = models.PositiveIntegerField(null=True, editable=False)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, editable=False, related_name="rematch"
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["waiting", "playing", "ended", "abandoned", "withdrawn"]
                ),
                name="board_status",
            ),
            models.UniqueConstraint(
                fields=["session"],
                condition=models.Q(status__in=["waiting", "playing"]),
                name="board_of_session_once",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "status", "-changed_at"], name="board_of_club"),
            models.Index(fields=["status", "due_at"], name="board_due"),
            models.Index(fields=["club", "-ended_at", "-id"], name="board_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.get_type_display()} {self.public_id}"

    @property
    def is_open(self) -> bool:
        return self.status in self.RUNNING


class BoardSeat(models.Model):
    """A side of a board and who plays it: somebody with an account, a guest, or the assistant.

    A guest's phone holds a signed cookie of the seat and `nonce`; a new nonce ends it.
    """

    class Kind(models.TextChoices):
        """Who sits here."""

        PLAYER = "player", _("player")
        GUEST = "guest", _("guest")
        ASSISTANT = "assistant", _("assistant")

    class Level(models.TextChoices):
        """How strong the assistant plays."""

        EASY = "easy", _("easy")
        MEDIUM = "medium", _("medium")
        STRONG = "strong", _("strong")

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(
        help_text=_("0 plays White, 1 plays Black; at a chouette the place in its line.")
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="board_seats"
    )
    name = models.CharField(_("name"), max_length=60, blank=True)
    level = models.CharField(_("level"), max_length=10, choices=Level.choices, blank=True)
    nonce = models.CharField(max_length=16, default=ids.public_id, editable=False)
    email = models.EmailField(
        blank=True, editable=False, help_text="Where a guest is told that it is their turn."
    )
    language = models.CharField(max_length=10, blank=True, editable=False)
    reminded_at = models.DateTimeField(null=True, editable=False)
    taken_at = models.DateTimeField(default=timezone.now, editable=False)
    moved_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Since when a guest's seat has been on another phone than at first.",
    )
    away_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Since when no page of theirs is connected; none before they first had one open.",
    )
    figures = models.JSONField(
        null=True,
        editable=False,
        help_text="What the decisions of this seat cost, once they are analysed.",
    )

    class Meta:
        verbose_name = _("seat at a board")
        verbose_name_plural = _("seats at boards")
        ordering = ["board_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["board", "number"], name="board_seat_once"),
            models.UniqueConstraint(fields=["board", "player"], name="board_seat_of_player"),
            models.CheckConstraint(
                condition=models.Q(kind="player", player__isnull=False)
                | models.Q(kind="guest", player__isnull=True)
                | models.Q(kind="assistant", player__isnull=True),
                name="board_seat_holder",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board_id}.{self.number} {self.kind}"


class BoardStepQuerySet(LogQuerySet["BoardStep"]):
    """The log of boards."""


class BoardStep(LogRow):
    """One row of a board's log. `at` is in milliseconds since 1970, as clocks count.

    `side` is the seat that acted, None for the program.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="log")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    side = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField()
    at = models.BigIntegerField()
    version = models.PositiveIntegerField(help_text=_("The board's version after this step."))
    key = models.CharField(max_length=64, blank=True)
    keyed_by = models.CharField(
        max_length=24,
        blank=True,
        help_text="Whose the key is: an account, a pass, a guest; blank for the server.",
    )
    digest = models.CharField(max_length=64, blank=True, help_text="Of what came with the key.")
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = BoardStepQuerySet.as_manager()

    class Meta:
        verbose_name = _("step at a board")
        verbose_name_plural = _("log of boards")
        ordering = ["board_id", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["board", "sequence"], name="board_step_sequence"),
            models.UniqueConstraint(
                fields=["board", "keyed_by", "key"],
                condition=~models.Q(key=""),
                name="board_step_key",
            ),
            models.UniqueConstraint(
                fields=["sender", "key"],
                condition=models.Q(kind="begin") & ~models.Q(key=""),
                name="board_begun_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class DiceSeed(models.Model):
    """The server's half of a set of dice. It is shown when the board has ended, not before.

    `failed` holds the seats that did not open theirs, so that the dice started anew: that is
    public.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="dice_seeds")
    game_id = models.CharField(max_length=32)
    server_seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    failed = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("server's seed")
        verbose_name_plural = _("server's seeds")
        ordering = ["board_id", "pk"]
        # An archive that is read where it was written gives a second board the same dice: their
        # id is part of every roll.
        constraints = [models.UniqueConstraint(fields=["board", "game_id"], name="dice_of_board")]

    def __str__(self) -> str:
        return self.game_id


class BoardInvitation(models.Model):
    """A link to a seat: used up by who sits down, never by opening it. Valid for 14 days."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="invitations")
    seat = models.PositiveSmallIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    email = models.EmailField(blank=True)
    player = models.ForeignKey(
        Player,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="board_invitations",
        help_text="A player of the club who is challenged by name.",
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    allowed_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When the guest who sits there agreed that somebody else takes the seat.",
    )
    declined_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When the guest who sits there said that they stay, which withdrew it.",
    )
    mailed_at = models.DateTimeField(
        null=True, editable=False, help_text="When its mail was given to the mail server."
    )
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation to a board")
        verbose_name_plural = _("invitations to boards")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["board", "seat"])]

    def __str__(self) -> str:
        return f"{self.board_id}.{self.seat}"

    @property
    def is_open(self) -> bool:
        """Whether somebody can still sit down with it."""
        return (
            self.used_at is None and self.withdrawn_at is None and self.expires_at > timezone.now()
        )


class BoardLine(models.Model):
    """Something said at a board: a fixed text by its code, or words where the club allows chat."""

    class Room(models.TextChoices):
        """Who reads it: who sits at the board, the team of a chouette, or onlookers."""

        SEATS = "seats", _("players")
        CREW = "crew", _("captain and crew")
        ONLOOKERS = "onlookers", _("onlookers")

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="lines")
    room = models.CharField(max_length=10, choices=Room.choices, default=Room.SEATS)
    seat = models.PositiveSmallIntegerField(null=True)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    code = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=300, blank=True)
    is_reported = models.BooleanField(_("reported"), default=False)
    is_hidden = models.BooleanField(_("hidden"), default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("line at a board")
        verbose_name_plural = _("lines at boards")
        ordering = ["board_id", "pk"]
        indexes = [models.Index(fields=["board", "room", "id"])]

    def __str__(self) -> str:
        return self.code or self.text[:60]


class Consultation(models.Model):
    """What captain and crew of a chouette lay before each other at its board: one row, overwritten.

    Nothing of it stands in a log. `trials` and `plays` are for one roll; once another number is
    rolled they count no more.
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="consultation")
    beat = models.PositiveIntegerField(
        default=0, help_text="Raised by whatever changes here, what the crew says included."
    )
    captain = models.PositiveSmallIntegerField(
        null=True, help_text="The seat of the captain who asks for advice."
    )
    asked = models.JSONField(default=list, help_text="The seats that this captain asks.")
    roll = models.PositiveIntegerField(
        default=0, help_text="How many numbers were rolled when this was tried."
    )
    trials = models.JSONField(
        default=list, help_text="Seat, steps so far, and when: in milliseconds since 1970."
    )
    plays = models.JSONField(
        default=list, help_text="Seat and the play it is for, the first to name it first."
    )

    class Meta:
        verbose_name = _("consultation at a board")
        verbose_name_plural = _("consultations at boards")

    def __str__(self) -> str:
        return f"{self.board_id}.{self.roll}"


class Block(models.Model):
    """Somebody does not want to be challenged or addressed by somebody else."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["by", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.by_id} x {self.blocked_id}"
