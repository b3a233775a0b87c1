"""Players entered together: all of them in few queries, or none of them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.directing import Directed
from tournaments.errors import EventRefused
from tournaments.events.services.entries import entries_add, entry_withdraw

pytestmark = pytest.mark.django_db


def asked(directed: Directed, names: str) -> int:
    """How many queries it takes to enter these players, whom the club knows."""
    players = [directed.player(name) for name in names.split()]
    with CaptureQueriesContext(connection) as found:
        entries_add(division=directed.division, by=directed.director, players=players)
    return len(found)


@pytest.mark.parametrize("format", ["swiss", "single", "club_night"])
def test_forty_players_take_as_many_queries_as_four(format: str) -> None:
    directed = Directed(format=format)
    four = asked(directed, "Ann Bob Cid Dee")
    assert asked(directed, " ".join(f"P{number}" for number in range(40))) == four
    assert [one.number for one in directed.division.entries.order_by("number")] == [*range(1, 45)]


@pytest.mark.parametrize("names", ["Zoe Ann", "Zoe Zoe"])
def test_if_one_is_entered_already_nobody_is(names: str) -> None:
    directed = Directed(names="Ann Bob")
    players = [directed.player(name) for name in names.split()]
    with pytest.raises(EventRefused, match="is entered already"):
        entries_add(division=directed.division, by=directed.director, players=players)
    assert directed.division.entries.count() == 2


def test_who_has_withdrawn_comes_back_with_the_same_number() -> None:
    directed = Directed(names="Ann Bob")
    entry_withdraw(entry=directed.entry("Ann"), by=directed.director)
    found: list[Any] = directed.enter("Cid", "Ann")
    assert [(one.number, one.state) for one in found] == [(3, "entered"), (1, "entered")]
