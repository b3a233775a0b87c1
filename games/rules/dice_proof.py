"""The proof of a game's dice: commitments and seeds, each roll, and what was played with it.

A proof is JSON, alone or in an HTML page (in `<script type="application/json" id="dice-proof">`):
`game_id`, `server_seed`, `server_commitment`, `seats` with `seat`, `seed` and `commitment`, and
`rolls`: two dice, or an object with `dice` and, as Position IDs, the `position` of the player on
roll and the `result` with the other on roll. A roll without a result was not played; one without a
position was a tie at the opening. Where no roll has a position, the dice alone are checked.
`rolled` says how many rolls there were, so that a proof without its last ones is not right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from games.rules.backgammon import START, BackgammonError, Position, results
from games.rules.coded import CodedError, Param, gettext_noop
from games.rules.dice import Roll, joined_seeds, roll, seat_commitment, server_commitment

MESSAGES: Final[Mapping[str, str]] = {
    "proof_malformed": gettext_noop("This is not a proof of dice."),
    "server_wrong": gettext_noop("The server's seed is not the one that was committed to."),
    "seat_wrong": gettext_noop("Seat {seat} has opened another seed than it committed to."),
    "roll_wrong": gettext_noop("Roll {number} is {shown}; the seeds make it {expected}."),
    "rolls_missing": gettext_noop("The game had {expected} rolls; {shown} are here."),
    "roll_skipped": gettext_noop("Roll {number} is left out; only a tie at the opening is."),
    "opening_wrong": gettext_noop("Roll {number} opens a game, and is a tie."),
    "position_wrong": gettext_noop("Roll {number} does not begin where the play before it ended."),
    "play_wrong": gettext_noop("What was played with roll {number} is not a legal play."),
}
"""English sentences by code, written only here."""

_IN_PAGE: Final = re.compile(
    r'<script[^>]*\bid="?dice-proof"?[^>]*>(.*?)</script>', re.DOTALL | re.IGNORECASE
)


class ProofError(CodedError):
    """What is wrong with a proof, or that a text is none."""

    messages: ClassVar[Mapping[str, str]] = MESSAGES


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that put a seed into the rolls."""

    seat: int
    seed: str
    commitment: str


@dataclass(frozen=True, slots=True)
class ProofRoll:
    """A roll, and as Position IDs the position it was made in and what was played."""

    dice: Roll
    position: str | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """All that anybody needs to make the rolls of a game again."""

    game_id: str
    server_seed: str
    server_commitment: str
    seats: tuple[Seat, ...]
    rolls: tuple[ProofRoll, ...]
    rolled: int | None = None
    """How many rolls there were; None in proofs from before they said it."""


def proofs_of(text: str) -> tuple[Proof, ...]:
    """Return the proofs in a text: one as JSON, a list of them, or a page with either in it.

    Raises:
        ProofError: there is none.
    """
    found = _IN_PAGE.search(text)
    try:
        data = json.loads(found[1] if found else text)
        proofs = tuple(_proof(one) for one in (data if isinstance(data, list) else [data]))
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise ProofError("proof_malformed") from None
    if not proofs:
        raise ProofError("proof_malformed")
    return proofs


def as_json(proof: Proof) -> dict[str, Any]:
    """Return a proof as `proofs_of` reads it."""
    data = {
        "game_id": proof.game_id,
        "server_seed": proof.server_seed,
        "server_commitment": proof.server_commitment,
        "seats": [
            {"seat": seat.seat, "seed": seat.seed, "commitment": seat.commitment}
            for seat in proof.seats
        ],
        "rolls": [
            list(roll.dice)
            if roll.position is None
            else {"dice": list(roll.dice), "position": roll.position, "result": roll.result}
            for roll in proof.rolls
        ],
    }
    return data if proof.rolled is None else {**data, "rolled": proof.rolled}


def problems(proof: Proof) -> list[ProofError]:
    """Return what is wrong with a proof; nothing if the dice are what was committed to.

    Every digest and every roll is made again, and every play held against the rules.
    """
    problems: list[ProofError] = []
    if server_commitment(proof.game_id, proof.server_seed) != proof.server_commitment:
        problems.append(ProofError("server_wrong"))
    problems.extend(
        ProofError("seat_wrong", seat=one.seat)
        for one in proof.seats
        if seat_commitment(proof.game_id, one.seat, one.seed) != one.commitment
    )
    joined = joined_seeds({seat.seat: seat.seed for seat in proof.seats})
    for number, rolled in enumerate(proof.rolls):
        expected = roll(proof.game_id, proof.server_seed, joined, number)
        if rolled.dice != expected:
            problems.append(_wrong_roll(number, rolled.dice, expected))
    problems.extend(_wrong_plays(proof.rolls))
    if proof.rolled not in (None, len(proof.rolls)):
        problems.append(
            ProofError("rolls_missing", expected=proof.rolled or 0, shown=len(proof.rolls))
        )
    return problems


def _wrong_roll(number: int, shown: Roll, expected: Roll) -> ProofError:
    params: dict[str, Param] = {
        "shown": "{}-{}".format(*shown),
        "expected": "{}-{}".format(*expected),
    }
    return ProofError("roll_wrong", number=number, **params)


def _wrong_plays(rolls: Sequence[ProofRoll]) -> Iterator[ProofError]:
    """What is wrong with the plays; a game begins at the start and goes on where it was.

    No roll may be left out: the keeper of the record could drop those they do not like.
    """
    if all(rolled.position is None for rolled in rolls):
        return  # the dice alone
    before: str | None = None
    for number, rolled in enumerate(rolls):
        is_tie = rolled.dice[0] == rolled.dice[1]
        if rolled.position is None:
            if not is_tie:
                yield ProofError("roll_skipped", number=number)
            before = None
            continue
        begins = rolled.position != before
        if begins and rolled.position != START.id:
            yield ProofError("position_wrong", number=number)
        elif begins and is_tie:
            yield ProofError("opening_wrong", number=number)
        if rolled.result is not None and not _is_legal(rolled):
            yield ProofError("play_wrong", number=number)
        before = rolled.result


def _is_legal(rolled: ProofRoll) -> bool:
    assert rolled.position is not None
    try:
        position = Position.from_id(rolled.position)
        legal = results(position, rolled.dice) or [position.flipped()]
    except BackgammonError:
        return False
    return rolled.result in {one.id for one in legal}


def _proof(data: dict[str, Any]) -> Proof:
    """A proof of its JSON.

    Raises:
        KeyError, TypeError, ValueError: something is missing, or of another kind.
    """
    seats = tuple(
        Seat(_number(one["seat"]), _text(one["seed"]), _text(one["commitment"]))
        for one in data["seats"]
    )
    if not seats or len({seat.seat for seat in seats}) != len(seats):
        raise ValueError("every seat once, and one at least")
    server_seed = _text(data["server_seed"])
    if not re.fullmatch("[0-9a-f]{64}", server_seed):
        raise ValueError("a seed of 32 bytes in hex")
    return Proof(
        _text(data["game_id"]),
        server_seed,
        _text(data["server_commitment"]),
        seats,
        tuple(_rolled(one) for one in data["rolls"]),
        None if data.get("rolled") is None else _number(data["rolled"]),
    )


def _rolled(data: Any) -> ProofRoll:
    if isinstance(data, dict):
        position, result = data.get("position"), data.get("result")
        for text in (position, result):
            if text is not None:
                _text(text)
        return ProofRoll(_dice(data["dice"]), position, result)
    return ProofRoll(_dice(data))


def _dice(data: Any) -> Roll:
    first, second = data
    return _number(first), _number(second)


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("a number is expected")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError("a text is expected")
    value.encode()  # half a surrogate pair has no bytes to hash
    return value
