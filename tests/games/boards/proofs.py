"""True proofs of dice, for tests: a game played from given seeds, and its page."""

import hashlib
from collections.abc import Sequence
from typing import Any

from games.boards.presenters.proof import ProofPage, Restart, SeedGiver, proof_page
from games.rules import dice
from games.rules.backgammon import START, results
from games.rules.dice_proof import Proof, ProofRoll, Seat

GAME = "t3stgam3"
SERVER_SEED = hashlib.sha256(b"a server seed for tests").hexdigest()
SEEDS = {0: "5f0c0c1d2e3f4a5b6c7d8e9fa0b1c2d3", 1: "lucky seven 00112233445566778899aabbccddeeff"}


def proof_of(count: int = 60, *, game: str = GAME, most: int | None = None) -> Proof:
    """A proof of so many rolls: the first legal play each time, and after a win the next game.

    `most`: a game ends after so many plays, as if somebody had resigned.
    """
    rolls: list[ProofRoll] = []
    position, played = START, 0
    for one in dice.rolls(game, SERVER_SEED, SEEDS, count):
        if position == START and one[0] == one[1]:
            rolls.append(ProofRoll(one))
            continue
        after = min(results(position, one) or [position.flipped()], key=lambda board: board.id)
        rolls.append(ProofRoll(one, position.id, after.id))
        played += 1
        if after.is_over or played == most:
            position, played = START, 0
        else:
            position = after
    return Proof(
        game,
        SERVER_SEED,
        dice.server_commitment(game, SERVER_SEED),
        tuple(
            Seat(seat, seed, dice.seat_commitment(game, seat, seed)) for seat, seed in SEEDS.items()
        ),
        tuple(rolls),
    )


def page_of(proof: Proof | None = None, **values: Any) -> ProofPage:
    """A page of Ann, White, and Bob, Black."""
    usual: dict[str, Any] = {
        "title": "Ann – Bob, a match to 3",
        "sides": ("Ann", "Bob"),
        "givers": {0: SeedGiver("Ann"), 1: SeedGiver("Bob")},
    }
    return proof_page(proof or proof_of(), **{**usual, **values})


def restarts() -> Sequence[Restart]:
    """Dice that Bob left closed."""
    return [Restart("0ldgam3", dice.server_commitment("0ldgam3", SERVER_SEED), "Bob")]
