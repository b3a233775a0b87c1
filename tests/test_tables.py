"""Of a long table `verify` asks a few cases, spread over it; continuous integration asks all."""

from types import SimpleNamespace

import pytest

from tests.tables import some_cases, spread


@pytest.mark.parametrize(
    ("count", "most", "places"),
    [
        (0, 4, []),
        (3, 4, [0, 1, 2]),
        (4, 4, [0, 1, 2, 3]),
        (5, 4, [0, 1, 2, 4]),
        (35, 4, [0, 11, 22, 34]),
        (35, 2, [0, 34]),
        (35, 1, [0]),
    ],
)
def test_cases_are_spread_from_the_first_to_the_last(count, most, places):
    assert spread(count, most) == places


def test_each_test_keeps_its_order_and_as_many_cases_as_are_wanted():
    names = ["a[1]", "b", "a[2]", "a[3]", "c[x]", "a[4]", "a[5]", "c[y]"]
    items = [SimpleNamespace(nodeid=name) for name in names]
    assert [item.nodeid for item in some_cases(items, 2)] == ["a[1]", "b", "c[x]", "a[5]", "c[y]"]
