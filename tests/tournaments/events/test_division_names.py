"""Two divisions of an event have two names."""

import pytest

from tests.tournaments.directing import key
from tests.tournaments.tables.tables import Tables
from tournaments.errors import EventRefused
from tournaments.events.services.events import division_add, division_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Tables:
    """Four players, nothing drawn yet."""
    return Tables(names="Ann Bob Cid Dee", format="fixed")


def test_a_name_that_is_there_already_is_refused(four: Tables) -> None:
    event, name = four.division.event, four.division.name
    with pytest.raises(EventRefused) as caught:
        division_add(event=event, by=four.director, key=key(), name=name)
    assert caught.value.code == "division_twice"
    assert event.divisions.count() == 1


def test_nor_can_one_be_renamed_so_but_may_keep_its_own(four: Tables) -> None:
    event, name = four.division.event, four.division.name
    other = division_add(event=event, by=four.director, key=key(), name="Beginners")
    with pytest.raises(EventRefused) as caught:
        division_change(division=other, by=four.director, name=name)
    assert caught.value.code == "division_twice"
    division_change(division=other, by=four.director, name="Beginners")
    other.refresh_from_db()
    assert other.name == "Beginners"
