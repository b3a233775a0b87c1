"""When a link opens a seat on which a guest sits: once they agree, or after they have been gone."""

from __future__ import annotations

import datetime
from typing import Final

from django.utils import timezone

from games.boards.selectors.boards import state_of
from games.models import Board, BoardInvitation, BoardSeat
from games.rules.online.board import PATIENCE, moment

GONE: Final = datetime.timedelta(days=PATIENCE)
"""How long a guest has not answered whose turn it is, where no clock runs."""


def handover_asked(board: Board, seat: BoardSeat | None) -> BoardInvitation | None:
    """Return the link to a guest's seat about which they are to be asked; None if there is none."""
    if seat is None or seat.kind != BoardSeat.Kind.GUEST or not board.is_open:
        return None
    found = BoardInvitation.objects.filter(
        board=board,
        seat=seat.number,
        used_at=None,
        withdrawn_at=None,
        allowed_at=None,
        expires_at__gt=timezone.now(),
    )
    return found.order_by("pk").first()


def seat_is_open(board: Board, seat: BoardSeat, invitation: BoardInvitation) -> bool:
    """Tell whether a link opens a guest's seat now, without or with their word."""
    if invitation.allowed_at is not None:
        return True
    opens_at = seat_opens_at(board, seat)
    return opens_at is not None and opens_at <= timezone.now()


def seat_opens_at(board: Board, seat: BoardSeat) -> datetime.datetime | None:
    """Return when a guest who goes on being away loses the seat to a link; None while they are
    there, or nothing waits for them.

    It is when a flag could be claimed; where no clock runs, after a week.
    """
    state = state_of(board)
    if seat.number not in state.awaited or seat.presences.exists():
        return None
    last = board.log.order_by("-sequence").values_list("at", flat=True).first() or 0
    clock = state.clock
    if clock is not None and clock.turn == seat.number:
        due = state.deadline(last)
        return None if due is None else moment(due)
    since = max(filter(None, (moment(last), seat.away_at, seat.moved_at or seat.taken_at)))
    return since + GONE
