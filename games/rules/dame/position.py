"""A position: the pieces of both sides and whose turn it is, with its name in PDN (FEN)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from games.rules.dame.errors import PositionError
from games.rules.dame.squares import (
    ALL,
    BLACK,
    LAST_ROW,
    PIECES,
    SQUARES,
    WHITE,
    bits_of,
    squares_in,
)

LETTERS: Final = "WB"
_LARGER: Final = range(33, 73)
_ITEM = re.compile(r"(K?)([0-9]{1,3})(?:-([0-9]{1,3}))?")
_SHOWN: Final = 60


def check_square(square: int) -> None:
    """Check that a square is on the board.

    Raises:
        PositionError: it is not.
    """
    if square not in SQUARES:
        code = "square_larger_board" if square in _LARGER else "square_unknown"
        raise PositionError(code, square=square)


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces as sets of squares (see `squares`); `kings` are those of both sides.

    `turn` is 0 for White, who moves towards 1, and 1 for Black. `Position.of` and `from_fen` check
    that the position can exist; the constructor does not.
    """

    white: int
    black: int
    kings: int
    turn: int = WHITE

    @classmethod
    def of(
        cls,
        white: Iterable[int],
        black: Iterable[int],
        kings: Iterable[int] = (),
        turn: int = WHITE,
    ) -> Position:
        """Return the position with these squares; `kings` are squares of either side.

        Raises:
            PositionError: a square does not exist or holds two pieces, a side has more than 12, a
                man stands on its last row, a king is on an empty square, or there is no piece.
        """
        sides = (list(white), list(black))
        kinds = list(kings)
        for square in (*sides[0], *sides[1], *kinds):
            check_square(square)
        pieces = sides[0] + sides[1]
        for square in pieces:
            if pieces.count(square) > 1:
                raise PositionError("square_twice", square=square)
        for squares in sides:
            if len(squares) > PIECES:
                raise PositionError("pieces_many", count=len(squares))
        if not pieces:
            raise PositionError("board_empty")
        position = cls(bits_of(sides[0]), bits_of(sides[1]), bits_of(kinds), turn)
        if turn not in (WHITE, BLACK) or position.kings & position.empty:
            raise PositionError("fen_malformed", text=position.fen)
        for bits, last in zip((position.white, position.black), LAST_ROW, strict=True):
            for square in squares_in(bits & ~position.kings & last):
                raise PositionError("man_on_last_row", square=square)
        return position

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.black if self.turn else self.white

    @property
    def opp(self) -> int:
        """The pieces of the other side."""
        return self.white if self.turn else self.black

    @property
    def empty(self) -> int:
        """The free squares."""
        return ALL & ~(self.white | self.black)

    def is_king(self, square: int) -> bool:
        return bool(self.kings >> square & 1)

    def without(self, square: int) -> Position:
        """Return the position with the piece on a square removed, the same side to move."""
        keep = ~(1 << square)
        return Position(self.white & keep, self.black & keep, self.kings & keep, self.turn)

    @property
    def fen(self) -> str:
        """The position as PDN writes it, like ``W:W31,K18:B2,K5``; squares ascend."""
        sides = ",".join(self._names(self.white)), ",".join(self._names(self.black))
        return f"{LETTERS[self.turn]}:W{sides[0]}:B{sides[1]}"

    def _names(self, bits: int) -> Iterator[str]:
        return (
            f"K{square}" if self.is_king(square) else str(square) for square in squares_in(bits)
        )

    @classmethod
    def from_fen(cls, text: str) -> Position:
        """Read a position as PDN writes it; the sides may come in either order, with ranges.

        Raises:
            PositionError: it is malformed, or the position is impossible or of another board.
        """
        malformed = PositionError("fen_malformed", text=text.strip()[:_SHOWN])
        parts = [part.strip() for part in text.strip().removesuffix(".").upper().split(":")]
        if len(parts) != 3 or parts[0] not in ("W", "B"):
            raise malformed
        sides: dict[str, list[int]] = {}
        kings: list[int] = []
        for part in parts[1:]:
            squares: list[int] = []
            for item in part[1:].split(",") if part[1:].strip() else ():
                found = _ITEM.fullmatch(item.strip())
                if not found:
                    raise malformed
                first, last = int(found[2]), int(found[3] or found[2])
                if first > last:
                    raise malformed
                squares += range(first, last + 1)
                kings += range(first, last + 1) if found[1] else ()
            sides[part[:1]] = squares
        if sides.keys() != {"W", "B"}:
            raise malformed
        return cls.of(sides["W"], sides["B"], kings, LETTERS.index(parts[0]))

    def __str__(self) -> str:
        return self.fen


START: Final = Position.of(range(21, 33), range(1, 13))
"""The starting position: White on 21 to 32, Black on 1 to 12, White to move."""
