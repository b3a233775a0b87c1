"""Queen, rook or two bishops against a bare king: every position from its mate backwards.

A configuration is where White's king and its pieces stand, a bishop on each colour; the black kings
of all configurations are sets of squares, so that 64 positions are judged at once. It takes up to
some seconds, a bit at a time: `Table.grow` goes on for as long as it is given, and from then on
`Table.best` knows the shortest way to each mate.

>>> table = Table((chess.ROOK, chess.BB_ALL))
>>> table.is_complete
False
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Final

import chess

NOT_LEFT: Final = chess.BB_ALL & ~chess.BB_FILE_A
NOT_RIGHT: Final = chess.BB_ALL & ~chess.BB_FILE_H
AT_ONCE: Final = 512
"""So many configurations are judged between two looks at the clock."""
STRAIGHT: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTING: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
WAYS: Final = {chess.ROOK: STRAIGHT, chess.BISHOP: SLANTING, chess.QUEEN: STRAIGHT + SLANTING}
KING: Final = tuple(tuple(chess.scan_forward(bits)) for bits in chess.BB_KING_ATTACKS)

Ray = tuple[tuple[chess.Square, int], ...]


def _rays(kind: chess.PieceType, square: chess.Square) -> tuple[Ray, ...]:
    """Return the ways of a piece: of each its squares, and the bits between."""
    found = []
    for across, up in WAYS[kind]:
        file, row = chess.square_file(square) + across, chess.square_rank(square) + up
        ray, between = [], 0
        while 0 <= file < 8 and 0 <= row < 8:
            target = chess.square(file, row)
            ray.append((target, between))
            between |= chess.BB_SQUARES[target]
            file, row = file + across, row + up
        found.append(tuple(ray))
    return tuple(found)


def _around(bits: int) -> int:
    """Return all squares that a king reaches from some squares."""
    sides = (bits & NOT_RIGHT) << 1 | (bits & NOT_LEFT) >> 1
    wide = bits | sides
    return (sides | wide << 8 | wide >> 8) & chess.BB_ALL


class _Piece:
    """A piece of White's: its kind, where it can stand, and what a step of its place counts."""

    def __init__(self, kind: chess.PieceType, squares: chess.Bitboard, step: int) -> None:
        self.kind, self.mask, self.step = kind, squares, step
        self.squares = tuple(chess.scan_forward(squares))
        self.place = {square: place for place, square in enumerate(self.squares)}
        self.rays = {square: _rays(kind, square) for square in self.squares}

    def seen(self, square: chess.Square, blocked: int) -> int:
        """Return the squares that it sees; the hunted king hides nothing behind it."""
        found = 0
        for ray in self.rays[square]:
            for target, _between in ray:
                found |= chess.BB_SQUARES[target]
                if chess.BB_SQUARES[target] & blocked:
                    break
        return found


class Table:
    """How many moves of White a mate takes, with Black to move."""

    def __init__(self, *pieces: tuple[chess.PieceType, chess.Bitboard]) -> None:
        self.is_complete = False
        self._pieces: list[_Piece] = []
        size = 1
        for kind, squares in reversed(pieces):
            self._pieces.insert(0, _Piece(kind, squares, size))
            size *= squares.bit_count()
        self._king_step, self._size = size, 64 * size
        self.far = bytearray()
        """For each position with Black to move: White's moves to mate and 1; 0 where it is none."""
        self._work = self._built()

    def grow(self, seconds: float) -> bool:
        """Go on for some seconds, and return whether all is known."""
        until = monotonic() + seconds
        while not self.is_complete and monotonic() < until:
            next(self._work, None)
        return self.is_complete

    def place(self, board: chess.Board) -> int | None:
        """Return the position's place in the table; None where it is not this ending of White's."""
        king, hunted = board.king(chess.WHITE), board.king(chess.BLACK)
        if king is None or hunted is None or board.occupied.bit_count() != 2 + len(self._pieces):
            return None
        number = king * self._king_step
        for piece in self._pieces:
            there = board.pieces_mask(piece.kind, chess.WHITE) & piece.mask
            if not there:
                return None
            number += piece.place[chess.lsb(there)] * piece.step
        return number * 64 + hunted

    def distance(self, board: chess.Board) -> int | None:
        """Return White's moves to mate where Black is to move; None where there is no mate."""
        place = self.place(board)
        found = self.far[place] if place is not None else 0
        return found - 1 if found else None

    def best(self, board: chess.Board) -> chess.Move | None:
        """Return the move of the side with the pieces that mates soonest; None where none does."""
        found: list[tuple[int, str, chess.Move]] = []
        for move in board.legal_moves:
            board.push(move)
            # The table has the pieces with White.
            seen = board if board.turn == chess.BLACK else board.mirror()
            far = self.distance(seen)
            board.pop()
            if far is not None:
                found.append((far, move.uci(), move))
        return min(found)[2] if found else None

    def _stand(self, number: int) -> tuple[chess.Square, list[chess.Square]]:
        """Return the squares of White's king and its pieces."""
        king, number = divmod(number, self._king_step)
        squares = []
        for piece in self._pieces:
            place, number = divmod(number, piece.step)
            squares.append(piece.squares[place])
        return king, squares

    def _built(self) -> Iterator[None]:
        """Build the table; it pauses after each bit of work."""
        size = self._size
        self.far = bytearray(size * 64)
        guarded, checks, free = [0] * size, [0] * size, [0] * size
        won, lost = [0] * size, [0] * size
        for number in range(size):
            king, squares = self._stand(number)
            if king not in squares:
                here = sum(chess.BB_SQUARES[square] for square in (king, *squares))
                sees = 0
                for piece, square in zip(self._pieces, squares, strict=True):
                    sees |= piece.seen(square, here)
                near = chess.BB_KING_ATTACKS[king]
                checks[number], guarded[number] = sees, sees | near
                free[number] = chess.BB_ALL & ~(near | here)
            if not number % AT_ONCE:
                yield
        changed: list[int] = list(range(size))
        moves = 1
        while changed:
            fresh: list[tuple[int, int]] = []
            for count, number in enumerate(changed):
                held = guarded[number]
                leaves = chess.BB_ALL & ~held
                caught = free[number] & ~_around(leaves & ~won[number])
                caught &= _around(leaves) | checks[number]
                caught &= ~lost[number]
                if caught:
                    lost[number] |= caught
                    fresh.append((number, caught))
                    for square in chess.scan_forward(caught):
                        self.far[number * 64 + square] = moves
                if not count % AT_ONCE:
                    yield
            reached: set[int] = set()
            for count, (number, caught) in enumerate(fresh):
                for before, kings in self._before(number, caught):
                    new = kings & free[before] & ~checks[before] & ~won[before]
                    if new:
                        won[before] |= new
                        reached.add(before)
                if not count % AT_ONCE:
                    yield
            changed, moves = sorted(reached), moves + 1
        self.is_complete = True

    def _before(self, number: int, kings: int) -> Iterator[tuple[int, int]]:
        """Yield the configurations from which White has come, with the black kings that let it."""
        king, squares = self._stand(number)
        for square in KING[king]:
            if square not in squares:
                yield number + (square - king) * self._king_step, kings
        here = sum(chess.BB_SQUARES[square] for square in (king, *squares))
        for piece, square in zip(self._pieces, squares, strict=True):
            base = number - piece.place[square] * piece.step
            for ray in piece.rays[square]:
                for target, between in ray:
                    if chess.BB_SQUARES[target] & here:
                        break
                    yield base + piece.place[target] * piece.step, kings & ~between


QUEEN: Final = Table((chess.QUEEN, chess.BB_ALL))
ROOK: Final = Table((chess.ROOK, chess.BB_ALL))
TWO_BISHOPS: Final = Table(
    (chess.BISHOP, chess.BB_LIGHT_SQUARES), (chess.BISHOP, chess.BB_DARK_SQUARES)
)
"""Those of this process."""


def table_for(board: chess.Board) -> Table | None:
    """Return the table by which the side to move mates a bare king; None where there is none."""
    seen = board if board.turn == chess.WHITE else board.mirror()
    tables = (QUEEN, ROOK, TWO_BISHOPS)
    return next((table for table in tables if table.place(seen) is not None), None)
