"""Two bishops against a bare king: every position from its mate backwards, worked out once.

A configuration is where White's king and its bishops stand, one on each colour; the black kings of
all configurations are sets of squares, so that 64 positions are judged at once. It takes some
seconds, a piece at a time: `TABLE.grow` goes on for as long as it is given, and from then on
`TABLE.moves` knows how far each mate is.

>>> table = Table()
>>> table.is_complete
False
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Final

import chess

BISHOPS: Final = tuple(
    tuple(chess.scan_forward(colour)) for colour in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)
)
PLACE: Final = {square: place for colour in BISHOPS for place, square in enumerate(colour)}
SIZE: Final = 64 * 32 * 32
NOT_LEFT: Final = chess.BB_ALL & ~chess.BB_FILE_A
NOT_RIGHT: Final = chess.BB_ALL & ~chess.BB_FILE_H
A_PIECE: Final = 512
"""So many configurations are judged between two looks at the clock."""

Ray = tuple[tuple[int, int, int], ...]


def _rays(square: chess.Square) -> tuple[Ray, ...]:
    """Return the ways of a bishop: of each its squares as place, bit, and the bits between."""
    found = []
    for across, up in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        file, row = chess.square_file(square) + across, chess.square_rank(square) + up
        ray, between = [], 0
        while 0 <= file < 8 and 0 <= row < 8:
            target = chess.square(file, row)
            ray.append((PLACE[target], chess.BB_SQUARES[target], between))
            between |= chess.BB_SQUARES[target]
            file, row = file + across, row + up
        found.append(tuple(ray))
    return tuple(found)


RAYS: Final = tuple(_rays(square) for square in chess.SQUARES)
KING: Final = tuple(tuple(chess.scan_forward(bits)) for bits in chess.BB_KING_ATTACKS)


def _around(bits: int) -> int:
    """Return all squares that a king reaches from some squares."""
    sides = (bits & NOT_RIGHT) << 1 | (bits & NOT_LEFT) >> 1
    wide = bits | sides
    return (sides | wide << 8 | wide >> 8) & chess.BB_ALL


class Table:
    """How many moves of White a mate takes, with Black to move."""

    def __init__(self) -> None:
        self.is_complete = False
        self.far = bytearray(SIZE * 64)
        """For each position with Black to move: White's moves to mate and 1; 0 where it is none."""
        self._work = self._built()

    def grow(self, seconds: float) -> bool:
        """Go on for some seconds, and return whether all is known."""
        until = monotonic() + seconds
        while not self.is_complete and monotonic() < until:
            next(self._work, None)
        return self.is_complete

    def distance(self, board: chess.Board) -> int | None:
        """Return White's moves to mate where Black is to move; None where there is no mate."""
        places = _places(board)
        found = self.far[places[0] * 64 + places[1]] if places else 0
        return found - 1 if found else None

    def best(self, board: chess.Board) -> chess.Move | None:
        """Return the move of the side with the bishops that mates soonest; None where none does."""
        found: list[tuple[int, str, chess.Move]] = []
        for move in board.legal_moves:
            board.push(move)
            # The table has the bishops with White.
            seen = board if board.turn == chess.BLACK else board.mirror()
            far = self.distance(seen)
            board.pop()
            if far is not None:
                found.append((far, move.uci(), move))
        return min(found)[2] if found else None

    def _built(self) -> Iterator[None]:
        """Build the table; it pauses after each piece of work."""
        guarded, checks, free = [0] * SIZE, [0] * SIZE, [0] * SIZE
        won, lost = [0] * SIZE, [0] * SIZE
        for number in range(SIZE):
            king, rest = divmod(number, 1024)
            one, other = BISHOPS[0][rest >> 5], BISHOPS[1][rest & 31]
            if king not in (one, other):
                bits = [chess.BB_SQUARES[square] for square in (king, one, other)]
                sees = _seen(one, bits[0] | bits[2]) | _seen(other, bits[0] | bits[1])
                near = chess.BB_KING_ATTACKS[king]
                checks[number], guarded[number] = sees, sees | near
                free[number] = chess.BB_ALL & ~(near | sum(bits))
            if not number % A_PIECE:
                yield
        changed: list[int] = list(range(SIZE))
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
                if not count % A_PIECE:
                    yield
            reached: set[int] = set()
            for count, (number, caught) in enumerate(fresh):
                for before, kings in _before(number, caught):
                    new = kings & free[before] & ~checks[before] & ~won[before]
                    if new:
                        won[before] |= new
                        reached.add(before)
                if not count % A_PIECE:
                    yield
            changed, moves = sorted(reached), moves + 1
        self.is_complete = True


def _seen(square: chess.Square, blocked: int) -> int:
    """Return the squares that a bishop sees; the hunted king hides nothing behind it."""
    found = 0
    for ray in RAYS[square]:
        for _place, bit, _between in ray:
            found |= bit
            if bit & blocked:
                break
    return found


def _before(number: int, kings: int) -> Iterator[tuple[int, int]]:
    """Yield the configurations from which White has come, with the black kings that let it."""
    king, rest = divmod(number, 1024)
    one, other = BISHOPS[0][rest >> 5], BISHOPS[1][rest & 31]
    for square in KING[king]:
        if square not in (one, other):
            yield square << 10 | rest, kings
    here = chess.BB_SQUARES[king]
    for ray in RAYS[one]:
        for place, bit, between in ray:
            if bit & (here | chess.BB_SQUARES[other]):
                break
            yield king << 10 | place << 5 | rest & 31, kings & ~between
    for ray in RAYS[other]:
        for place, bit, between in ray:
            if bit & (here | chess.BB_SQUARES[one]):
                break
            yield king << 10 | rest & ~31 | place, kings & ~between


def _places(board: chess.Board) -> tuple[int, int] | None:
    """Return configuration and black king; None where it is not this ending."""
    king, hunted = board.king(chess.WHITE), board.king(chess.BLACK)
    light = board.bishops & chess.BB_LIGHT_SQUARES
    dark = board.bishops & chess.BB_DARK_SQUARES
    if king is None or hunted is None or not light or not dark:
        return None
    return king << 10 | PLACE[chess.lsb(light)] << 5 | PLACE[chess.lsb(dark)], hunted


def is_two_bishops(board: chess.Board) -> bool:
    """Tell whether one side has two bishops of both colours, and the other its king alone."""
    return (
        board.occupied.bit_count() == 4
        and board.bishops.bit_count() == 2
        and board.bishops & board.occupied_co[chess.WHITE] in (0, board.bishops)
        and bool(board.bishops & chess.BB_LIGHT_SQUARES)
        and bool(board.bishops & chess.BB_DARK_SQUARES)
    )


TABLE: Final = Table()
"""That of this process."""
