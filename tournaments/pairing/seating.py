"""The search behind a draw of tables: fewest repeated table-mates among players of equal value.

It has no randomness: the caller gives the orders to search in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

EXACT_UP_TO: Final = 12
"""Up to this many players all tables are tried: at most 15,400 ways."""
ATTEMPTS: Final = 8
"""With more, this many starting points are improved by exchanges."""
PASSES: Final = 20
"""The most passes over all pairs in one attempt."""
STEPS: Final = 100_000
"""The most steps in the search for tables without repetition, if exchanges found none."""

Tables = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Tables, their repetitions, and whether that is optimal."""

    tables: Tables
    cost: int
    exact: bool
    steps: int


class Search:
    """Players sorted by value fill tables in order; only players of equal value change places."""

    def __init__(
        self,
        players: Sequence[str],
        value: Mapping[str, int],
        sizes: Sequence[int],
        met: Mapping[frozenset[str], int],
    ) -> None:
        self.players = list(players)
        self.value = value
        self.sizes = sizes
        self.cost = {
            player: {
                other: met.get(frozenset((player, other)), 0) ** 2
                for other in players
                if other != player
            }
            for player in players
        }

    def best(self, order: Callable[[int], Sequence[str]]) -> Found:
        """Return the tables with the fewest repetitions; `order(n)` gives the random order of
        attempt n.

        Optimal up to `EXACT_UP_TO` players, and whenever nothing is repeated.
        """
        best = self._filled(self.players)
        least = self.repeated(best)
        if least == 0:
            return Found(best, 0, exact=True, steps=1)
        if len(self.players) <= EXACT_UP_TO:
            return self._exact(best, least)
        for attempt in range(ATTEMPTS):
            shuffled = sorted(order(attempt), key=lambda player: self.value[player])
            tables = self._improved(self._filled(shuffled))
            cost = self.repeated(tables)
            if cost < least:
                best, least = tables, cost
            if least == 0:
                return Found(best, 0, exact=True, steps=attempt + 1)
        fresh = self._fresh(order(0))
        if fresh is not None:
            return Found(fresh, 0, exact=True, steps=ATTEMPTS + 1)
        return Found(best, least, exact=False, steps=ATTEMPTS + 1)

    def repeated(self, tables: Tables) -> int:
        """Return the sum of squares of earlier meetings at each table."""
        return sum(self.cost[a][b] for table in tables for a, b in combinations(table, 2))

    def _filled(self, order: Sequence[str]) -> Tables:
        tables, start = [], 0
        for size in self.sizes:
            tables.append(tuple(order[start : start + size]))
            start += size
        return tuple(tables)

    def _exact(self, best: Tables, least: int) -> Found:
        """Branch and bound: each player in turn at each table with a free seat for their value."""
        room = [self._values(table) for table in best]
        found, cheapest = best, least
        filled: list[list[str]] = [[] for _ in self.sizes]

        def place(index: int, cost: int) -> None:
            nonlocal found, cheapest
            if cost >= cheapest:
                return
            if index == len(self.players):
                found, cheapest = tuple(tuple(table) for table in filled), cost
                return
            player = self.players[index]
            value = self.value[player]
            seen: list[dict[int, int]] = []
            for table, free in zip(filled, room, strict=True):
                if not free.get(value):
                    continue
                if not table:
                    # Empty tables of the same size are equivalent.
                    if free in seen:
                        continue
                    seen.append(dict(free))
                added = sum(self.cost[player][other] for other in table)
                free[value] -= 1
                table.append(player)
                place(index + 1, cost + added)
                table.pop()
                free[value] += 1

        place(0, 0)
        return Found(found, cheapest, exact=True, steps=1)

    def _fresh(self, order: Sequence[str]) -> Tables | None:
        """Return tables without any repetition, if all players have one value: depth first.

        The player with the fewest possible table-mates chooses first. None: there are none, or none
        was found within `STEPS`.
        """
        if len(set(self.value.values())) > 1:
            return None
        place = {player: index for index, player in enumerate(order)}
        new = {
            player: {other for other, cost in costs.items() if cost == 0}
            for player, costs in self.cost.items()
        }
        steps = 0

        def mates(table: tuple[str, ...], free: set[str], size: int) -> Iterator[tuple[str, ...]]:
            nonlocal steps
            steps += 1
            if len(table) == size:
                yield table
                return
            left = set(free)
            for player in sorted(free, key=lambda one: place[one]):
                if steps > STEPS or len(table) + len(left) < size:
                    return
                left.discard(player)
                yield from mates((*table, player), left & new[player], size)

        def fill(left: set[str], sizes: tuple[int, ...]) -> tuple[tuple[str, ...], ...] | None:
            if not left:
                return ()
            first = min(left, key=lambda one: (len(new[one] & left), place[one]))
            for size in dict.fromkeys(sizes):
                index = sizes.index(size)
                others = (*sizes[:index], *sizes[index + 1 :])
                for table in mates((first,), new[first] & left, size):
                    rest = fill(left - set(table), others)
                    if rest is not None:
                        return (table, *rest)
                    if steps > STEPS:
                        return None
            return None

        found = fill(set(self.players), tuple(self.sizes))
        if found is None:
            return None
        left = list(found)
        return tuple(left.pop([len(one) for one in left].index(size)) for size in self.sizes)

    def _values(self, table: Sequence[str]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for player in table:
            counts[self.value[player]] = counts.get(self.value[player], 0) + 1
        return counts

    def _improved(self, start: Tables) -> Tables:
        """Exchange two players of equal value as long as that reduces repetitions."""
        tables = [list(table) for table in start]
        at = {player: index for index, table in enumerate(tables) for player in table}
        for _ in range(PASSES):
            improved = False
            for one, other in combinations(self.players, 2):
                if at[one] == at[other] or self.value[one] != self.value[other]:
                    continue
                if self._gain(one, other, tables[at[one]], tables[at[other]]) > 0:
                    _exchange(tables, at, one, other)
                    improved = True
            if not improved:
                break
        return tuple(tuple(table) for table in tables)

    def _gain(self, one: str, other: str, here: Sequence[str], there: Sequence[str]) -> int:
        mine, theirs = self.cost[one], self.cost[other]
        before = sum(mine[mate] for mate in here if mate != one)
        before += sum(theirs[mate] for mate in there if mate != other)
        after = sum(theirs[mate] for mate in here if mate != one)
        after += sum(mine[mate] for mate in there if mate != other)
        return before - after


def _exchange(tables: list[list[str]], at: dict[str, int], one: str, other: str) -> None:
    here, there = at[one], at[other]
    tables[here][tables[here].index(one)] = other
    tables[there][tables[there].index(other)] = one
    at[one], at[other] = there, here
