"""Moves: those that are legal in a position, and what follows from one."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rules.dame.generator import Key, Path, captures, quiet_moves
from games.rules.dame.options import AS_USUAL, Options
from games.rules.dame.position import Position
from games.rules.dame.squares import LAST_ROW, bits_of, squares_in


@dataclass(frozen=True, order=True, slots=True)
class Move:
    """A move: moves are the same if origin, target and the captured squares are.

    `captured` ascends. `path` has the origin and every square where the piece lands; where several
    ways capture the same pieces it is one of them, the first in the order of squares.
    """

    origin: int
    target: int
    captured: tuple[int, ...]
    path: Path = field(compare=False)

    @property
    def text(self) -> str:
        """The move with its full path: ``22-18``, ``22x15x8``."""
        return ("x" if self.captured else "-").join(map(str, self.path))

    def __str__(self) -> str:
        return self.text


def legal_moves(position: Position, options: Options = AS_USUAL) -> tuple[Move, ...]:
    """Return the legal moves, by origin, target and captured squares.

    With Blasen those without a capture are legal even if there is one.
    """
    found = capturing_moves(position, options)
    if options.huffing or not found:
        found += [Move(*one, (), one) for one in quiet_moves(position)]
    return tuple(sorted(found))


def capturing_moves(position: Position, options: Options = AS_USUAL) -> list[Move]:
    return [
        Move(origin, target, tuple(squares_in(taken)), path)
        for (origin, target, taken), path in captures(position, options).items()
    ]


def result(position: Position, move: Move) -> Position:
    """Return the position after a legal move, the other side to move."""
    return moved(position, move.origin, move.target, bits_of(move.captured))


def moved(position: Position, origin: int, target: int, taken: int) -> Position:
    """Return the position after a move; captured pieces leave, a man on its last row is a king."""
    start, end = 1 << origin, 1 << target
    own, opp = position.own & ~start | end, position.opp & ~taken
    kings = position.kings & ~taken
    if kings & start:
        kings = kings & ~start | end
    elif LAST_ROW[position.turn] & end:
        kings |= end
    if position.turn:
        return Position(opp, own, kings, 0)
    return Position(own, opp, kings, 1)


def perft(position: Position, depth: int, options: Options = AS_USUAL) -> int:
    """Count the sequences of `depth` moves; positions that several of them reach are met once."""
    ways = {position: 1}
    for _ in range(depth - 1):
        further: dict[Position, int] = {}
        for one, count in ways.items():
            for key in _keys(one, options):
                after = moved(one, *key)
                further[after] = further.get(after, 0) + count
        ways = further
    return sum(count * len(_keys(one, options)) for one, count in ways.items()) if depth else 1


def _keys(position: Position, options: Options) -> list[Key]:
    keys = list(captures(position, options))
    if options.huffing or not keys:
        keys += [(origin, target, 0) for origin, target in quiet_moves(position)]
    return keys
