"""A rematch: asked by one, agreed to, refused or taken back; the same again, colours changed.

Until the other side has said yes, the new board waits for that side alone.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused
from games.boards.selectors.boards import blocked_with
from games.boards.selectors.rematches import REFUSED, may_rematch, rematch_board
from games.boards.services.boards import (
    board_create,
    board_of_guest,
    seat_again,
    seat_give_to_assistant,
    seat_take,
    terms_again,
)
from games.boards.services.invitations import invitation_make
from games.boards.services.sitters import Sitter
from games.boards.services.writing import BoardRequest, Writing, board_write
from games.models import Board, BoardSeat
from games.signals import board_beat


@transaction.atomic
def rematch(*, board: Board, by: Sitter, key: str = "") -> Board:
    """Ask for the same again with colours changed, or agree to what the other side has asked.

    Returns the new board: it has begun where both want it, and against the assistant.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardRefused: it is not over, or the other side cannot be asked.
    """
    _may(board, by)
    again = rematch_board(board)
    if again is not None and again.status == Board.Status.WITHDRAWN:
        # Asked anew: what was refused or taken back is no rematch of this board any more.
        Board.objects.filter(pk=again.pk).update(rematch_of=None)
        again = None
    if again is None:
        try:
            with transaction.atomic():
                again = _asked(board, by, key)
        except IntegrityError:
            # Both ask at once, and the other was faster.
            again = rematch_board(board)
            if again is None:
                raise
    if again.status == Board.Status.WAITING:
        _sit_down(board, again, by)
    board_beat(board)
    again.refresh_from_db()
    return again


@transaction.atomic
def rematch_refuse(*, board: Board, by: Sitter) -> None:
    """Say no to the other side.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardRefused: nobody asks them.
    """
    _may(board, by)
    _close(board, by, own=False, reason=REFUSED)


@transaction.atomic
def rematch_withdraw(*, board: Board, by: Sitter) -> None:
    """Take back what one has asked.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardRefused: they have not asked.
    """
    _may(board, by)
    _close(board, by, own=True, reason="")


def _may(board: Board, by: Sitter) -> None:
    if by.seat is None:
        raise BoardNotAllowed("no_seat")
    if board.session_id is not None:
        raise BoardRefused("board_of_chouette")
    if board.is_open:
        raise BoardRefused("rematch_early")
    if not may_rematch(board, by.seat):
        raise BoardRefused("rematch_nobody")


def _close(board: Board, by: Sitter, *, own: bool, reason: str) -> None:
    again = rematch_board(board)
    assert by.seat is not None
    if again is None or again.status != Board.Status.WAITING:
        raise BoardRefused("rematch_none")
    if again.seats.filter(number=1 - by.seat).exists() is not own:
        raise BoardRefused("rematch_none")

    def make(writing: Writing) -> None:
        if writing.state.stage != "waiting":
            raise BoardConflict("board_begun")
        writing.do("abandon", None, reason=reason)
        writing.columns = {"status": Board.Status.WITHDRAWN}

    board_write(BoardRequest(again, None, "withdraw", by=by.user), make)
    board_beat(board)


def _sit_down(board: Board, again: Board, by: Sitter) -> None:
    """Put who agrees on the free seat; who has asked sits there."""
    assert by.seat is not None
    if again.seats.filter(number=1 - by.seat).exists():
        return
    if by.user is None:
        seat_again(board=again, before=board.seats.get(number=by.seat))
    else:
        seat_take(board=again, by=by.user)


def _asked(board: Board, by: Sitter, key: str) -> Board:
    """Set the new board up: the assistant sits down at once, an account is invited by name.

    A guest finds the question where they have just played.
    """
    assert by.seat is not None
    seats = {
        seat.number: seat for seat in board.seats.select_related("player__user", "board__club")
    }
    other = seats[1 - by.seat]
    account = other.player.user_id if other.player is not None else None
    if by.user is not None and account in blocked_with(by.user):
        raise BoardRefused("blocked")
    terms = terms_again(board, board.log.get(sequence=1).payload)
    if by.user is None:
        again = board_of_guest(seat=seats[by.seat], terms=terms)
    else:
        again = board_create(
            club=board.club, by=by.user, terms=terms, seat=1 - by.seat, key=key, rematch_of=board
        )
    sitter = Sitter(1 - by.seat, by.user)
    if other.kind == BoardSeat.Kind.ASSISTANT:
        seat_give_to_assistant(board=again, by=sitter, level=other.level)
    elif account and not again.invitations.exists():
        # The same key gives the same board, and no second invitation.
        invitation_make(board=again, by=sitter, player=other.player)
    return again
