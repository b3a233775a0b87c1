"""Matches that are played on a board online: the board's result stands in the match by itself."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.boards.services.boards import Terms, board_for_two
from games.errors import ServiceError
from games.models import Board, BoardSeat, Player, User
from games.rules.backgammon.match_log import MatchLog
from games.rules.online import BACKGAMMON, game_type
from games.sessions.services.sessions import today
from tournaments.errors import CorrectionReaches, EventConflict, EventNotAllowed, EventRefused
from tournaments.models import EntryPass, League, Match, Round
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.writing import Doer, event_beat, event_lock
from tournaments.results.services.match_scores import (
    final_of,
    penalties_of,
    require_open,
    score_put,
)
from tournaments.results.services.match_writing import MatchRequest, match_get, match_write
from tournaments.results.services.results import match_correct

logger = structlog.get_logger(__name__)

FINISHED: Final = (Board.Status.ENDED, Board.Status.WAITING, Board.Status.PLAYING)
SETTLES: Final = datetime.timedelta(minutes=1)
"""So long the end of a board is left to its own news."""
SWEPT: Final = datetime.timedelta(days=14)
"""How far back lost ends are looked for: what could not be counted by then stays as it is."""


@transaction.atomic
def match_board_open(*, match: Match, by: Doer, by_days: bool = False) -> Board:
    """Give the two players of a match a board, or return the one that they have.

    With `by_days` it is played by correspondence. The first player has White. In a bracket there
    are no draws; what else they agree on is usual in their game. After an abandoned board there can
    be another one. In an event, a player without an account sits down with the phone that has their
    pass: see `match_seat`.

    Raises:
        NotAllowed: they neither direct nor play this match.
        Conflict: the match is decided, or the event is over.
        Refused: somebody is unknown or has no account, or it is not to a number of points.
    """
    if not directs(by, match.club) and side_of(by, match) is None:
        raise EventNotAllowed("not_your_match")
    if match.round is not None and not event_lock(match.round.division.event_id).is_open:
        raise EventConflict("event_over")
    found = match_get(match.pk, is_locked=True)
    if found.online is not None and found.online.status in FINISHED:
        return found.online
    require_open(found)
    dated = dated_of_match(found)
    if dated is not None and dated.boards == League.Boards.NEVER:
        raise EventRefused("league_board_never")
    if found.round is not None and found.round.state != Round.State.RELEASED:
        raise EventRefused("round_not_released")
    if found.length is None:
        raise EventRefused("online_length")
    needs_account = found.round is None
    players = _player(found.first, needs_account), _player(found.second, needs_account)
    terms = _terms(found, by_days=by_days)
    user = by if isinstance(by, User) else None
    board = board_for_two(club=found.club, by=user, terms=terms, players=players)
    Match.objects.filter(pk=found.pk).update(online=board)
    return board


def _terms(match: Match, *, by_days: bool) -> Terms:
    pace = Board.Pace.DAYS if by_days else Board.Pace.FREE
    if match.has_draws:
        return Terms(type=match.game, options=game_type(match.game).options({}), pace=pace)
    return Terms(length=match.length, with_draws=not match.is_of_bracket, pace=pace)


def match_seat(*, match: Match, by: Doer) -> BoardSeat | None:
    """Return the seat that a pass of the event opens at a match's board; None for all others."""
    side = side_of(by, match)
    if side is None or not isinstance(by, EntryPass) or match.online is None:
        return None
    return match.online.seats.filter(number=side, kind=BoardSeat.Kind.PLAYER).first()


def _player(player: Player | None, needs_account: bool) -> Player:
    assert player is not None  # the match is open
    if needs_account and player.current.user_id is None:
        raise EventRefused("online_accounts")
    return player.current


def board_count(*, board_id: int) -> Match | None:
    """Let a board that has ended count for its match; a rated one without gets a casual match.

    Only two players of the club have a match: the assistant and guests never do. Doing it twice
    writes once. A match that was decided otherwise meanwhile stays as it is.
    """
    board = Board.objects.select_related("club").filter(pk=board_id).first()
    if board is None or board.status != Board.Status.ENDED:
        return None
    match = Match.objects.filter(online=board).first() or _casual(board)
    if match is not None and match.is_settled and match.is_beside_board:
        # Nothing is written; pages show that a director can let it count.
        if match.round is not None:
            event_beat(match.round.division.event_id)
        return match
    if match is None or match.is_settled:
        return match
    if board.winner is None and not match.has_draws:
        return None
    points = _points(board, match)

    def change(locked: Match, side: int | None) -> None:
        require_open(locked)
        final = final_of(locked, points)
        score_put(locked, MatchLog(locked.length, penalties_of(locked)).add(final), None)

    def report(locked: Match, side: int | None) -> None:
        change(locked, side)
        locked.state, locked.settled_at = Match.State.REPORTED, None
        locked.reported_by = board.winner or 0

    payload = {"points": list(points), "board": board.public_id}
    key = f"board-{board.public_id}"
    request = MatchRequest(match, None, "report", payload, match.version, key)
    try:
        try:
            return match_write(request, change)
        except CorrectionReaches:
            # It would take from others what they have played: so the director decides.
            return match_write(request, report)
    except ServiceError as error:
        logger.warning("board_not_counted", board=board.public_id, error=str(error))
        return None


def match_take_board(*, match: Match, by: User, version: int, key: str, seen: str = "") -> Match:
    """Let a board count that has ended after its match was decided otherwise, as a director.

    Raises:
        NotAllowed, CorrectionReaches: see `match_correct`.
        Conflict: the version is outdated, or the board has no result.
    """
    if match.online is None or not match.board_waits:
        raise EventConflict("board_not_over")
    points = _points(match.online, match)
    return match_correct(match=match, by=by, points=points, version=version, key=key, seen=seen)


def boards_count(*, now: datetime.datetime) -> int:
    """Count boards whose end was written but never told, as when the program was killed between.

    Returns how many matches that settled; none is counted twice.
    """
    counted = (board_count(board_id=board) for board in list(_uncounted(now)))
    return sum(match is not None and match.is_settled for match in counted)


def _uncounted(now: datetime.datetime) -> Iterator[int]:
    """Yield the boards that have ended and whose match is open, or was never made."""
    matches = Match.objects.filter(online=OuterRef("pk"))
    played = BoardSeat.objects.filter(board=OuterRef("pk"), kind=BoardSeat.Kind.PLAYER)
    white, black = played.filter(number=0), played.filter(number=1)
    has_draws = ~Q(type=BACKGAMMON.name)
    counts = Q(is_rated=True) & (Q(match_length__isnull=False) | has_draws)
    is_casual = counts & Exists(white) & Exists(black)
    ended = Board.objects.filter(
        status=Board.Status.ENDED, ended_at__gt=now - SWEPT, ended_at__lte=now - SETTLES
    )
    has_result = Q(winner__isnull=False) | has_draws
    is_open = Exists(matches.exclude(state=Match.State.SETTLED))
    lost = ended.filter(has_result).filter(is_open | (is_casual & ~Exists(matches)))
    yield from lost.order_by("ended_at", "pk").values_list("pk", flat=True)


def _points(board: Board, match: Match) -> tuple[int, int]:
    """Return the final score: who is out of time has lost, whatever the score was.

    Points beyond the length do not count.
    """
    assert match.length is not None  # others are not played on the board
    if board.winner is None:
        return (0, 0)
    if board.winner == 0:
        return (match.length, min(board.score_black, match.length - 1))
    return (min(board.score_white, match.length - 1), match.length)


def _casual(board: Board) -> Match | None:
    """Return the match of a rated board that belongs to no event, made when it is asked first."""
    has_draws = board.type != BACKGAMMON.name
    length = 1 if has_draws else board.match_length
    if not board.is_rated or length is None:
        return None
    seats = board.seats.filter(kind=BoardSeat.Kind.PLAYER).select_related("player__merged_into")
    players = [seat.player.current for seat in seats.order_by("number") if seat.player is not None]
    if len(players) != 2:
        return None
    match, _is_new = Match.objects.get_or_create(
        online=board,
        defaults={
            "club": board.club,
            "first": players[0],
            "second": players[1],
            "game": board.type,
            "length": length,
            "played_on": today(board.club),
        },
    )
    return match
