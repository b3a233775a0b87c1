"""How a game at a board has ended: who has won, by what, and how much it counts."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.online.board import Board, ChouetteBoard


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended; `by` is a word of its rules, or "time", "unmoved", "time_draw",
    "abandoned" and, at a chouette, "cubes" and "table".

    `winner` is None after a draw and where nobody has won. `match` has won the whole match to
    points with it.
    `mover` would have to move, on squares. A chouette counts `points` by its cubes.
    """

    by: str
    winner: int | None
    points: int = 0
    mover: int | None = None
    match: int | None = None
    reason: str = ""


def outcome_of(board: Board) -> Outcome | None:
    """Return how the present game of a board has ended; None while it is played."""
    ending, of, game = board.ending, board.type, board.game
    if ending is None:
        return Outcome(*of.ended(game)) if board.phase == "over" else None
    is_match = ending.winner is not None and of.length(game) is not None
    match = ending.winner if is_match else None
    if of.phase(game) == "over" and ending.how in ("played", "draw"):
        return Outcome(*of.ended(game), match=match)
    if ending.how == "draw":
        return Outcome("time_draw", None)
    points = abs(board.score[0] - board.score[1]) if ending.how == "time" and not is_match else 0
    is_left = board.clock is None and not isinstance(board, ChouetteBoard)
    is_unmoved = ending.how == "time" and is_left
    by = "unmoved" if is_unmoved else ending.how
    return Outcome(by, ending.winner, points, match=match, reason=ending.reason)
