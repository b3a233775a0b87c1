"""Somebody rehearses an event by themselves, and deletes its club with one tap."""

from typing import Any

import pytest
from django.test import Client

from games.models import Club, Player, User
from tests import evenings
from tests.tournaments.event_phones import signed_in
from tournaments.models import Division, Event, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann@example.org", name="Ann")


def rehearsed(browser: Client, **fields: str) -> Event:
    """The event that is made by the form, from the page where clubs are founded."""
    assert b'href="/rehearse/"' in browser.get("/new-club/").content
    answer = browser.post("/rehearse/", {"format": "swiss", "players": "12", **fields})
    event = Event.objects.select_related("club").get()
    assert answer.headers["Location"] == f"/events/{event.public_id}/direct/"
    return event


def test_the_desk_opens_with_everybody_checked_in_and_nothing_drawn(ann: User) -> None:
    browser = signed_in(ann)
    event = rehearsed(browser)
    division = Division.objects.get()
    assert division.entries.filter(state="present").count() == 12
    assert not division.rounds.exists()
    assert b"Ready for the draw" in browser.get(f"/events/{event.public_id}/direct/").content


def test_rounds_are_played_already_if_that_is_wished(ann: User) -> None:
    browser = signed_in(ann)
    rehearsed(browser, rounds="1")
    division = Division.objects.get()
    assert set(division.rounds.values_list("number", "state")) == {(1, "released")}
    assert Match.objects.filter(state="settled").count() == 6


def test_the_desk_of_a_rehearsal_deletes_its_club_and_that_of_another_club_does_not(
    ann: User,
) -> None:
    browser = signed_in(ann)
    event = rehearsed(browser)
    url = f"/events/{event.public_id}/direct/"
    action = f'action="/clubs/{event.club.slug}/settings/delete/"'.encode()
    page = browser.get(url).content
    assert action in page
    assert b"<details" not in page[: page.index(action)].split(b'id="desk"')[1]
    orla = signed_in(evenings.member(event.club, "Orla", "organizer"))
    assert action not in orla.get(url).content
    Club.objects.update(is_rehearsal=False)
    assert action not in browser.get(url).content


def test_its_owner_deletes_the_club_with_one_tap(ann: User) -> None:
    browser = signed_in(ann)
    club = rehearsed(browser).club
    settings = browser.get(f"/clubs/{club.slug}/settings/").content
    assert f'action="/clubs/{club.slug}/settings/delete/"'.encode() in settings

    answer = browser.post(f"/clubs/{club.slug}/settings/delete/", follow=True)

    assert f"{club.name} is deleted." in answer.content.decode()
    assert not Club.objects.exists()
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def test_an_organizer_of_a_rehearsal_neither_sees_the_button_nor_deletes(ann: User) -> None:
    club = rehearsed(signed_in(ann)).club
    browser = signed_in(evenings.member(club, "Orla", "organizer"))
    assert b"settings/delete/" not in browser.get(f"/clubs/{club.slug}/settings/").content
    assert browser.post(f"/clubs/{club.slug}/settings/delete/").status_code == 403
    assert Club.objects.exists()


def test_a_real_club_has_no_such_button_and_stays() -> None:
    club = evenings.club()
    browser = signed_in(evenings.user("Olga"))
    assert b"settings/delete/" not in browser.get(f"/clubs/{club.slug}/settings/").content
    answer = browser.post(f"/clubs/{club.slug}/settings/delete/", follow=True)
    assert "Only the club of a rehearsal is deleted" in answer.content.decode()
    assert Club.objects.exists()


@pytest.mark.parametrize("fields", [{"players": "3"}, {"players": "161"}, {"format": "nothing"}])
def test_what_cannot_be_rehearsed_is_asked_again(ann: User, fields: dict[str, str]) -> None:
    answer = signed_in(ann).post("/rehearse/", {"format": "swiss", "players": "8", **fields})
    assert answer.status_code == 422
    assert not Club.objects.exists()


def test_a_demo_account_rehearses_nothing(settings: Any) -> None:
    settings.DEMO_ACCOUNTS = True
    demo = User.objects.create_user("demo@example.org", name="Demo", is_demo=True)
    answer = signed_in(demo).post("/rehearse/", {"format": "swiss", "players": "8"})
    assert answer.status_code == 422
    assert not Club.objects.exists()


def test_a_rehearsal_may_have_a_second_division_and_fees(ann: User) -> None:
    sent = {"format": "progressive", "players": "9", "second": "6", "fee": "20", "rounds": "1"}
    browser = signed_in(ann)
    assert browser.post("/rehearse/", sent).status_code == 302
    first, second = Division.objects.order_by("position")
    assert (first.format, second.format) == ("progressive", "swiss")
    assert (first.entries.count(), second.entries.count()) == (9, 6)
    for one in (first, second):
        owing = one.entries.filter(fees_paid=0).values_list("number", flat=True)
        assert list(owing) == [5]
        assert one.rounds.get(number=1).matches.exclude(state="settled").count() == 0
    assert Player.objects.count() == 15
    page = browser.get(f"/events/{first.event.public_id}/direct/?view=money").content.decode()
    assert "8 fees paid, 1 open" in page


@pytest.mark.parametrize("fields", [{"second": "3"}, {"second": "99"}, {"fee": "-1"}])
def test_a_second_division_that_cannot_be_is_asked_again(ann: User, fields: dict[str, str]) -> None:
    answer = signed_in(ann).post("/rehearse/", {"format": "swiss", "players": "8", **fields})
    assert answer.status_code == 422
    assert not Club.objects.exists()


def paced(browser: Client, event: Event, value: str) -> int:
    """Tap a speed on the desk; return the answer's status."""
    sent = {"do": "pace", "value": value, "division": Division.objects.get().public_id}
    return browser.post(f"/events/{event.public_id}/direct/act/", sent).status_code


def test_a_rehearsal_enters_nothing_by_itself_unless_that_is_wished(ann: User) -> None:
    event = rehearsed(signed_in(ann))
    assert event.plays_every is None
    assert event.plays_at is None


def test_the_desk_shows_how_fast_results_come_and_stops_them_and_goes_on(ann: User) -> None:
    browser = signed_in(ann)
    event = rehearsed(browser, every="30")
    url = f"/events/{event.public_id}/direct/"
    for seconds in ("30", "5", ""):
        assert paced(browser, event, seconds) == 302
        event.refresh_from_db()
        assert event.plays_every == (int(seconds) if seconds else None)
        page = browser.get(url).content.decode()
        assert f'id="pace-{seconds}" aria-current="true"' in page
        assert page.count('id="pace-') == 3
        assert page.count('" aria-current="true"') == 1


def test_the_speed_of_the_form_is_that_of_the_rehearsal(ann: User) -> None:
    event = rehearsed(signed_in(ann), every="5")
    assert event.plays_every == 5


def test_a_speed_that_is_not_offered_is_refused(ann: User) -> None:
    browser = signed_in(ann)
    event = rehearsed(browser)
    assert paced(browser, event, "1") == 400
    event.refresh_from_db()
    assert event.plays_every is None
    answer = browser.post("/rehearse/", {"format": "swiss", "players": "8", "every": "1"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("role", "status"),
    [("owner", 302), ("organizer", 302), ("director", 302), ("scorer", 403), ("player", 403)],
)
def test_who_directs_a_rehearsal_sets_its_speed(ann: User, role: str, status: int) -> None:
    event = rehearsed(signed_in(ann))
    other = signed_in(evenings.member(event.club, "Orla", role))
    assert paced(other, event, "5") == status
    event.refresh_from_db()
    assert event.plays_every == (5 if status == 302 else None)


def test_a_stranger_does_not_set_the_speed(ann: User) -> None:
    event = rehearsed(signed_in(ann))
    assert paced(signed_in(evenings.user("Xaver")), event, "5") == 404
    assert paced(Client(), event, "5") == 302
    event.refresh_from_db()
    assert event.plays_every is None


def test_the_desk_of_a_real_club_has_no_speed_and_sets_none(ann: User) -> None:
    browser = signed_in(ann)
    event = rehearsed(browser)
    Club.objects.update(is_rehearsal=False)
    assert b'id="pace-' not in browser.get(f"/events/{event.public_id}/direct/").content
    assert paced(browser, event, "5") == 400
    event.refresh_from_db()
    assert event.plays_every is None
