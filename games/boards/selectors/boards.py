"""Reads boards: one with its seats, a player's, a club's, and those that wait for somebody."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db.models import Case, F, IntegerField, Prefetch, Q, QuerySet, Value, When
from django.utils import timezone

from games.clubs.selectors.clubs import clubs_visible_to
from games.clubs.selectors.privacy import called, is_left_out
from games.errors import NotFound
from games.fast.queries import Prepared
from games.models import Block, Board, BoardInvitation, BoardSeat, BoardStep, Club, Player, User
from games.models.ids import is_public_id
from games.permissions import NOBODY, Reader, Somebody
from games.rules.online import Board as State
from games.rules.online import Outcome, Step, outcome_of
from games.rules.online.chouette import waits_for_assistant

PAGE: Final = 50
_STATE: Final = "_state_read"
"""Where a row keeps its snapshot and the state that was read from it."""
Status = Board.Status
SeedStage = Literal["", "commit", "wait", "open", "done"]
"""What a side does for the dice: choose a seed, wait for the others, open it; nothing more."""

_GONE: Final = Q(status=Status.PLAYING, snapshot__team__gone__0__seat__isnull=False)
_SEATS: Final = Prefetch(
    "seats",
    BoardSeat.objects.select_related("player__merged_into").order_by("number"),
    to_attr="seated",
)
_by_public_id: Final = Prepared(
    lambda public_id: (
        Board.objects.filter(public_id=public_id)
        .order_by()
        .select_related("club", "session__club", "session__season")
    )
)
_by_pks: Final = Prepared(
    lambda boards: (
        Board.objects.filter(pk__in=boards).order_by().select_related("club", "session__club")
    )
)
_seats_at: Final = Prepared(
    lambda boards: (
        BoardSeat.objects.filter(board__in=boards)
        .order_by("board_id", "number")
        .select_related("player__merged_into")
    )
)
_gone_at: Final = Prepared(
    lambda board: Board.objects.filter(_GONE, pk=board).order_by().values_list("snapshot")
)
_assistant_at: Final = Prepared(
    lambda board: (
        BoardSeat.objects.filter(
            board=board, board__status=Status.PLAYING, kind=BoardSeat.Kind.ASSISTANT
        )
        .order_by()
        .values_list("number", "board__actor", "board__snapshot__offer", "board__phase")
    )
)


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat as one reader knows it.

    `player` is the public id of somebody with a page; `away_at` since when they are not connected.
    """

    number: int
    name: str
    kind: str
    level: str = ""
    player: str = ""
    away_at: datetime.datetime | None = None


def board_find(public_id: str) -> Board:
    """Return a board with its club and seats, without checking who may see it.

    Raises:
        NotFound: it does not exist.
    """
    if not is_public_id(public_id):
        raise NotFound
    found = _with_seats(_by_public_id(public_id))
    if not found:
        raise NotFound
    return found[0]


def boards_read(keys: Collection[int]) -> list[Board]:
    """Return boards with their clubs and seats, in two queries however many."""
    return _with_seats(_by_pks(list(keys)))


def _with_seats(boards: list[Board]) -> list[Board]:
    seated: dict[int, list[BoardSeat]] = {board.pk: [] for board in boards}
    for seat in _seats_at(list(seated)):
        seated[seat.board_id].append(seat)
    for board in boards:
        board.seated = seated[board.pk]  # type: ignore[attr-defined]  # as `_SEATS` does
    return boards


def seats_of(board: Board) -> tuple[BoardSeat, ...]:
    """Return a board's seats with their players; without a query where the board has them."""
    seated = getattr(board, "seated", None)
    return tuple(_seats_at([board.pk]) if seated is None else seated)


def seed_stage(board: Board, state: State, side: int | None) -> SeedStage:
    """Return what a side does for the dice before the first roll; blank where it gives no seed."""
    dice = state.dice
    if dice is None or side is None or side not in dice.seats:
        return ""
    own = dice.of(side)
    if own is None:
        return "commit"
    if own.seed is not None:
        return "done"
    return "wait" if dice.missing or board.phase == "waiting" else "open"


def names_at(
    seats: tuple[BoardSeat, ...], reader: Reader = NOBODY, *, sees_names: bool = False
) -> dict[int, SeatName]:
    """Return the names of those who sit at a board, by seat; a free seat is not in it."""
    return {seat.number: _named(seat, reader, sees_names) for seat in seats}


def _named(seat: BoardSeat, reader: Reader, sees_names: bool) -> SeatName:
    if seat.kind == BoardSeat.Kind.ASSISTANT:
        return SeatName(seat.number, "", seat.kind, seat.level)
    if seat.player is None:
        return SeatName(seat.number, seat.name, seat.kind, away_at=seat.away_at)
    player: Player = seat.player.current
    sees = sees_names or reader.sees_names_of(player.club_id)
    name = player.name if sees else called(player.name, player.shown)
    has_page = sees or not is_left_out(player, reader)
    page = player.public_id if has_page else ""
    return SeatName(seat.number, name, seat.kind, player=page, away_at=seat.away_at)


def state_of(board: Board) -> State:
    """Return the board as its log leads to it; a row's snapshot is read once."""
    snapshot, state = vars(board).get(_STATE, (None, None))
    if snapshot is not board.snapshot:
        state = State.from_json(board.snapshot)
        state_known(board, state)
    assert isinstance(state, State)
    return state


def state_known(board: Board, state: State) -> None:
    """Keep the state that a board's snapshot holds, so that nobody reads it again."""
    vars(board)[_STATE] = board.snapshot, state


def score_of(board: Board) -> tuple[int, int]:
    """Return the points of both; rows from before leave out a single game lost by time."""
    if board.ended_how == "time":
        return state_of(board).score
    return board.score_white, board.score_black


def ended_by(board: Board) -> Outcome | None:
    """Return how a board has ended; None while it is open, and where it never began."""
    is_over = board.status in (Status.ENDED, Status.ABANDONED)
    return outcome_of(state_of(board)) if is_over else None


def series_next(board: Board) -> str:
    """Return the public id of the next game of a series; blank where there is none yet."""
    if board.is_open or board.snapshot.get("series") is None:
        return ""
    found = Board.objects.filter(rematch_of=board).values_list("public_id", flat=True)
    return found.first() or ""


def steps_of(board: Board, first: int = 1) -> list[Step]:
    """Return the log of a board from a row on; all of it for transcripts."""
    rows = board.log.filter(sequence__gte=first).order_by("sequence")
    return [Step(row.kind, row.side, row.at, row.payload) for row in rows]


def steps_of_game(board: Board) -> list[tuple[str, int | None, dict[str, Any]]]:
    """Return the log of the game that runs at a board: kinds, sides and payloads."""
    begun = board.log.filter(kind="next").order_by("-sequence")
    first = begun.values_list("sequence", flat=True).first() or 0
    rows = board.log.filter(sequence__gt=first).order_by("sequence")
    return list(rows.values_list("kind", "side", "payload"))


def steps_before_turn(board: Board) -> QuerySet[BoardStep]:
    """Return the log of a board up to its last roll, for readers who are a turn behind.

    Nothing is rolled while something is sealed, so the last roll began the last turn.
    """
    rolls = board.log.filter(kind="roll").order_by("-sequence")
    last = rolls.values_list("sequence", flat=True).first()
    return board.log.all() if last is None else board.log.filter(sequence__lt=last)


def assistant_waits(board_id: int) -> bool:
    """Tell whether the assistant has something to do at a board: a turn, or an offer to answer.

    While the dice are agreed on it gets ready.
    """
    found = _assistant_at.first(board_id)
    if found is not None:
        number, actor, offer, phase = found
        return number == actor or offer is not None or phase == "seeds"
    return any(waits_for_assistant(State.from_json(one)) for (one,) in _gone_at(board_id))


def has_resigned(board: Board, side: int) -> bool:
    """Tell whether a side has offered to resign the present game; nobody is asked twice."""
    steps = board.log.filter(Q(kind="next") | Q(kind="resign", side=side)).order_by("-sequence")
    return steps.values_list("kind", flat=True).first() == "resign"


def chouettes_late(before: datetime.datetime) -> list[int]:
    """Return the boards of chouettes where the assistant has been asked since before a moment."""
    rows = Board.objects.filter(_GONE, changed_at__lt=before).values_list("pk", "snapshot")
    return [pk for pk, one in rows if waits_for_assistant(State.from_json(one))]


def boards_of(user: User) -> QuerySet[Board]:
    """Return a user's open boards: those where it is their turn first, then by time left."""
    mine = BoardSeat.objects.filter(player__user=user).values("board")
    is_mine = Q(seats__player__user=user) & (
        Q(seats__number=F("waits_for")) | Q(waits_for=Board.BOTH)
    )
    return (
        Board.objects.filter(pk__in=mine, status__in=[Status.WAITING, Status.PLAYING])
        .select_related("club")
        .prefetch_related(_SEATS)
        .annotate(
            waits=Case(
                When(
                    status=Status.PLAYING,
                    pk__in=Board.objects.filter(is_mine).values("pk"),
                    then=Value(0),
                ),
                default=Value(1),
                output_field=IntegerField(),
            )
        )
        .order_by("waits", F("due_at").asc(nulls_last=True), "-changed_at")
    )


def boards_now(user: User, waiting: Set[int]) -> QuerySet[Board]:
    """Return the boards that wait for a user, which are given, then the others they play on now.

    A chouette's board is not among them: its table stands where tables stand.
    """
    mine = BoardSeat.objects.filter(player__user=user).values("board")
    return (
        Board.objects.filter(
            Q(pk__in=waiting) | Q(pk__in=mine, status=Status.PLAYING, session=None)
        )
        .select_related("club")
        .prefetch_related(_SEATS)
        .annotate(
            waits=Case(
                When(pk__in=waiting, then=Value(0)),
                default=Value(1),
                output_field=IntegerField(),
            )
        )
        .order_by("waits", F("due_at").asc(nulls_last=True), "-changed_at", "-pk")
    )


def boards_finished(user: User) -> QuerySet[Board]:
    """Return a user's boards that are over, the latest first."""
    return (
        Board.objects.filter(seats__player__user=user, status__in=[Status.ENDED, Status.ABANDONED])
        .select_related("club")
        .prefetch_related(_SEATS)
        .order_by("-ended_at", "-pk")
    )


def boards_held(seats: Mapping[int, str], *, since: datetime.datetime) -> list[Board]:
    """Return the boards of a phone's guest seats, given with their nonces: what goes on first.

    Of a series, whose seats keep their nonce, the game that goes on; those that ended before
    `since` are left out.
    """
    if not seats:
        return []
    nonces = set(seats.values())
    later = Q(board__status__in=[Status.WAITING, Status.PLAYING], nonce__in=nonces)
    rows = BoardSeat.objects.filter(Q(pk__in=seats) | later, kind=BoardSeat.Kind.GUEST)
    held = {
        seat.board_id
        for seat in rows.select_related("board")
        if seat.nonce in nonces and (seat.pk in seats or seat.board.snapshot.get("series"))
    }
    return list(
        Board.objects.filter(pk__in=held)
        .exclude(status=Status.WITHDRAWN)
        .exclude(ended_at__lt=since)
        .select_related("club", "rematch")
        .prefetch_related(_SEATS)
        .order_by(F("ended_at").desc(nulls_first=True), "-changed_at")
    )


def next_waiting(user: User, after: Board) -> Board | None:
    """Return the next board that waits for this user: answering one leads to it."""
    waiting = boards_of(user).exclude(pk=after.pk).first()
    return waiting if waiting is not None and is_turn_of(user, waiting) else None


def is_turn_of(user: User, board: Board) -> bool:
    return board.status == Status.PLAYING and any(
        seat.player is not None
        and seat.player.user_id == user.pk
        and board.waits_for in (seat.number, Board.BOTH)
        for seat in seats_of(board)
    )


def challenges_for(user: User) -> QuerySet[Board]:
    """Return the boards where this user may sit down: open to a club of theirs, or by name."""
    clubs = Club.objects.filter(memberships__user=user)
    named = BoardInvitation.objects.filter(
        player__user=user, used_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    ).values("board")
    return (
        Board.objects.filter(status=Status.WAITING)
        .filter(Q(club__in=clubs, is_challenge=True) | Q(pk__in=named))
        .exclude(seats__player__user=user)
        .exclude(seats__player__user__in=blocked_with(user))
        .select_related("club")
        .prefetch_related(_SEATS)
        .order_by("-created_at")
    )


def boards_visible_to(user: Somebody) -> QuerySet[Board]:
    """Return boards of the user's clubs, of public ones, and those they play on."""
    visible = Q(club__in=clubs_visible_to(user))
    if isinstance(user, User):  # a token for one club opens no board elsewhere
        visible |= Q(pk__in=BoardSeat.objects.filter(player__user=user).values("board"))
    return Board.objects.filter(visible).select_related("club").prefetch_related(_SEATS)


def blocked_with(user: User) -> list[int]:
    """Return the accounts with which this one has nothing to do, in either direction."""
    rows = Block.objects.filter(Q(by=user) | Q(blocked=user)).values_list("by", "blocked")
    return [one for pair in rows for one in pair if one != user.pk]


def is_apart(board: Board, user: User) -> bool:
    """Tell whether somebody at the board has blocked this player, or they them."""
    there = BoardSeat.objects.filter(board=board, player__user__isnull=False)
    others = set(there.values_list("player__user", flat=True)) - {user.pk}
    return bool(others & set(blocked_with(user)))


def boards_in(club: Club, *, status: str = "", kind: str = "") -> QuerySet[Board]:
    """Return a club's boards, running ones first, then the latest."""
    boards = club.boards.exclude(status=Status.WITHDRAWN).prefetch_related(_SEATS)
    if status:
        boards = boards.filter(status=status)
    if kind:
        boards = boards.filter(type=kind)
    rank = Case(
        When(status=Status.PLAYING, then=Value(0)),
        When(status=Status.WAITING, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return boards.annotate(rank=rank).order_by("rank", "-changed_at", "-pk")
