"""Positions in few words, for tests: checkers by point, each side in its own numbering."""

import json
import lzma
import tarfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.rules.backgammon import START, Position, Roll, results

DATA = Path(__file__).parents[3] / "data" / "backgammon"

ROLLS: list[Roll] = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def board(own: dict[int, int], opp: dict[int, int] | None = None) -> Position:
    """`board({6: 2, 25: 1}, {1: 3})`: checkers by point, 25 the bar; all others are off."""
    if opp is None:
        opp = {1: 1}
    first, second = ([half.get(point, 0) for point in range(1, 26)] for half in (own, opp))
    return Position.of(first, second)


@cache
def legal_moves() -> list[dict[str, Any]]:
    """Positions with a roll and all results, agreed by three engines."""
    with lzma.open(DATA / "legal_moves.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions that come up in random play."""
    chance = Random(draw(st.integers(0, 2**32)))
    position = START
    for _ in range(draw(st.integers(0, 80))):
        after = results(position, chance.choice(ROLLS))
        if any(one.is_over for one in after):
            break
        position = chance.choice(after) if after else position.flipped()
    return position


@cache
def real_matches() -> dict[str, bytes]:
    """Sixty real matches in two dialects of match text, by the name of the file."""
    with tarfile.open(DATA / "matches.tar.xz") as archive:
        return {
            member.name: archive.extractfile(member).read()  # type: ignore[union-attr]
            for member in archive.getmembers()
        }
