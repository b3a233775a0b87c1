"""Of a table of cases, as many as are wanted.

A test that is asked of all pairs of two lists, of formats and of what happens to them, say, has as
many cases as both lists multiplied. `verify` asks two of them, the first
and the last, the run on PostgreSQL one in the middle, too; continuous integration asks all.
"""

from collections.abc import Sequence

import pytest


def some_cases(items: Sequence[pytest.Item], most: int) -> list[pytest.Item]:
    """The items of tests with so many cases at most, in their order; of others as many, spread."""
    of_test: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        of_test.setdefault(item.nodeid.partition("[")[0], []).append(place)
    wanted = [places[at] for places in of_test.values() for at in spread(len(places), most)]
    return [items[place] for place in sorted(wanted)]


def spread(count: int, most: int) -> list[int]:
    """At most so many places of a list, evenly spread, the first and the last among them."""
    if count <= most:
        return [*range(count)]
    return [place * (count - 1) // max(most - 1, 1) for place in range(most)]
