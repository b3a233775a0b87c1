"""The proof of a board's dice, made from its log when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from games.boards.sealing import is_opened
from games.boards.selectors.boards import state_of, steps_of
from games.models import Board, DiceSeed
from games.rules.dice_proof import Proof, ProofRoll, Seat
from games.rules.online import Ply, Step, plies_of

if TYPE_CHECKING:
    from games.rules.backgammon import Game


@dataclass(frozen=True, slots=True)
class Given:
    """How a seat's seed came: committed first, openly as the last, or openly before the other."""

    is_open: bool
    is_unprotected: bool


@dataclass(frozen=True, slots=True)
class Proven:
    """A board's proof, how each seat gave its seed, and the dice that were given up.

    `first` is the commitment that was published with the board, and mailed with invitations.
    """

    proof: Proof
    given: dict[int, Given]
    restarts: tuple[DiceSeed, ...]
    first: str


def proof_of(board: Board) -> Proven | None:
    """Return the proof of a board; None as long as it runs, or where nobody chose seeds.

    Only the last set of dice has rolled; those before it were given up before their first roll.
    """
    if not is_opened(board):
        return None
    dice = state_of(board).dice
    if dice is None or not dice.seeds or not dice.is_open:
        return None
    sets = list(board.dice_seeds.order_by("pk"))
    used = next(one for one in sets if one.game_id == dice.game_id)
    if not used.server_seed:
        return None  # a board that came from an archive made while it ran: its seed stayed there
    steps = steps_of(board)
    rolls = rolls_of(plies_of(steps))
    proof = Proof(
        game_id=used.game_id,
        server_seed=used.server_seed,
        server_commitment=used.commitment,
        seats=tuple(Seat(one.seat, one.seed or "", one.commitment) for one in dice.seeds),
        rolls=rolls,
        rolled=len(rolls),
    )
    unprotected = _unprotected(steps)
    given = {one.seat: Given(one.openly, one.seat in unprotected) for one in dice.seeds}
    restarts = tuple(one for one in sets if one is not used)
    return Proven(proof, given, restarts, sets[0].commitment)


def rolls_of(plies: Iterable[Ply]) -> tuple[ProofRoll, ...]:
    """Return every roll with its position and what was played, in the order of the dice.

    A tie at the opening has no position. A roll whose play was taken back is played once more, by
    the play that stands; one that nobody played, at a resignation or the end, has no result.
    """
    rolls: list[ProofRoll] = []
    for ply in plies:
        before, after = cast("Game", ply.before.game), cast("Game", ply.after.game)
        if ply.kind == "roll":
            dice = (ply.payload["dice"][0], ply.payload["dice"][1])
            if after.phase == "opening":
                rolls.append(ProofRoll(dice))
            elif before.phase == "opening":
                rolls.append(ProofRoll(dice, after.position.id, None))
            else:
                dances = after.phase == "roll"
                result = before.position.flipped().id if dances else None
                rolls.append(ProofRoll(dice, before.position.id, result))
        elif ply.kind == "play":
            rolls[-1] = ProofRoll(rolls[-1].dice, before.position.id, ply.payload["result"])
        elif _is_takeback(ply):
            rolls[-1] = ProofRoll(rolls[-1].dice, after.position.id, None)
    return tuple(rolls)


def _is_takeback(ply: Ply) -> bool:
    offer = ply.before.offer
    return ply.kind == "accept" and offer is not None and offer.kind == "takeback"


def _unprotected(steps: Iterable[Step]) -> set[int]:
    """Return the seats that said their seed openly while another could still choose theirs."""
    found: set[int] = set()
    for step in steps:
        if step.kind == "dice":
            found = set()
        elif step.kind == "say" and step.side is not None and step.payload.get("unprotected"):
            found.add(step.side)
    return found
