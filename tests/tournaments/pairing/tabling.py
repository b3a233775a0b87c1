"""Players and tables for tests of drawing tables."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hypothesis import strategies as st

from tournaments.pairing.tables import (
    Seat,
    TableDraw,
)

Met = Mapping[frozenset[str], int]


def seats(names: Sequence[str]) -> list[Seat]:
    return [Seat(name) for name in names]


def names(number: int) -> list[str]:
    return [f"p{index}" for index in range(number)]


def repeats(tables: Sequence[Sequence[str]], met: Met) -> int:
    """The sum of squares of how often those at one table have met."""
    return sum(
        met.get(frozenset(pair), 0) ** 2 for table in tables for pair in combinations(table, 2)
    )


def all_draws(players: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to fill tables of these sizes, some more than once."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        left = tuple(player for player in players if player not in table)
        for rest in all_draws(left, sizes[1:]):
            yield [table, *rest]


@st.composite
def meetings(draw: st.DrawFn, players: Sequence[str]) -> dict[frozenset[str], int]:
    pairs = [frozenset(pair) for pair in combinations(players, 2)]
    return draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=len(pairs)))


def codes(draw: TableDraw) -> list[str]:
    return [remark.code for remark in draw.remarks]
