"""Boards that have ended: their results stand in their matches by themselves."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Final

import structlog
from django.db.models import Exists, OuterRef, Q

from games.errors import ServiceError
from games.models import Board, BoardSeat
from games.rules.backgammon.match_log import MatchLog
from games.rules.online import BACKGAMMON
from games.sessions.services.sessions import today
from games.signals import board_beat
from tournaments.errors import CorrectionReaches
from tournaments.models import Match
from tournaments.record.services.writing import event_beat
from tournaments.results.selectors.boards import SWEPT, counted_key, may_count
from tournaments.results.services.match_scores import (
    final_of,
    penalties_of,
    require_open,
    score_put,
)
from tournaments.results.services.match_writing import MatchRequest, match_write

logger = structlog.get_logger(__name__)

SETTLES: Final = datetime.timedelta(minutes=1)
"""So long the end of a board is left to its own news."""


def board_count(*, board_id: int) -> Match | None:
    """Let a board that has ended count for its match; a rated one without gets a casual match.

    Only two players of the club have a match: the assistant and guests never do. Doing it twice
    writes once. A match that was decided otherwise meanwhile stays as it is. Pages of the board are
    told, as they were shown its end before.
    """
    board = Board.objects.select_related("club").filter(pk=board_id).first()
    if board is None or board.status != Board.Status.ENDED:
        return None
    match = Match.objects.select_related("online").filter(online=board).first() or _casual(board)
    if match is not None and match.is_settled and match.is_beside_board:
        # Nothing is written; pages show that a director can let it count.
        if match.round is not None:
            event_beat(match.round.division.event_id)
        return match
    if match is None or match.is_settled:
        return match
    points = match.board_points
    if points is None or not may_count(match):
        return None

    def change(locked: Match, side: int | None) -> None:
        require_open(locked)
        final = final_of(locked, points)
        score_put(locked, MatchLog(locked.length, penalties_of(locked)).add(final), None)

    def report(locked: Match, side: int | None) -> None:
        change(locked, side)
        locked.state, locked.settled_at = Match.State.REPORTED, None
        locked.reported_by = board.winner or 0

    payload = {"points": list(points), "board": board.public_id}
    key = counted_key(board)
    request = MatchRequest(match, None, "report", payload, match.version, key)
    try:
        try:
            counted = match_write(request, change)
        except CorrectionReaches:
            # It would take from others what they have played: so the director decides.
            counted = match_write(request, report)
    except ServiceError as error:
        logger.warning("board_not_counted", board=board.public_id, error=str(error))
        return None
    board_beat(board)
    return counted


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
