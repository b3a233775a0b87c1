"""Appends steps to a board's log, as `games.eventlog` does to every log."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils import timezone

from games.boards.errors import BoardConflict, RulesRefused
from games.boards.selectors.boards import state_known, state_of
from games.eventlog.appending import LogRequest, append_once, head_change
from games.eventlog.keys import digest_of, require_same
from games.fast.queries import Prepared
from games.fast.rows import rows_insert
from games.models import Board, BoardSeat, BoardStep, DiceSeed, Pass, User
from games.models.locks import rows_locked
from games.record.services.dice_since import FALLEN
from games.rules import dice
from games.rules.coded import CodedError
from games.rules.online import Board as State
from games.rules.online import Step, acted
from games.rules.online.board import RULES_VERSION, moment
from games.rules.online.steps import begun
from games.signals import board_tell, table_beat

Doer = User | Pass | BoardSeat
"""Who sends a step to a board: an account, a phone with a pass, or a guest on their seat."""


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """Who asks for what. Without a `version` it cannot conflict with other steps.

    `content` must be the same when the key comes again; a blank key means a program that never
    retries. A key counts for its sender only; `by` is None for the server itself.
    """

    board: Board
    side: int | None
    kind: str
    content: Any = None
    version: int | None = None
    key: str = ""
    by: Doer | None = None

    @property
    def digest(self) -> str:
        return digest_of(self.kind, self.content)

    @property
    def sender(self) -> User | None:
        """The account in the row's column; phones with a pass, guests and the server have none."""
        return self.by if isinstance(self.by, User) else None

    @property
    def keyed_by(self) -> str:
        """Whose the key is, as the log keeps it; blank for the server."""
        match self.by:
            case None:
                return ""
            case BoardSeat(nonce=nonce):
                # A seat goes on to others. Its nonce is on the guest's phone, and only there.
                return f"seat {hashlib.sha256(nonce.encode()).hexdigest()[:16]}"
            case Pass(pk=pk):
                return f"pass {pk}"
            case User(pk=pk):
                return f"user {pk}"


@dataclass(frozen=True, slots=True)
class Written:
    """The answer to a request: the board's version after it, and the board as it is now."""

    version: int
    state: State
    replayed: bool = False


@dataclass(slots=True)
class Writing:
    """A board under its lock: steps are applied one after the other, and written together."""

    board: Board
    state: State
    at: int
    steps: list[Step] = field(default_factory=list)
    columns: dict[str, Any] = field(default_factory=dict)

    def do(self, kind: str, side: int | None = None, **payload: Any) -> None:
        """Apply a step, and before it what it does to an open offer.

        Raises:
            RulesRefused: it is not possible.
        """
        try:
            written = acted(self.state, Step(kind, side, self.at, payload))
        except CodedError as error:
            raise RulesRefused(error) from error
        self.state = written[-1][0]
        self.steps += [step for _state, step in written]

    def roll(self, side: int | None) -> None:
        """Apply the next roll of the dice; it follows from the seeds and from nothing else."""
        found = self.state.dice
        assert found is not None
        (seed,) = _seed_of(self.board.pk, found.game_id)
        rolled = dice.roll(found.game_id, seed.server_seed, found.joined, found.rolled)
        self.do("roll", side, dice=list(rolled), number=found.rolled)

    def opening(self) -> None:
        """Roll until a side begins."""
        while self.state.phase == "opening":
            self.roll(None)


_seed_of: Final = Prepared(
    lambda board, dice: DiceSeed.objects.filter(board=board, game_id=dice).order_by()
)
_locked: Final = Prepared(
    lambda board: rows_locked(Board.objects).select_related("club").filter(pk=board)
)
_keyed: Final = Prepared(
    lambda board, keyed_by, key: BoardStep.objects.filter(
        board=board, keyed_by=keyed_by, key=key
    ).order_by("sequence")
)
_last_of_cubes: Final = Prepared(
    lambda board: (
        BoardStep.objects.filter(board=board, kind__in=("cubes", *FALLEN))
        .order_by("-sequence")
        .values_list("kind")[:1]
    )
)

Make = Callable[[Writing], None]
STATUS: Final[Mapping[str, str]] = {
    "waiting": Board.Status.WAITING,
    "seeds": Board.Status.PLAYING,
    "playing": Board.Status.PLAYING,
    "over": Board.Status.ENDED,
}

READ: Final = (
    *("version", "length", "beat", "changed_at", "status", "snapshot"),
    *("phase", "actor", "waits_for", "due_at", "score_white", "score_black"),
    *("winner", "ended_how", "ended_at", "reason"),
)
"""The columns that are read back for the person who asked for a step: all that steps write."""


def now_ms() -> int:
    """Return the time as boards count it, in milliseconds since 1970."""
    return int(timezone.now().timestamp() * 1000)


def board_begin(
    board: Board, payload: Mapping[str, Any], *, key: str = "", by: User | None = None
) -> Writing:
    """Write the first row of a new board, whose own row has not been saved yet.

    Raises:
        RulesRefused: these rules or this clock do not exist.
    """
    step = Step("begin", None, now_ms(), payload)
    try:
        state = begun(step)
    except CodedError as error:
        raise RulesRefused(error) from error
    writing = Writing(board, state, step.at, [step])
    board.rules_version = RULES_VERSION
    for name, value in _columns(writing).items():
        setattr(board, name, value)
    board.version, board.length = 1, 1
    board.save(force_insert=True)
    rows_insert(_rows(board, BoardRequest(board, None, "begin", payload, key=key, by=by), [step]))
    return Writing(board, state, step.at)


def board_write(request: BoardRequest, make: Make) -> Written:
    """Do one thing to a board. `make` gets it locked, and applies the steps.

    Raises:
        Refused: the key is malformed.
        KeyReused: the key came with other content before; nothing was written.
        BoardConflict: the sender saw an older version, or the board is over.
        ServiceError: whatever `make` raises; nothing was written.
    """
    return append_once(OfBoard(request, make))


class OfBoard(LogRequest[Board, Written]):
    """A request to a board's log."""

    def __init__(self, request: BoardRequest, make: Make) -> None:
        super().__init__(request.key, request.version)
        self.request, self.make = request, make

    def lock(self) -> Board:
        (board,) = _locked(self.request.board.pk)
        return board

    def read(self) -> Board:
        return Board.objects.select_related("club").get(pk=self.request.board.pk)

    def heard(self, head: Board) -> Written | None:
        first = _first(self.request, head) if self.key else None
        if first is None:
            return None
        state = state_of(head)
        _read_back(self.request.board, head, state)
        return Written(first.version, state, replayed=True)

    def stale(self, head: Board) -> BoardConflict:
        return BoardConflict("board_stale")

    def require(self, head: Board) -> None:
        if not head.is_open:
            raise BoardConflict("board_over")
        super().require(head)

    def write(self, head: Board) -> Written:
        writing = Writing(head, state_of(head), now_ms())
        self.make(writing)
        _save(writing, self.request)
        _read_back(self.request.board, head, writing.state)
        return Written(head.version, writing.state)


def board_now(request: BoardRequest) -> Written:
    """Return a board as it is now, where the answer to a request is what something else wrote."""
    (board,) = _locked(request.board.pk)
    _read_back(request.board, board, state_of(board))
    return Written(board.version, state_of(board))


def _read_back(asked: Board, board: Board, state: State) -> None:
    """Show who asked the board as it is now, without reading anything again."""
    for name in READ:
        setattr(asked, name, getattr(board, name))
    state_known(asked, state)


def _save(writing: Writing, request: BoardRequest) -> None:
    board, version = writing.board, writing.board.version + 1
    if _cubes_are_fixed(writing) and board.session is not None:
        table_beat(board.session)
    rows_insert(_rows(board, request, writing.steps))
    columns = {
        **_columns(writing),
        "version": version,
        "length": board.length + len(writing.steps),
        "changed_at": timezone.now(),
        **writing.columns,
    }
    head_change(board, columns)
    for name, value in columns.items():
        setattr(board, name, value)
    board.beat += 1
    board_tell(board)


def _cubes_are_fixed(writing: Writing) -> bool:
    """Tell whether dice fall now on what was said last about cubes: tables no longer offer undo."""
    is_roll = any(step.kind in FALLEN for step in writing.steps)
    if writing.board.session_id is None or not is_roll:
        return False
    return _last_of_cubes.first(writing.board.pk) == ("cubes",)


def _rows(board: Board, request: BoardRequest, steps: list[Step]) -> list[BoardStep]:
    first = board.length + 1 if request.kind != "begin" else 1
    return [
        BoardStep(
            board=board,
            sequence=sequence,
            kind=step.kind,
            side=step.side,
            payload=dict(step.payload),
            at=step.at,
            version=board.version + (request.kind != "begin"),
            key=request.key if sequence == first else "",
            keyed_by=request.keyed_by if sequence == first and request.key else "",
            digest=request.digest if sequence == first and request.key else "",
            sender=request.sender,
        )
        for sequence, step in enumerate(steps, first)
    ]


def _columns(writing: Writing) -> dict[str, Any]:
    """Return the columns that lists and reminders ask for."""
    return columns_of(writing.state, writing.at)


def columns_of(state: State, at: int) -> dict[str, Any]:
    """Return the columns that follow from a board's state after a step at a time."""
    due = state.deadline(at)
    columns: dict[str, Any] = {
        "snapshot": state.to_json(),
        "phase": state.phase,
        "actor": state.actor,
        "waits_for": _waits_for(state),
        "due_at": None if due is None else moment(due),
        "status": STATUS[state.stage],
    }
    score = state.score
    columns |= {"score_white": score[0], "score_black": score[1]}
    ending = state.ending
    if ending is not None:
        abandoned = ending.how == "abandoned"
        columns |= {
            "status": Board.Status.ABANDONED if abandoned else Board.Status.ENDED,
            "winner": ending.winner,
            "ended_how": ending.how,
            "ended_at": moment(at),
            "reason": ending.reason[:200],
        }
    return columns


def _waits_for(state: State) -> int | None:
    seats = state.awaited
    return Board.BOTH if len(seats) > 1 else next(iter(seats), None)


def _first(request: BoardRequest, board: Board) -> BoardStep | None:
    """Return the row that this request has written, if it has.

    Raises:
        KeyReused: this sender's key came with other content before.
    """
    first = _keyed.first(board.pk, request.keyed_by, request.key)
    if first is not None:
        require_same(first.digest == request.digest)
    return first
