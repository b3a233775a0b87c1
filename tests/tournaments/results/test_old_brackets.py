"""Events whose bracket was drawn by an earlier version go on as they were drawn."""

import pytest

from tests.tournaments.directing import Directed
from tournaments.formats.match_brackets import Progressive
from tournaments.models import Match
from tournaments.pairing.brackets import progressive

pytestmark = pytest.mark.django_db
NINE = "Ann Bob Cid Dee Eve Fay Gus Hal Ida"


def nodes(event: Directed) -> set[str]:
    found = Match.objects.filter(round__division=event.division)
    return set(found.values_list("node", flat=True))


def keys(size: int, structure: int) -> set[str]:
    return {node.key for node in progressive(size, structure=structure).nodes}


def test_a_draw_that_says_no_structure_keeps_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(Progressive, "remembered", {})
        event = Directed(names=NINE, format="progressive")
        event.next_round()
    event.division.refresh_from_db()
    assert "structure" not in (event.division.order or {})
    assert nodes(event) == keys(9, 1) != keys(9, 2)
    event.play_all()
    assert nodes(event) == keys(9, 1)
    assert all(one.is_settled for one in Match.objects.filter(round__division=event.division))


def test_a_late_entry_keeps_the_structure_of_the_draw() -> None:
    event = Directed(names=NINE, format="progressive")
    event.next_round()
    event.division.refresh_from_db()
    assert event.division.order["structure"] == 2
    event.enter("Jon")
    event.division.refresh_from_db()
    assert event.division.order["structure"] == 2
    assert nodes(event) == keys(10, 2)
