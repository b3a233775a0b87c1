"""Whole Swiss events with late entries and withdrawals: no draw could have done better."""

import os
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from benchmarks.swiss_events import Event, is_perfect
from tests.tournaments.pairing.solver import matchings
from tournaments.pairing.entrants import Entrant

EVENTS = 2_000 if os.environ.get("ALL_TESTS") else 500
"""Of those of `benchmarks.pairing`, which plays 10,000."""


def test_the_check_finds_a_perfect_matching_where_one_exists() -> None:
    """What judges the events, against all matchings of small random graphs."""
    for number in range(400):
        chance = Random(number)
        keys = [str(place) for place in range(chance.choice((2, 4, 6, 8)))]
        edges = [two for two in combinations(keys, 2) if chance.random() < 0.35]
        players = [Entrant(key, 0, 1) for key in keys]
        exists = any(
            all(other and (one.key, other.key) in edges for one, other in matching)
            for matching in matchings(players)
        )
        assert is_perfect(keys, edges) == exists


@pytest.mark.parametrize("number", range(60))
def test_an_event_has_no_rematch_and_no_second_bye_that_could_be_avoided(number: int) -> None:
    found = Event(number, most=24).play()
    assert found["rounds"]


@pytest.mark.slow
def test_none_of_hundreds_of_events_has_one() -> None:
    found: Counter[str] = Counter()
    for number in range(EVENTS):
        found += Event(number).play()
    assert found["events"] == EVENTS
    assert found["rounds"] > 5 * EVENTS
    # They do occur: small fields with more rounds than opponents.
    assert 0 < found["unavoidable rematches"] < found["pairs"] / 100
