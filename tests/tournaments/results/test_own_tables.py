"""Tables that only one division plays at."""

import pytest

from tests.tournaments.desk.desk import desk
from tests.tournaments.desk.test_direct_divisions import second_division
from tests.tournaments.directing import Directed
from tournaments.errors import EventRefused
from tournaments.events.services import events
from tournaments.models import Division, Match

pytestmark = pytest.mark.django_db


def boards(division: Division) -> list[int | None]:
    found = Match.objects.filter(round__division=division, state="open").order_by("position")
    return list(found.values_list("board", flat=True))


def reserve(of: Directed, division: Division, first: int | None, last: int | None) -> None:
    events.division_change(division=division, by=of.director, first_table=first, last_table=last)


def test_a_division_plays_at_its_own_tables_and_no_other_does() -> None:
    event = Directed(names="Ann Bob Cid Dee")
    reserve(event, event.division, 2, 3)
    event.next_round()
    other = second_division(event, "Eva", "Fay", "Gil", "Hal")
    assert boards(event.division) == [2, 3]
    assert boards(other) == [1, 4]


def test_with_too_few_of_them_the_others_wait_though_tables_are_free() -> None:
    event = Directed(names="Ann Bob Cid Dee", event_fields={"tables": 9})
    reserve(event, event.division, 5, 5)
    event.next_round()
    assert boards(event.division) == [5, None]


def test_tables_taken_back_are_given_to_who_waits() -> None:
    event = Directed(names="Ann Bob Cid Dee", event_fields={"tables": 2})
    reserve(event, event.division, 2, 2)
    event.next_round()
    assert boards(event.division) == [2, None]
    reserve(event, event.division, None, None)
    assert boards(event.division) == [2, 1]


@pytest.mark.parametrize(
    ("tables", "first", "last", "code"),
    [
        (None, 3, None, "tables_wrong"),
        (None, 4, 3, "tables_wrong"),
        (5, 4, 6, "tables_few"),
        (None, 9, 12, "tables_taken"),
    ],
)
def test_tables_that_cannot_be_are_refused(tables, first, last, code) -> None:
    event = Directed(names="Ann Bob", event_fields={"tables": tables})
    if code == "tables_taken":
        events.division_add(
            event=event.event, by=event.director, format="swiss", name="B", first_table=12,
            last_table=14,
        )  # fmt: skip
    with pytest.raises(EventRefused) as caught:
        reserve(event, event.division, first, last)
    assert caught.value.code == code
    event.division.refresh_from_db()
    assert event.division.first_table is None


def test_the_settings_of_a_division_have_its_tables_and_places() -> None:
    olga = desk("Ann Bob")
    here = f"/events/{olga.directed.event.public_id}/settings/"
    about = olga.directed.division.public_id
    olga.directed.event.refresh_from_db()
    sent = {
        "about": about,
        "version": olga.directed.event.version,
        "format": "swiss",
        "swiss-rounds": 3,
        "swiss-inside": "fold",
        "match_length": 5,
        "seeding": "draw",
        "first_table": 3,
        "last_table": 6,
        "places": 16,
        "apart": "club",
    }
    assert olga.client.post(here, sent).status_code == 302
    found = Division.objects.get()
    assert (found.first_table, found.last_table, found.places, found.apart) == (3, 6, 16, "club")
    page = olga.client.get(here).content.decode()
    assert 'name="places" inputmode="numeric" maxlength="3" value="16"' in page
    wrong = olga.client.post(here, {**sent, "version": 99, "places": 0})
    assert wrong.status_code == 422
