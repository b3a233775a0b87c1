"""Reads how a rematch stands: asked by whom, refused, or begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from games.boards.selectors.boards import seats_of, series_next, state_of
from games.models import Board, BoardSeat

REFUSED: Final = "refused"
"""Why a board was withdrawn whose other side did not want it."""

Stage = Literal["none", "asking", "asked", "refused", "declined", "begun"]


@dataclass(frozen=True, slots=True)
class Rematch:
    """How a rematch stands for one side of a board that is over.

    `asking`: they have asked; `asked`: the other side has. `refused`: the other side has said no;
    `declined`: they have. `board` is the public id of a rematch that has `begun`.
    """

    stage: Stage = "none"
    board: str = ""


NONE: Final = Rematch()


def rematch_board(board: Board) -> Board | None:
    """Return the board on which this one is played again; None as long as nobody has asked."""
    return Board.objects.select_related("club").filter(rematch_of=board).first()


def is_rematch_asked(board: Board) -> bool:
    """Tell whether a board is a rematch that one side has asked for, and nobody has answered."""
    return board.rematch_of_id is not None and board.status == Board.Status.WAITING


def is_asked_for_rematch(board: Board, side: int | None) -> bool:
    """Tell whether a side of a board that is over is to answer; reads `rematch` of the board."""
    again: Board | None = getattr(board, "rematch", None)
    if side is None or again is None or not is_rematch_asked(again):
        return False
    return 1 - side not in state_of(again).seated  # colours are changed


def rematch_seen(board: Board, side: int | None) -> Rematch:
    """Return how a rematch stands, as one side sees it; nothing for onlookers."""
    if side is None or board.is_open or board.session_id is not None:
        return NONE
    again = rematch_board(board)
    if again is None:
        return NONE
    if again.status not in (Board.Status.WAITING, Board.Status.WITHDRAWN):
        return Rematch("begun", again.public_id)
    is_own = again.seats.filter(number=1 - side).exists()  # colours are changed
    if again.status == Board.Status.WAITING:
        return Rematch("asking" if is_own else "asked")
    if again.reason != REFUSED:
        return NONE
    return Rematch("refused" if is_own else "declined")


def may_rematch(board: Board, side: int | None) -> bool:
    """Tell whether a side of a board of two has somebody whom it can ask to play again.

    Whoever sits there by an account, as a guest or as the assistant can answer. A series goes on
    by itself.
    """
    seats = {seat.number: seat for seat in seats_of(board)}
    if side not in seats or len(seats) < 2 or board.session_id is not None or _goes_on(board):
        return False
    return all(
        seat.kind != BoardSeat.Kind.PLAYER or (seat.player and seat.player.user_id)
        for seat in seats.values()
    )


def _goes_on(board: Board) -> bool:
    """Tell whether the next game of a series follows by itself."""
    series = state_of(board).series
    if series is None:
        return False
    return series.number < series.games if board.is_open else bool(series_next(board))
