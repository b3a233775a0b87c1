"""Of a long table `verify` asks a few cases, and each run of continuous integration a third."""

from itertools import chain
from types import SimpleNamespace

import pytest

from tests.tables import LONG, THIRDS, one_third, some_cases, spread


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


def asked(name, *markers):
    return SimpleNamespace(
        nodeid=name, get_closest_marker=lambda marker: marker if marker in markers else None
    )


def test_three_thirds_are_all_cases_and_each_long_one_is_in_one_of_them():
    items = [asked(f"{name}[{case}]", "slow") for name in "abcdef" for case in range(7)]
    items += [asked(f"alone_{number}", LONG[number % 3]) for number in range(30)]
    thirds = [[item.nodeid for item in one_third(items, third)] for third in THIRDS]
    assert sorted(chain(*thirds)) == sorted(item.nodeid for item in items)
    assert max(map(len, thirds)) < len(items) / 2
    for third in thirds:
        assert {name[0] for name in third} >= set("abcdef")


def test_a_quick_test_is_asked_in_each_third():
    items = [asked("one"), *[asked(f"two[{case}]") for case in range(2)], asked("other")]
    for third in THIRDS:
        kept = [item.nodeid.partition("[")[0] for item in one_third(items, third)]
        assert kept == ["one", "two", "other"]


def test_what_is_asked_a_second_time_is_in_one_third_only():
    items = [asked(f"alone_{number}") for number in range(90)]
    thirds = [one_third(items, third, is_second=True) for third in THIRDS]
    assert sorted(chain(*thirds), key=items.index) == items
    assert max(map(len, thirds)) < len(items) / 2


def test_a_third_keeps_the_order_of_its_tests():
    items = [asked(f"{name}[{case}]") for case in range(9) for name in "xy"]
    kept = one_third(items, 2)
    assert kept == [item for item in items if item in kept]
