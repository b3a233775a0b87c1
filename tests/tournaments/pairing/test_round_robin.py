"""Berger tables: those printed in handbooks, and what every one of them must keep."""

from itertools import combinations, pairwise

import pytest

from tournaments.pairing.errors import PairingError
from tournaments.pairing.round_robin import Round, berger

# As printed in the handbook of FIDE, C.06 annex 1, the last of each round's pairs with "-".
PRINTED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3"
        " | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7"
        " | 10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4"
        " | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1"
    ),
}


def printed(rounds: tuple[Round, ...]) -> str:
    return " | ".join(" ".join(f"{one}-{other}" for one, other in each.pairs) for each in rounds)


@pytest.mark.parametrize("size", PRINTED)
def test_the_tables_are_those_printed(size: int) -> None:
    assert printed(berger(size)) == PRINTED[size]


@pytest.mark.parametrize("size", range(4, 15))
def test_the_next_round_adds_half_the_ring_to_every_number(size: int) -> None:
    """The rule of the tables: each number but the highest goes on by n/2 of n - 1."""
    even = size + size % 2
    pairs = [{frozenset(two) for two in each.pairs} for each in berger(even)]

    def further(number: int) -> int:
        return number if number == even else (number - 1 + even // 2) % (even - 1) + 1

    for before, after in pairwise(pairs):
        assert {frozenset(map(further, two)) for two in before} == after


@pytest.mark.parametrize("size", range(2, 65))
def test_everybody_meets_everybody_once_and_plays_once_a_round(size: int) -> None:
    rounds = berger(size)
    assert len(rounds) == size - 1 + size % 2
    met = [frozenset(two) for each in rounds for two in each.pairs]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, size + 1), 2)))
    for each in rounds:
        here = [number for two in each.pairs for number in two]
        here += [] if each.bye is None else [each.bye]
        assert sorted(here) == list(range(1, size + 1))


@pytest.mark.parametrize("size", [3, 5, 7, 9, 13])
def test_an_odd_table_is_the_next_one_with_its_highest_number_as_the_bye(size: int) -> None:
    for odd, even in zip(berger(size), berger(size + 1), strict=True):
        assert odd.pairs == even.pairs[1:]
        assert {odd.bye, size + 1} == set(even.pairs[0])


@pytest.mark.parametrize("size", range(4, 15, 2))
def test_sides_are_as_even_as_they_can_be(size: int) -> None:
    first = [one for each in berger(size) for one, _ in each.pairs]
    assert all(first.count(number) in (size // 2 - 1, size // 2) for number in range(1, size + 1))


def test_the_second_half_of_a_double_table_swaps_sides() -> None:
    rounds = berger(5, is_double=True)
    assert len(rounds) == 10
    for once, again in zip(rounds[:5], rounds[5:], strict=True):
        assert again == Round(tuple((other, one) for one, other in once.pairs), once.bye)


@pytest.mark.parametrize("size", [-1, 0, 1, 129])
def test_a_table_for_so_many_is_refused(size: int) -> None:
    with pytest.raises(PairingError, match=rf"not for {size}\.$"):
        berger(size)
