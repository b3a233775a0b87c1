"""One open offer at a time: what an act does to the offer that waits for its answer.

A double, a beaver and a resignation are open in the game itself, and only their answer goes on.
A draw, a taken-back turn and a pause are offered beside the moves:

- the other side's next act of the game refuses them;
- the offerer's own roll or play leaves them open; so it is at a chouette with cubes, which have
  words of their own, and a pause;
- a double, a resignation and the end of a game take the place of either side's;
- no second one is offered, nor any beside a double or a resignation.

What is written comes through `acted`. `applied` folds logs from before this rule, too.
"""

from __future__ import annotations

from typing import Final

from games.rules.online.board import Board, ChouetteBoard
from games.rules.online.errors import OnlineError
from games.rules.online.steps import OFFERS, Step, applied

ASKED_BESIDE: Final = frozenset({*OFFERS, "ask"})
"""What is offered beside the moves; `ask` is a settlement at a chouette."""


def acted(board: Board, step: Step) -> list[tuple[Board, Step]]:
    """Return what an act writes: each step as the log keeps it, and the board after it.

    An offer whose place is taken is withdrawn by a step of its own before.

    Raises:
        OnlineError: the act is not possible now.
        CodedError: the rules of the game refuse it.
    """
    is_due = board.phase in ("answer", "resignation")
    if step.kind in ASKED_BESIDE and (is_due or has_offer(board)):
        raise OnlineError("offer_open")
    written: list[tuple[Board, Step]] = []
    if has_offer(board) and (board.is_asking or _takes_its_place(board, step)):
        withdrawn = Step("withdraw", None if board.offer is None else board.offer.side, step.at)
        board, _kept = applied(board, withdrawn)
        written.append((board, withdrawn))
    after, kept = applied(board, step)
    return [*written, (after, Step(step.kind, step.side, step.at, kept))]


def has_offer(board: Board) -> bool:
    """Tell whether something that is offered beside the moves waits for an answer."""
    return board.offer is not None or (
        isinstance(board, ChouetteBoard) and board.team.proposal is not None
    )


def _takes_its_place(board: Board, step: Step) -> bool:
    after, _kept = applied(board, step)
    return after.stage == "playing" and after.is_asking and has_offer(after)
