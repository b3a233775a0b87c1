"""Reads whether the board of a match, which is over, still counts for it by itself."""

from __future__ import annotations

import datetime
from typing import Final

from django.utils import timezone

from games.models import Board
from tournaments.models import Match, Round

SWEPT: Final = datetime.timedelta(days=14)
"""How far back lost ends are looked for: what could not be counted by then stays as it is."""


def counted_key(board: Board) -> str:
    """Return the key of the step by which a board counts for its match: it does so once."""
    return f"board-{board.public_id}"


def was_counted(match: Match) -> bool:
    """Tell whether the board of a match has counted for it, as the match was when it was read.

    A step after that does not mean that it was taken back: it may just have been written.
    """
    board = match.online
    if board is None:
        return False
    return match.log.filter(key=counted_key(board), version__lte=match.version).exists()


def may_count(match: Match) -> bool:
    """Tell whether the result of its board can stand in a match by itself: it has one, nothing else
    is decided, results still come in there, and this one was not taken back.
    """
    if match.is_settled or match.board_points is None:
        return False
    round = match.round
    if round is not None:
        is_out = round.state == Round.State.RELEASED
        if not is_out or not round.division.event.is_open:
            return False
    return not was_counted(match)


def board_left(match: Match) -> bool:
    """Tell whether its board has a result that does not stand and is not about to: a director can
    let it count.
    """
    if not match.board_waits:
        return False
    board = match.online
    if board is None or board.ended_at is None or board.ended_at <= timezone.now() - SWEPT:
        return True
    return not may_count(match)
