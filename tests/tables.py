"""Of a table of cases, as many as are wanted.

A test that is asked of all pairs of two lists, of formats and of what happens to them, say, has as
many cases as both lists multiplied. `verify` asks two of them, the first and the last. Continuous
integration asks a third, the commit says which; each night, and before a release, it asks all. What
PostgreSQL is asked was asked on SQLite before: there a third of the tests with one case is enough.
"""

from collections.abc import Sequence
from typing import Final
from zlib import crc32

import pytest

THIRDS: Final = (1, 2, 3)
LONG: Final = ("slow", "browser", "thorough")
"""Markers of tests that take long: of those that have a single case, a third is asked, too."""


def some_cases(items: Sequence[pytest.Item], most: int) -> list[pytest.Item]:
    """The items of tests with so many cases at most, in their order; of others as many, spread."""
    tests = _of_each(items).values()
    wanted = [places[at] for places in tests for at in spread(len(places), most)]
    return [items[place] for place in sorted(wanted)]


def one_third(
    items: Sequence[pytest.Item], third: int, *, is_second: bool = False
) -> list[pytest.Item]:
    """Every third case of each test, in their order; all three thirds together are all cases.

    A quick test is asked at least one case in each third, a long one maybe none; nor is any where
    this is the second time that they are asked (`is_second`).
    """
    wanted: list[int] = []
    for name, places in _of_each(items).items():
        # Each test begins elsewhere: no third has most of those with a single case.
        first = (crc32(name.encode()) + third) % len(THIRDS)
        cases = places[first :: len(THIRDS)]
        is_long = is_second or any(items[places[0]].get_closest_marker(long) for long in LONG)
        if not cases and not is_long:
            cases = [places[first % len(places)]]
        wanted += cases
    return [items[place] for place in sorted(wanted)]


def _of_each(items: Sequence[pytest.Item]) -> dict[str, list[int]]:
    """The places of each test's cases, by its name without the case."""
    found: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        found.setdefault(item.nodeid.partition("[")[0], []).append(place)
    return found


def spread(count: int, most: int) -> list[int]:
    """At most so many places of a list, evenly spread, the first and the last among them."""
    if count <= most:
        return [*range(count)]
    return [place * (count - 1) // max(most - 1, 1) for place in range(most)]
