"""Round 1 of a Swiss by rating, and all others as the director wants."""

import pytest

from tests.tournaments.directing import Directed, names_of
from tournaments.events.services import entries
from tournaments.models import Match

pytestmark = pytest.mark.django_db
NAMES = "Ann Bob Cid Dee Eva Fay Gil Hal"


def rated(**params: object) -> Directed:
    """Eight players, of whom the first is the strongest."""
    event = Directed(names=NAMES, params={"rounds": 3, **params}, seeding="rating")
    for place, name in enumerate(NAMES.split()):
        entries.entry_change(entry=event.entry(name), by=event.director, rating=2000 - place)
    event.next_round()
    return event


def first_round(event: Directed) -> set[frozenset[str]]:
    found = Match.objects.filter(round__division=event.division, round__number=1)
    return {frozenset(two) for two in names_of(list(found.select_related("first", "second")))}


def test_the_upper_half_meets_the_lower_half_by_rating() -> None:
    event = rated(first="slide", inside="random")
    assert first_round(event) == {
        frozenset(two) for two in (("Ann", "Eva"), ("Bob", "Fay"), ("Cid", "Gil"), ("Dee", "Hal"))
    }


def test_or_the_first_meets_the_last_as_in_all_rounds() -> None:
    assert first_round(rated(inside="fold")) == {
        frozenset(two) for two in (("Ann", "Hal"), ("Bob", "Gil"), ("Cid", "Fay"), ("Dee", "Eva"))
    }


def test_round_two_is_as_all_others() -> None:
    event = rated(first="slide", inside="random")
    event.play_all(lambda match: 0 if match.first and match.first.name < "E" else 1)
    drawn = event.next_round()[-1]
    assert drawn.number == 2
    assert {row["code"] for row in drawn.remarks} >= {"random"}
