"""The board as one number, with the bit masks for moves: this makes the generator fast.

A half of the board is 25 nibbles, points 1 to 24 of its owner and then the bar. The mover's half
lies in the low bits, the other's, in the other's own numbering, above it. A checker on point p is
`1 << 4 * (p - 1)`, so that moving it d points is a shift by 4 * d, and bearing off leaves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

POINTS: Final = 24
BAR: Final = 25
OFF: Final = 0
CHECKERS: Final = 15

HALF: Final = 104
"""Bits between the two halves."""
LOW: Final = (1 << HALF) - 1
ONES: Final = sum(1 << 4 * point for point in range(25))
BAR_UNIT: Final = 1 << 4 * POINTS
HOME: Final = (1 << 4 * 6) - 1

HIT: Final = {
    1 << 4 * point: (BAR_UNIT - (1 << 4 * (POINTS - 1 - point))) << HALF for point in range(POINTS)
}
"""What a hit adds to the board, by the mover's point: the opponent's checker goes to the bar."""


def pack(own: Sequence[int], opp: Sequence[int]) -> int:
    """Return two halves of 25 numbers each (points 1 to 24, then the bar) as one number."""
    code = 0
    for counts in (opp, own):
        code <<= HALF
        for place, count in enumerate(counts):
            code |= count << 4 * place
    return code


def unpack(code: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two halves of 25 numbers each that were packed."""
    return (
        tuple(code >> shift & 15 for shift in range(0, 100, 4)),
        tuple(code >> shift & 15 for shift in range(HALF, HALF + 100, 4)),
    )


def flipped(code: int) -> int:
    """Return the same board as the other player sees it."""
    return code >> HALF | (code & LOW) << HALF


def taken(half: int) -> int:
    """Return a mask with a 1 for every checker of a half."""
    half |= half >> 2
    return (half | half >> 1) & ONES


def mirrored(half: int) -> int:
    """Return the 24 points of a half in the other player's numbering, without the bar."""
    return int(f"{half & (BAR_UNIT - 1):024x}"[::-1], 16)


def blots_and_blocks(code: int) -> tuple[int, int]:
    """Return masks of where the mover hits, and of where they may not land, in their numbering."""
    other = mirrored(code >> HALF)
    many = (other >> 1 | other >> 2 | other >> 3) & ONES
    return taken(other) & ~many, many
