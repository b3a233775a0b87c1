"""Who may make a link to a seat, and when it opens one on which a guest sits: once they agree, or
after they have been gone.
"""

from __future__ import annotations

import datetime
from typing import Final

from django.utils import timezone

from games.boards.errors import BoardConflict, BoardRefused
from games.boards.selectors.boards import seats_of, state_of
from games.models import Board, BoardInvitation, BoardSeat
from games.rules.online.board import PATIENCE, moment

GONE: Final = datetime.timedelta(days=PATIENCE)
"""How long a guest has not answered whose turn it is, where no clock runs."""

MOST_OPEN: Final = 5
"""Open links to one board."""


def link_refusal(
    board: Board, side: int, *, by_name: bool = False
) -> BoardConflict | BoardRefused | None:
    """Return why who sits on a side can make no link to the other seat; None where they can.

    `by_name`: for a player who is challenged, which is how a rematch is asked.
    """
    if board.session_id is not None:
        return BoardRefused("board_of_chouette")
    there = next((one for one in seats_of(board) if one.number == 1 - side), None)
    if there is not None and there.kind != BoardSeat.Kind.GUEST:
        return BoardRefused("seat_of_account")
    if not board.is_open:
        return BoardConflict("board_over")
    if there is None and not by_name and board.rematch_of_id is not None:
        return BoardRefused("rematch_asked")
    if board.invitations.filter(used_at=None, withdrawn_at=None).count() >= MOST_OPEN:
        return BoardRefused("links_open", limit=MOST_OPEN)
    return None


def handover_last(board: Board, side: int | None) -> BoardInvitation | None:
    """Return the last link to the guest's seat opposite a side, while its answer is news there."""
    guest = next((one for one in seats_of(board) if one.number != side), None)
    if side is None or guest is None or guest.kind != BoardSeat.Kind.GUEST or not board.is_open:
        return None
    return board.invitations.filter(seat=guest.number, used_at=None).order_by("-pk").first()


def handover_asked(board: Board, seat: BoardSeat | None) -> BoardInvitation | None:
    """Return the link to a guest's seat about which they are to be asked; None if there is none."""
    if seat is None or seat.kind != BoardSeat.Kind.GUEST or not board.is_open:
        return None
    invitations = BoardInvitation.objects.filter(
        board=board,
        seat=seat.number,
        used_at=None,
        withdrawn_at=None,
        allowed_at=None,
        expires_at__gt=timezone.now(),
    )
    return invitations.order_by("pk").first()


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
