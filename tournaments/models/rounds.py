"""Rounds of a division: the matches and tables of a draw, and their results."""

import datetime
from typing import ClassVar

from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Board, Club, Player, Session
from games.models.boards import games_offered
from games.models.ids import public_id
from games.rules.online import BACKGAMMON
from tournaments.formats.situation import GROUP_NODE
from tournaments.models.entries import Entry
from tournaments.models.events import Division
from tournaments.models.steps import EventLogRow, key_constraints
from tournaments.pairing.chance import digest_of


class Round(models.Model):
    """One round of a division.

    Only directors see a draft; a confirmed round is not redrawn; a released one is public and
    played. `bracket` and `bracket_round` give its place in a bracket (`main`, `consolation`,
    `winners` ...; `group` for groups). `attempt` counts the drafts: it is part of the seed, so that
    each draft differs.
    """

    class State(models.TextChoices):
        """From draft to play."""

        DRAFT = "draft", _("draft")
        CONFIRMED = "confirmed", _("confirmed")
        RELEASED = "released", _("released")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    bracket = models.CharField(max_length=20, blank=True)
    bracket_round = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    seed = models.CharField(
        _("seed"),
        max_length=80,
        blank=True,
        help_text="Unknown where a draft came in an archive, which does not contain its seed.",
    )
    attempt = models.PositiveSmallIntegerField(default=1)
    remarks = models.JSONField(default=list)
    length = models.PositiveSmallIntegerField(
        _("points of a match"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Where this round is longer or shorter than its division's others.",
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_stopped_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    released_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(
        _("deadline"), null=True, blank=True, help_text="In a cup, which is played over weeks."
    )
    deadline_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["division_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_number"),
            models.UniqueConstraint(
                fields=["division", "bracket", "bracket_round"],
                condition=models.Q(bracket_round__isnull=False),
                name="round_in_bracket",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division} {self.number}"

    @property
    def clock_ends_at(self) -> datetime.datetime | None:
        """When its clock ends, as long as it runs."""
        if self.clock_started_at is None or self.clock_stopped_at or not self.minutes:
            return None
        return self.clock_started_at + datetime.timedelta(minutes=self.minutes)

    @property
    def shown_seed(self) -> str:
        """The seed, once the round is released, or if the event's was never secret."""
        is_shown = self.state == self.State.RELEASED or self.division.event.shown_seed
        return self.seed if is_shown else ""

    @property
    def seed_digest(self) -> str:
        """The digest that is public before the seed; empty if there is no seed."""
        return digest_of(self.seed) if self.seed else ""


class Match(models.Model):
    """Two players at one board, in a round of an event or a casual match, to `length` points.

    A match of Dame or chess is one game, which may end in a draw: half a point for each.

    The log is the truth; the columns are derived from it. `length` is null if the clock ends the
    match. `node` is its place in the bracket. In a bracket the players may still be unknown; in a
    bye one stays missing. The result is from the first player's side: `winner` is 0 for the first,
    1 for the second.
    """

    class State(models.TextChoices):
        """Waiting for its players, to be played, reported by one of them, settled.

        Disputed: the two players contradict each other. What both say stays in the log, the columns
        have the latest report; it counts for neither until they agree or the director decides.
        """

        WAITING = "waiting", _("waits for its players")
        OPEN = "open", _("to be played")
        REPORTED = "reported", _("reported")
        DISPUTED = "disputed", _("disputed")
        SETTLED = "settled", _("decided")

    class Outcome(models.TextChoices):
        """How the match ended."""

        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        FORFEIT = "forfeit", _("forfeited")
        NO_SHOW = "no_show", _("neither came")
        UNFINISHED = "unfinished", _("unfinished")

    NOT_PLAYED_OUT = frozenset({Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.UNFINISHED})
    """Decided otherwise than at the board: never rated."""
    WITHOUT_A_GAME = frozenset({Outcome.BYE, Outcome.FORFEIT, Outcome.NO_SHOW})
    """Decided without anybody at the board: no colour was had."""
    UNDECIDED = frozenset({State.OPEN, State.REPORTED, State.DISPUTED})
    ENTERED = frozenset({State.REPORTED, State.DISPUTED, State.SETTLED})
    TO_CONFIRM = frozenset({State.REPORTED, State.DISPUTED})

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="matches"
    )
    game = models.CharField(
        _("game"), max_length=12, choices=games_offered, default=BACKGAMMON.name
    )
    node = models.CharField(max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(default=1)
    board = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    called_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When it was called to its table."
    )
    known_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Since when the two of a bracket's match are known.",
    )
    first = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    second = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    length = models.PositiveSmallIntegerField(
        _("points of a match"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    played_on = models.DateField(_("date"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    first_points = models.PositiveSmallIntegerField(default=0)
    second_points = models.PositiveSmallIntegerField(default=0)
    first_penalty = models.PositiveSmallIntegerField(default=0)
    second_penalty = models.PositiveSmallIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    goes_on = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The side that goes on in a bracket without having won: a director who corrected "
        "the result let stand what was played since.",
    )
    reported_by = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The side that reported the result."
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    is_rated = models.BooleanField(_("rated"), default=True)
    unrated_reason = models.CharField(max_length=40, blank=True)
    score = models.JSONField(
        null=True,
        blank=True,
        help_text="The score keeper's log, if it was kept game by game.",
    )
    clock = models.JSONField(null=True, blank=True)
    online = models.OneToOneField(
        Board,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="match",
        help_text="The board on which it is played online; its result is this match's.",
    )
    version = models.PositiveIntegerField(default=0, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-played_on", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "first"],
                condition=models.Q(first__isnull=False),
                name="match_first_once",
            ),
            models.UniqueConstraint(
                fields=["round", "second"],
                condition=models.Q(second__isnull=False),
                name="match_second_once",
            ),
            models.UniqueConstraint(fields=["round", "position"], name="match_position"),
            models.CheckConstraint(
                condition=models.Q(winner__isnull=True) | models.Q(winner__in=[0, 1]),
                name="match_winner",
            ),
            models.CheckConstraint(
                condition=models.Q(goes_on__isnull=True) | models.Q(goes_on__in=[0, 1]),
                name="match_goes_on",
            ),
            models.CheckConstraint(
                condition=models.Q(first__isnull=True)
                | models.Q(second__isnull=True)
                | ~models.Q(first=models.F("second")),
                name="match_of_two",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "settled_at", "id"], name="match_by_settling"),
            models.Index(fields=["club", "-played_on", "-id"], name="match_in_club"),
            models.Index(fields=["first", "-played_on"], name="match_of_first"),
            models.Index(fields=["second", "-played_on"], name="match_of_second"),
        ]

    def __str__(self) -> str:
        return " – ".join(self.names)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two by now, as those of whom they count as; dots for nobody yet."""
        first, second = (one.current.name if one else "…" for one in (self.first, self.second))
        return first, second

    @property
    def is_unplayed_half(self) -> bool:
        """Whether nothing of it was played, and each has a half for it."""
        is_even = self.winner is None and self.first_points == self.second_points == 0
        return self.outcome == self.Outcome.UNFINISHED and is_even

    @property
    def is_settled(self) -> bool:
        return self.state == self.State.SETTLED

    @property
    def is_unbegun(self) -> bool:
        """Whether nothing was entered, scored or played of it."""
        return self.is_unentered and not self.online_id

    @property
    def is_unentered(self) -> bool:
        """Whether nothing was entered or scored of it; a board may be open for it."""
        entered = self.score is not None or self.first_penalty or self.second_penalty
        return self.state in (self.State.WAITING, self.State.OPEN) and not entered

    @property
    def has_open_board(self) -> bool:
        """Whether its board waits for somebody or is being played."""
        return self.online is not None and self.online.is_open

    @property
    def is_on_board(self) -> bool:
        """Whether its two players are at their board, and nothing is decided yet."""
        if self.state != self.State.OPEN or self.online is None:
            return False
        return self.online.status == Board.Status.PLAYING

    @property
    def is_beside_board(self) -> bool:
        """Whether it was decided otherwise: the board that is played for it does not count."""
        board = self.online
        if board is None or not self.is_settled:
            return False
        if board.status == Board.Status.PLAYING:
            return True
        if board.status != Board.Status.ENDED:
            return False
        return self.outcome in self.NOT_PLAYED_OUT or self._has_other_result

    @property
    def _has_other_result(self) -> bool:
        """Whether it has a result that is not that of its board."""
        points = self.board_points
        if points is None or self.online is None:
            return True
        # What somebody has for the other's being late, the board does not know.
        may_differ = bool(self.first_penalty or self.second_penalty)
        is_same = may_differ or points == (self.first_points, self.second_points)
        return not (is_same and self.winner == self.online.winner)

    @property
    def board_points(self) -> tuple[int, int] | None:
        """The final score of its board once that is over, the first player's first; None where it
        has no result.

        Who is out of time has lost, whatever the score was; points beyond the length do not count.
        """
        board = self.online
        if board is None or board.status != Board.Status.ENDED or self.length is None:
            return None
        if board.winner is None:
            return (0, 0) if self.has_draws else None
        if board.winner == 0:
            return (self.length, min(board.score_black, self.length - 1))
        return (min(board.score_white, self.length - 1), self.length)

    @property
    def board_waits(self) -> bool:
        """Whether its board has a result that does not stand: a director can let it count."""
        if self.board_points is None:
            return False
        return self.is_beside_board or self.state == self.State.OPEN

    @property
    def has_draws(self) -> bool:
        """Whether it is a game that may end in a draw, without a cube."""
        return self.game != BACKGAMMON.name

    @property
    def is_draw(self) -> bool:
        return self.has_draws and self.outcome == self.Outcome.PLAYED and self.winner is None

    @property
    def figures(self) -> tuple[str, str]:
        """Both sides' points as they are written; half a point each after a draw."""
        return ("½", "½") if self.is_draw else (str(self.first_points), str(self.second_points))

    @property
    def advancing(self) -> int | None:
        """The side that goes on in a bracket: the winner, unless a director said otherwise."""
        return self.winner if self.goes_on is None else self.goes_on

    @property
    def is_of_bracket(self) -> bool:
        """Tell whether its winner and loser go on to other matches."""
        return self.node != "" and not self.node.startswith(GROUP_NODE)


class MatchStep(EventLogRow):
    """A row of a match's log: points and cubes, reports, confirmations, corrections, undo.

    `version` is the match's after this step.
    """

    BY_DIRECTOR: ClassVar = ("correct", "forfeit", "no_show", "unfinished")
    """The kinds by which only a director decides a match."""
    SETTLING: ClassVar = ("report", "confirm")
    """The kinds by which the two decide it themselves, and a director what one of them reported."""
    BESIDE: ClassVar = ("rate", "penalise")
    """The kinds that leave its result."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log")
    version = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("step of a match")
        verbose_name_plural = _("log of a match")
        ordering = ["match_id", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["match", "sequence"], name="match_step_sequence"),
            *key_constraints("match"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class EventTable(models.Model):
    """A chouette of an event: the entries drawn to it, and its session.

    `payments` are the real payments, game by game, if the format has banks; the session keeps the
    results by the rules.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))
    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, null=True, blank=True, related_name="event_table"
    )
    payments = models.JSONField(default=list)
    counted_version = models.PositiveIntegerField(
        default=0, help_text="The version of the session that its seats' columns were read from."
    )
    formula = models.PositiveSmallIntegerField(
        default=0, help_text="How they were counted: what was counted otherwise is counted again."
    )

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
        ordering = ["round_id", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number")]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class TableSeat(models.Model):
    """An entry at a table of a round, and its result there, in hundredths of points.

    `points` is by the rules, `paid` is what was really received or paid. `left`: the player was
    moved to another table or went home; the result stays.
    """

    table = models.ForeignKey(EventTable, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    opening = models.BigIntegerField(default=0, help_text="Their bank when they sat down.")
    points = models.BigIntegerField(default=0)
    paid = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    bets = models.PositiveIntegerField(default=0)
    left = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat at a table of an event")
        verbose_name_plural = _("seats at tables of events")
        ordering = ["table_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "entry"], name="table_seat_once"),
            models.UniqueConstraint(fields=["table", "position"], name="table_seat_position"),
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=models.Q(left=False),
                name="one_table_in_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.entry}"
