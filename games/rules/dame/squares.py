"""The 32 dark squares: rows of four from the top, 1 is b8 and 29 is a1.

A set of squares is an integer; bit `n` stands for square `n`, bit 0 for none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

SQUARES: Final = range(1, 33)
PIECES: Final = 12
ALL: Final = (1 << 33) - 2

WHITE: Final = 0
BLACK: Final = 1

LAST_ROW: Final = (0b11110, 0b1111 << 29)
"""Where White's and Black's men become kings: squares 1 to 4 and 29 to 32."""


def bits_of(squares: Iterable[int]) -> int:
    """Return the set of these squares."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_in(bits: int) -> Iterator[int]:
    """Yield the squares of a set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _place(square: int) -> tuple[int, int]:
    """Return row and column, both from 0, from the top left."""
    row, rest = divmod(square - 1, 4)
    return row, 2 * rest + (row + 1) % 2


_SQUARE_AT: Final = {_place(square): square for square in SQUARES}


def _ray(square: int, down: int, right: int) -> tuple[int, ...]:
    row, column = _place(square)
    ways = ((row + down * n, column + right * n) for n in range(1, 8))
    return tuple(_SQUARE_AT[place] for place in ways if place in _SQUARE_AT)


UPWARD: Final = ((-1, -1), (-1, 1))
DOWNWARD: Final = ((1, -1), (1, 1))

RAYS: Final = ((), *(tuple(_ray(s, *way) for way in UPWARD + DOWNWARD) for s in SQUARES))
"""For each square the squares in its four directions, nearest first; the first two lead to 1."""

FORWARD: Final = (
    ((), *(rays[:2] for rays in RAYS[1:])),
    ((), *(rays[2:] for rays in RAYS[1:])),
)
"""The same in the two directions in which White's and Black's men move."""


def way_between(origin: int, target: int) -> tuple[int, ...] | None:
    """Return the squares between two on a diagonal; None if no diagonal joins them."""
    for ray in RAYS[origin]:
        if target in ray:
            return ray[: ray.index(target)]
    return None
