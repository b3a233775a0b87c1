"""Fixtures of a league: who still has to be given a match with whom, and in which round.

A round is only a list in which nobody stands twice; all of them are played at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

Fixture = tuple[int, int, int]
"""Round and the two players."""


def missing_fixtures(
    field: Collection[int], fixtures: Iterable[Fixture], *, times: int
) -> tuple[Fixture, ...]:
    """Return what is missing so that everybody of a field meets everybody `times` times.

    Each goes into the first round in which both are free; sides alternate. Nothing is taken away.
    """
    met: dict[tuple[int, int], int] = {}
    busy: dict[int, set[int]] = {}
    for number, one, other in fixtures:
        low, high = sorted((one, other))
        met[low, high] = met.get((low, high), 0) + 1
        busy.setdefault(number, set()).update((one, other))
    found: list[Fixture] = []
    for low, high in combinations(sorted(field), 2):
        for count in range(met.get((low, high), 0), times):
            number = 1
            while busy.get(number, set()) & {low, high}:
                number += 1
            busy.setdefault(number, set()).update((low, high))
            found.append((number, low, high) if count % 2 == 0 else (number, high, low))
    return tuple(sorted(found))
