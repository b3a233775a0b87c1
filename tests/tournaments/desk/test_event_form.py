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


def test_a_name_that_stands_twice_in_the_list_is_named_before_anything_is_made() -> None:
    club = evenings.club()
    answer = announce(club, names="Ann\nBob\nann")
    assert answer.status_code == 200
    assert "ann stands in the list twice (line 3): once is enough." in text_of(answer)
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
    assert (event.fee, event.prizes) == (10, [50, 30, 20])


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


def test_all_that_is_wrong_is_said_at_once_at_its_field_and_everything_typed_stays() -> None:
    club = evenings.club()
    wrong = {
        "fee": "ten",
        "prizes": "80, 30",
        "swiss-rounds": "many",
        "match_length": "99",
        "starts_on": "soon",
        "tables": "-1",
        "names": f"Ann 1500 Berlin\nBob\n{'x' * 61}",
        "place": "Town hall",
    }
    answer = announce(club, **wrong)
    page = text_of(answer)
    assert answer.status_code == 422
    for name in ("fee", "prizes", "swiss-rounds", "match_length", "starts_on", "tables", "names"):
        assert f'aria-errormessage="fault-{name}"' in page
        assert page.count(f'id="fault-{name}"') == 1
        assert f'href="#fault-{name}"' in page
    assert 'value="Town hall"' in page
    assert 'value="80, 30"' in page
    assert not Event.objects.exists()


def test_the_settings_that_hide_a_fault_stand_open_and_others_stay_folded() -> None:
    hidden = text_of(announce(evenings.club(), prizes="80, 30"))
    assert '<details class="fold card" id="more" open>' in hidden
    plain = text_of(announce(evenings.club("Wednesday"), match_length="99"))
    assert '<details class="fold card" id="more">' in plain


def test_how_names_were_read_is_seen_beside_what_is_wrong_and_is_not_asked_again() -> None:
    club = evenings.club()
    names = "Ann 1500 Berlin\nBob"
    first = text_of(announce(club, names=names, fee="ten"))
    assert "Ann · 1500 · Berlin" in first
    assert 'id="fault-fee"' in first
    second = announce(club, names=names, names_seen=names, fee="10")
    assert second.status_code == 302
    assert Event.objects.get().divisions.get().entries.count() == 2


def test_a_division_is_added_from_the_list_of_players_with_its_names() -> None:
    club = evenings.club()
    announce(club)
    event = Event.objects.get()
    client = Client()
    client.force_login(evenings.user("Olga"))
    url = f"/events/{event.public_id}/settings/"
    desk = text_of(client.get(f"/events/{event.public_id}/direct/", {"view": "entries"}))
    assert f'href="{url}?about=new#d-new"' in desk
    assert 'id="d-new" open' in text_of(client.get(url, {"about": "new"}))
    sent = form(about="new", division_name="Beginners", names="Eva 1400\nFay")
    shown = client.post(url, sent)
    assert "Eva · 1400" in text_of(shown)
    assert event.divisions.count() == 1
    added = client.post(url, {**sent, "names_seen": sent["names"]})
    beginners = event.divisions.get(name="Beginners")
    desk_url = f"/events/{event.public_id}/direct/"
    wanted = f"{desk_url}?division={beginners.public_id}&view=entries"
    assert added.headers["Location"] == wanted
    assert sorted(beginners.entries.values_list("player__name", flat=True)) == ["Eva", "Fay"]
    client.post(url, {**sent, "names_seen": sent["names"]})
    assert event.divisions.count() == 2


def test_a_division_whose_fields_are_wrong_is_not_added_and_says_where() -> None:
    club = evenings.club()
    announce(club)
    event = Event.objects.get()
    client = Client()
    client.force_login(evenings.user("Olga"))
    url = f"/events/{event.public_id}/settings/"
    answer = client.post(url, form(about="new", names="x" * 61, match_length="0"))
    page = text_of(answer)
    assert answer.status_code == 422
    assert 'id="d-new" open' in page
    assert page.count('id="fault-match_length"') == 1
    assert page.count('id="fault-names"') == 1
    assert event.divisions.count() == 1


def test_a_new_event_says_where_leagues_and_cups_over_weeks_are_founded() -> None:
    club, client = evenings.club(), Client()
    client.force_login(evenings.user("Olga"))
    page = client.get(f"/clubs/{club.slug}/events/new/").content.decode()
    assert f'href="/clubs/{club.slug}/leagues/new/"' in page
    assert f'href="/clubs/{club.slug}/cups/new/"' in page
    assert "League:" not in page, "a format of an event is no league"
