"""Boards: begun, taken a seat at, withdrawn, abandoned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Protocol

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.selectors.boards import is_apart
from games.boards.services.dice import dice_choose
from games.boards.services.sitters import Sitter
from games.boards.services.writing import BoardRequest, Writing, board_begin, board_write
from games.clubs.services.people import player_of_user
from games.errors import Conflict
from games.eventlog.keys import digest_of, require_same
from games.models import (
    Block,
    Board,
    BoardInvitation,
    BoardSeat,
    BoardStep,
    Club,
    DiceSeed,
    Player,
    User,
)
from games.models.clubs import validate_player_name
from games.models.locks import rows_lock, rows_locked
from games.names.identity import spelled
from games.permissions import Capability, require
from games.record.log.snapshots import position_of
from games.record.services.speakers import proxies_of, speaking_of
from games.rules.backgammon import Options
from games.rules.backgammon.match_score import LONGEST
from games.rules.clock import MINUTE, SECOND
from games.rules.codec import to_plain
from games.rules.online import Board as State
from games.rules.online import OnlineError, Series, game_type
from games.rules.online.board import DAY, PATIENCE

Kind = BoardSeat.Kind
Pace = Board.Pace

MOST_WAITING: Final = 20
"""Boards of one user that wait for somebody: an invitation is not a way to flood people."""
MOST_RUNNING: Final = 100
LONGEST_NAME: Final = 60

TEMPOS: Final[Mapping[str, tuple[int, int]]] = {
    "tournament": (12, 2),
    "blitz": (8, 1),
    "relaxed": (20, 3),
}
"""Clocks by name: seconds for each move, and minutes in the bank for each point."""
POINTS_OF_A_GAME: Final = 5
"""A single game, which has no length, has the bank of a match to so many points."""
MOST_SECONDS: Final = 120
MOST_MINUTES: Final = 600
DAYS_A_MOVE: Final = (1, 2, 3, 5, 7)
BANK_DAYS: Final = (1, 3, 7, 14)
HOLIDAY_DAYS: Final = 14


class GameOptions(Protocol):
    """The options of any game: a frozen dataclass."""

    def to_json(self) -> dict[str, Any]:
        """Return them as they are saved."""

    @property
    def is_from_beginning(self) -> bool:
        """Whether a rating can follow a single game."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What two agree on before they play.

    `length` is in points, None for a single game. `days` and `bank` belong to correspondence: days
    for each move, and days in the bank; `seconds` for each move and `minutes` in the bank to a
    clock, which has the bank of a tournament where none is said. `games` is how many games without
    a cube a series has.
    """

    type: str = "backgammon"
    length: int | None = None
    options: GameOptions = field(default_factory=Options)
    pace: str = Pace.FREE
    days: int = 3
    bank: int = 7
    is_rated: bool = False
    with_draws: bool = True
    games: int | None = None
    seconds: int = TEMPOS["tournament"][0]
    minutes: int | None = None

    @property
    def may_count(self) -> bool:
        """Whether a rating can follow: a match, or a game without a cube from its beginning."""
        has_cube = game_type(self.type).has_cube
        return self.length is not None if has_cube else self.options.is_from_beginning

    def control(self) -> list[Any] | None:
        """Return the clock's reserve, delay and mode; None without a clock.

        Raises:
            BoardRefused: this clock is not offered.
        """
        match self.pace:
            case Pace.FREE:
                return None
            case Pace.BANK:
                minutes = self.minutes
                if minutes is None:
                    minutes = bank_minutes("tournament", self.length)
                if 0 <= self.seconds <= MOST_SECONDS and 1 <= minutes <= MOST_MINUTES:
                    return [minutes * MINUTE, self.seconds * SECOND, "simple"]
            case Pace.DAYS if self.days in DAYS_A_MOVE and self.bank in BANK_DAYS:
                return [self.bank * DAY, self.days * DAY, "simple"]
        raise BoardRefused("clock_invalid")


def bank_minutes(tempo: str, length: int | None) -> int:
    """Return the bank of a clock by its name, for a match or a single game."""
    return TEMPOS[tempo][1] * (length or POINTS_OF_A_GAME)


def board_create(
    *,
    club: Club,
    by: User,
    terms: Terms,
    seat: int = 0,
    is_challenge: bool = False,
    key: str = "",
    rematch_of: Board | None = None,
) -> Board:
    """Set a board up; `by` sits down at `seat`, and the other seat waits.

    `is_challenge`: any member of the club may sit down there. The same key gives the same board.

    Raises:
        NotAllowed: they are no member of the club.
        KeyReused: the key came with other terms before.
        BoardRefused, RulesRefused: the terms do not exist, or too many boards wait.
    """
    require(by, Capability.START_MATCH, club)
    _check_length(terms)
    said = digest_of("begin", [club.pk, seat, is_challenge, asdict(terms)])
    if (there := _begun(by, key, said)) is not None:
        return there
    try:
        with transaction.atomic():
            _check_limits(by)
            made = Board(club=club, is_challenge=is_challenge, started_by=by, rematch_of=rematch_of)
            board = _board_new(made, terms, said=said, key=key)
            player = player_of_user(club=club, user=by)
            _sit(board, BoardSeat(board=board, kind=Kind.PLAYER, player=player), by, seat)
    except IntegrityError:
        # The same request came twice at once, and the other was faster.
        if (there := _begun(by, key, said)) is not None:
            return there
        raise
    return board


@transaction.atomic
def board_for_two(
    *, club: Club, by: User | None, terms: Terms, players: tuple[Player, Player]
) -> Board:
    """Set a board up at which two players sit from the beginning, the first as White.

    The caller has checked that `by` may: they direct an event, or play its match.

    Raises:
        BoardRefused, RulesRefused: the terms do not exist.
    """
    _check_length(terms)
    rows_lock(Player.objects.filter(pk__in=[player.pk for player in players]))
    board = _board_new(Board(club=club, started_by=by), terms)
    for number, player in enumerate(players):
        _sit(board, BoardSeat(board=board, kind=Kind.PLAYER, player=player), by, number)
    return board


@transaction.atomic
def series_go_on(*, board: Board, state: State) -> Board | None:
    """Begin the next game of a series once a game has ended: colours changed, both seated.

    None where the board is not one of a series, still runs or was abandoned, or was the last.
    """
    series, ending = state.series, state.ending
    if series is None or ending is None or ending.how == "abandoned":
        return None
    following = series.following(ending.winner)
    if following is None:
        return None
    terms = terms_again(board, board.log.get(sequence=1).payload)
    made = Board(club=board.club, started_by=board.started_by, rematch_of=board)
    made = _board_new(made, terms, series=following)
    seats = {seat.number: seat for seat in board.seats.select_related("player__merged_into")}
    for number in (0, 1):
        seat_again(board=made, before=seats[1 - number], at=number)
    return made


def seat_again(*, board: Board, before: BoardSeat, at: int | None = None) -> BoardSeat:
    """Put who sat at an earlier board on a seat of this one, the free one unless it is said which.

    Raises:
        BoardConflict: no seat is free.
    """
    seat = BoardSeat(
        board=board,
        kind=before.kind,
        player=None if before.player is None else before.player.current,
        # A guest's phone knows its new seat by this.
        nonce=before.nonce,
        **{name: getattr(before, name) for name in ("name", "level", "email", "language")},
    )
    _sit(board, seat, None, at)
    before.push_subscriptions.update(seat=seat)
    return seat


def board_of_guest(*, seat: BoardSeat, terms: Terms) -> Board:
    """Set up again what a guest has played, with colours changed; the other seat waits."""
    before = seat.board
    made = Board(club=before.club, started_by=before.started_by, rematch_of=before)
    board = _board_new(made, terms)
    seat_again(board=board, before=seat, at=1 - seat.number)
    return board


def terms_again(board: Board, begin: Mapping[str, Any]) -> Terms:
    """Return what was agreed on at a board whose first row is given."""
    reserve, delay, _mode = begin.get("control") or (0, 0, "")
    has_clock = board.pace == Pace.BANK
    series = begin.get("series")
    return Terms(
        type=board.type,
        length=board.match_length,
        options=game_type(board.type).options(board.options),
        pace=board.pace,
        days=max(1, delay // DAY),
        bank=max(1, reserve // DAY),
        seconds=delay // SECOND if has_clock else TEMPOS["tournament"][0],
        minutes=reserve // MINUTE if has_clock else None,
        is_rated=board.is_rated,
        with_draws=begin.get("with_draws", True),
        games=None if series is None else series["games"],
    )


def seat_join(*, board: Board, by: User) -> BoardSeat:
    """Sit down at a board that is open to the whole club.

    Raises:
        NotAllowed: they are no member of the club.
        BoardRefused: it is not open to the club, they sit there, or are not wanted.
        BoardConflict: somebody was faster.
    """
    require(by, Capability.START_MATCH, board.club)
    if not board.is_challenge:
        raise BoardRefused("challenge_closed")
    return seat_take(board=board, by=by)


def seat_take(*, board: Board, by: User | None, name: str = "", language: str = "") -> BoardSeat:
    """Take the free seat: as a player of the club, or as a guest with a name.

    The caller has checked that they may: by an invitation, a challenge, or an event.

    Raises:
        BoardRefused: they sit there already, are not wanted, or have said no name.
        BoardConflict: the seat is taken.
    """
    player = player_of_user(club=board.club, user=by, join=False) if by is not None else None
    if by is not None and is_apart(board, by):
        raise BoardRefused("blocked")
    if player is not None:
        if board.seats.filter(player=player).exists():
            raise BoardRefused("seat_own")
        seat = BoardSeat(board=board, kind=Kind.PLAYER, player=player)
    else:
        called = name.strip() or (by.name if by is not None else "")
        seat = BoardSeat(board=board, kind=Kind.GUEST, name=_name(called), language=language)
    return _sit(board, seat, by)


def seat_give_to_assistant(*, board: Board, by: Sitter, level: str) -> BoardSeat:
    """Let the assistant sit down where nobody came.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardRefused: there is no such level.
        BoardConflict: somebody has sat down.
    """
    if by.seat is None:
        raise BoardNotAllowed("no_seat")
    if level not in BoardSeat.Level.values:
        raise BoardRefused("assistant_none")
    return _sit(board, BoardSeat(board=board, kind=Kind.ASSISTANT, level=level), by.user)


def board_withdraw(*, board: Board, by: Sitter) -> None:
    """Take a board back at which nobody has sat down.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardConflict: somebody has sat down.
    """
    if by.seat is None:
        raise BoardNotAllowed("no_seat")

    def make(writing: Writing) -> None:
        if writing.state.stage != "waiting":
            raise BoardConflict("board_begun")
        writing.do("abandon", by.seat, reason="")
        writing.columns = {"status": Board.Status.WITHDRAWN}

    board_write(BoardRequest(board, by.seat, "withdraw", by=by.user), make)


def board_abandon(*, board: Board, by: User, reason: str) -> None:
    """End a board without a winner; the reason is shown to everybody, and the dice's seed is.

    Raises:
        NotAllowed: they may not decide in this club, or play here against somebody.
        BoardRefused: no reason was said.
    """
    require(by, Capability.VOID_SESSION, board.club)
    if board.is_open and plays_against(board, by):
        raise BoardNotAllowed("abandon_own")
    words = " ".join(reason.split())
    if not words:
        raise BoardRefused("reason_missing")
    board_stop(board=board, reason=words, by=by)


def plays_against(board: Board, by: User) -> bool:
    """Tell whether somebody plays at a board against people: it is not theirs to abandon."""
    session = board.session
    if session is not None:
        table = position_of(session).table
        return bool(speaking_of(session, by).voice(session, table, proxies_of(session)).against)
    others = board.seats.exclude(player__user=by).exclude(kind=Kind.ASSISTANT)
    return board.seats.filter(player__user=by).exists() and others.exists()


def board_stop(*, board: Board, reason: str, by: User | None = None) -> None:
    """End a board without a winner, for the program itself."""

    def make(writing: Writing) -> None:
        writing.do("abandon", None, reason=reason)

    board_write(BoardRequest(board, None, "abandon", reason, by=by), make)


def block(*, by: User, user: User) -> None:
    """Keep somebody from inviting and addressing this user."""
    if by.pk != user.pk:
        Block.objects.get_or_create(by=by, blocked=user)


def unblock(*, by: User, user: User) -> None:
    """Let them again."""
    Block.objects.filter(by=by, blocked=user).delete()


# helpers


def _begun(by: User, key: str, said: str) -> Board | None:
    """Return the board that this key has begun.

    Raises:
        KeyReused: the key came with other terms before.
    """
    there = BoardStep.objects.filter(sender=by, key=key, kind="begin").first() if key else None
    if there is None:
        return None
    require_same(there.payload.get("asked") == said)
    return there.board


def _check_length(terms: Terms) -> None:
    if terms.length is not None and not 1 <= terms.length <= LONGEST:
        raise BoardRefused("length_invalid", most=LONGEST)


def _board_new(
    board: Board, terms: Terms, *, said: str = "", key: str = "", series: Series | None = None
) -> Board:
    """Write a board with its first row and its dice; nobody sits there yet.

    Raises:
        RulesRefused: these terms do not exist.
    """
    of = game_type(terms.type)
    if series is None and terms.games is not None:
        try:
            series = Series(terms.games)
        except OnlineError as error:
            raise RulesRefused(error) from error
    board.type, board.match_length, board.pace = terms.type, terms.length, terms.pace
    board.options = terms.options.to_json()
    board.is_rated = terms.is_rated and board.club.boards_rated and terms.may_count
    payload: dict[str, Any] = {
        "type": terms.type,
        "length": terms.length,
        "options": terms.options.to_json(),
        "with_draws": terms.with_draws,
        "control": terms.control(),
        "holiday_days": HOLIDAY_DAYS if terms.pace == Pace.DAYS else 0,
        "patience": PATIENCE if terms.pace == Pace.FREE else None,
        "asked": said,
    }
    if series is not None:
        payload["series"] = to_plain(series)
    if of.has_dice:
        game_id, seed, commitment = dice_choose()
        payload["dice"] = {"game_id": game_id, "commitment": commitment}
    board_begin(board, payload, key=key, by=board.started_by)
    if of.has_dice:
        DiceSeed.objects.create(
            board=board, game_id=game_id, server_seed=seed, commitment=commitment
        )
    return board


def _sit(board: Board, seat: BoardSeat, by: User | None, at: int | None = None) -> BoardSeat:
    """Put somebody on a seat, the free one unless it is said which.

    Raises:
        BoardConflict: no seat is free.
        Conflict: the player was merged or made anonymous meanwhile.
    """

    def make(writing: Writing) -> None:
        if seat.player is not None:
            _hold(seat.player)
        free = {0, 1} - set(writing.state.seated)
        if not free or at not in (None, *free):
            raise BoardConflict("seat_taken")
        seat.number = min(free) if at is None else at
        seat.save(force_insert=True)
        if at is None:
            links_close(board)
        gives = seat.kind != Kind.ASSISTANT
        who = seat.player.public_id if seat.player is not None else ""
        writing.do(
            "seat",
            None,
            seat=seat.number,
            seeds=gives,
            joins=True,
            starts=True,
            who=seat.kind,
            player=who,
        )
        if writing.state.phase == "opening":
            writing.opening()

    board_write(BoardRequest(board, None, "seat", by=by), make)
    return seat


def _hold(player: Player) -> None:
    """Lock who sits down, as those do who merge players or make them anonymous."""
    now = rows_locked(Player.objects).get(pk=player.pk)
    if (now.merged_into_id, now.user_id) != (player.merged_into_id, player.user_id):
        raise Conflict("people_busy")


def links_close(board: Board) -> None:
    """Close the links to a board's seat: with one that is left, its finder would unseat a guest."""
    left = BoardInvitation.objects.filter(board=board, used_at=None, withdrawn_at=None)
    left.update(withdrawn_at=timezone.now())


def _check_limits(by: User) -> None:
    mine = Board.objects.filter(seats__player__user=by)
    if mine.filter(status=Board.Status.WAITING).count() >= MOST_WAITING:
        raise BoardRefused("too_many_waiting", limit=MOST_WAITING)
    if mine.filter(status=Board.Status.PLAYING).count() >= MOST_RUNNING:
        raise BoardRefused("too_many_running", limit=MOST_RUNNING)


def _name(name: str) -> str:
    called = spelled(name)[:LONGEST_NAME].rstrip()
    try:
        validate_player_name(called)
    except ValidationError as error:
        raise BoardRefused("name_missing") from error
    return called
