"""Positions of Dame in few words, for tests."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

from games.rules.dame import BLACK, WHITE, Move, Options, Position
from games.rules.dame.squares import squares_in

DATA = Path(__file__).parents[3] / "data" / "dame"


@cache
def dame_moves() -> list[dict[str, Any]]:
    """Positions with their moves, both landings."""
    with lzma.open(DATA / "dame_moves.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [{**row, "free": row["strict"] if row["free"] is None else row["free"]} for row in rows]


def board(white: str, black: str, turn: int = WHITE) -> Position:
    """`board("22 K5", "18")`: the pieces of both sides, White to move."""
    sides = ",".join(white.split()), ",".join(black.split())
    return Position.from_fen(f"{'WB'[turn]}:W{sides[0]}:B{sides[1]}")


def turned(position: Position) -> Position:
    """The same position for the other side: the board turned round, colours swapped."""
    sides = [[33 - one for one in squares_in(bits)] for bits in (position.black, position.white)]
    kings = [33 - one for one in squares_in(position.kings)]
    return Position.of(*sides, kings, WHITE if position.turn else BLACK)


def as_row(move: Move) -> list[Any]:
    return [move.origin, move.target, [*move.captured]]


STRICT = Options(landing="strict")
HUFFING = Options(huffing=True)
BACKWARD = Options(backward=True)
