"""The list of a club's events, and the short form that announces one."""

import pytest
from django.test import Client

from tests import evenings
from tests.tournaments.desk.desk import announce, form, text_of
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def test_an_empty_club_is_told_what_events_are() -> None:
    club = evenings.club()
    client = Client()
    client.force_login(evenings.user("Olga"))
    page = text_of(client.get(f"/clubs/{club.slug}/events/"))
    assert "Announce the first event" in page
    assert f"/clubs/{club.slug}/events/new/" in page


def test_one_short_form_announces_an_event_and_makes_its_players() -> None:
    club = evenings.club()
    club.players.create(name="ann")
    answer = announce(club)
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/events/{event.public_id}/direct/"
    division = event.divisions.get()
    assert (division.format, division.match_length, division.params["rounds"]) == ("swiss", 5, 3)
    names = Entry.objects.order_by("number").values_list("player__name", flat=True)
    assert list(names) == ["ann", "Bob", "Cid", "Dee"]
    assert event.is_rated
    assert not event.self_reports


def test_the_form_sent_twice_makes_one_event() -> None:
    club = evenings.club()
    again = form()
    client = Client()
    client.force_login(evenings.user("Olga"))
    for _ in range(2):
        assert client.post(f"/clubs/{club.slug}/events/new/", again).status_code == 302
    assert Event.objects.count() == 1


def test_a_name_that_stands_twice_in_the_list_is_named_and_nothing_is_made() -> None:
    club = evenings.club()
    answer = announce(club, names="Ann\nBob\nann")
    assert answer.status_code == 422
    assert "ann is named twice." in text_of(answer)
    assert "Bob" in text_of(answer)
    assert not Event.objects.exists()
    assert not club.players.exists()


def test_a_parameter_that_is_no_number_is_refused_and_what_was_typed_stays() -> None:
    answer = announce(evenings.club(), **{"swiss-rounds": "many"})
    assert answer.status_code == 422
    assert 'value="many"' in text_of(answer)


def test_a_blank_title_becomes_format_and_day() -> None:
    announce(evenings.club(), title=" ")
    assert Event.objects.get().title.startswith("Swiss system ")


def test_a_seed_agreed_upon_in_public_is_kept() -> None:
    announce(evenings.club(), seed="lotto 3 7 12")
    assert Event.objects.get().seed == "lotto 3 7 12"


def test_a_template_is_kept_and_a_new_event_is_made_from_it() -> None:
    club = evenings.club()
    announce(club, names="", is_template="1", title="Tuesday")
    template = Event.objects.get()
    assert template.status == "template"
    announce(club, **{"from": template.public_id, "title": "", "names": "Ann\nBob"})
    made = Event.objects.exclude(pk=template.pk).get()
    assert (made.title, made.status) == ("Tuesday", "planned")
    assert made.divisions.get().match_length == 5
    assert Entry.objects.filter(division__event=made).count() == 2


def test_money_and_shares_are_kept_as_a_record() -> None:
    announce(evenings.club(), fee="10", prizes="50, 30; 20 %", currency="EUR")
    event = Event.objects.get()
    assert (str(event.fee), event.prizes) == ("10.00", [50, 30, 20])


@pytest.mark.parametrize(
    ("field", "typed"),
    [("fee", "ten"), ("prizes", "half"), ("starts_on", "soon"), ("tables", "-1"), ("fee", "NaN")],
)
def test_a_field_that_cannot_be_read_is_refused(field: str, typed: str) -> None:
    assert announce(evenings.club(), **{field: typed}).status_code == 422
    assert not Event.objects.exists()


def test_a_player_finds_the_events_of_his_club_and_no_template() -> None:
    club = evenings.club()
    announce(club, title="Open")
    announce(club, names="", is_template="1", title="Our pattern")
    player = Client()
    player.force_login(evenings.member(club, "Pia"))
    page = text_of(player.get(f"/clubs/{club.slug}/events/"))
    event = Event.objects.get(title="Open")
    assert f'href="/events/{event.public_id}/"' in page
    assert "Our pattern" not in page
    assert "New event" not in page
    assert player.get(f"/clubs/{club.slug}/events/new/").status_code == 403


def test_the_desk_of_a_template_leads_to_a_new_event() -> None:
    club = evenings.club()
    announce(club, names="", is_template="1", title="Tuesday")
    template = Event.objects.get()
    client = Client()
    client.force_login(evenings.user("Olga"))
    for view in ("play", "entries", "standings", "event"):
        page = text_of(client.get(f"/events/{template.public_id}/direct/", {"view": view}))
        assert f"/clubs/tuesday/events/new/?from={template.public_id}" in page
    assert f'/events/{template.public_id}/"' not in page
