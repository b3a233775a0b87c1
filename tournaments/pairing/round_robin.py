"""Everybody meets everybody: Berger tables.

Source: `docs/tournament-formats.md`, "Match play", which gives the table for 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.pairing.errors import PairingError

LARGEST: Final = 128
"""The most players; their table has 8,128 matches."""


@dataclass(frozen=True, slots=True)
class Round:
    """Pairs of numbers from 1, and who has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def berger(size: int, *, is_double: bool = False) -> tuple[Round, ...]:
    """Return the rounds of a table for `size` players; with `is_double` again, sides swapped.

    With an odd number, the opponent of the number above the highest has the bye.

    Raises:
        PairingError: not 2 to 128 players.
    """
    if not 2 <= size <= LARGEST:
        raise PairingError("size_invalid", size=size, least=2, most=LARGEST)
    even = size + size % 2
    rounds = tuple(_round(even, number, size) for number in range(even - 1))
    if not is_double:
        return rounds
    return rounds + tuple(
        Round(tuple((other, one) for one, other in each.pairs), each.bye) for each in rounds
    )


def _round(even: int, number: int, size: int) -> Round:
    """Return one round: all but the last number form a ring; the last one's opponent is its
    axis.
    """
    ring = even - 1
    axis = number * (even // 2) % ring
    last = (axis + 1, even) if number % 2 == 0 else (even, axis + 1)
    facing = (((axis + step) % ring + 1, (axis - step) % ring + 1) for step in range(1, even // 2))
    if size == even:
        return Round((last, *facing))
    return Round(tuple(facing), axis + 1)
