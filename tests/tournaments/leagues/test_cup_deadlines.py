"""An announced event becomes a cup, and a cup loses its deadlines again; its screen; rehearsals."""

import datetime
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.errors import NotAllowed
from games.models import Club, Player
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import SHAPES, Playing
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services import draws
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.services import cups, fixtures
from tournaments.leagues.services.cup_deadlines import cup_end, cup_make
from tournaments.leagues.services.cup_rehearsing import cup_rehearsal_create, cup_rehearse
from tournaments.models import Cup, Event, EventStep, Match, Round, day_end

pytestmark = pytest.mark.django_db


def announced(shape: str = "single", *, is_drawn: bool = False) -> Event:
    """An event of one evening, with tables and a clock."""
    club, by = evenings.club(time_zone="Europe/Berlin"), evenings.user("Olga")
    event = event_create(
        club=club,
        by=by,
        title="Open",
        starts_on=club.today,
        tables=4,
        round_minutes=90,
        divisions=[{"name": "Open", "format": shape, "match_length": 5}],
    )
    players = [Player.objects.create(club=club, name=name) for name in ("Ann", "Bob", "Cid", "Dee")]
    entries_add(division=event.divisions.get(), by=by, players=players)
    if is_drawn:
        draws.draw_make(division=event.divisions.get(), by=by)
    event.refresh_from_db()
    return event


def make(event: Event, days: int = 10, **rules: Any) -> Cup:
    cup_make(
        event=event,
        by=evenings.user("Olga"),
        first_on=event.club.today + datetime.timedelta(days=days),
        every_days=7,
        key=key(),
        **rules,
    )
    return Cup.objects.select_related("event__club").get(event=event)


def state(event: Event) -> object:
    """What an event has of an evening, and its rounds."""
    event.refresh_from_db()
    rounds = Round.objects.filter(division__event=event).order_by("number")
    return (
        event.own_dates,
        event.tables,
        event.round_minutes,
        list(rounds.values_list("deadline", "deadline_reason", "minutes")),
    )


@pytest.mark.parametrize("is_drawn", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_announced_event_becomes_a_cup_and_is_none_again(shape: str, is_drawn: bool) -> None:
    event = announced(shape, is_drawn=is_drawn)
    before = state(event)
    cup = make(event, late="out")
    cups.cup_release(cup=cup, by=evenings.user("Olga"))
    first = event.club.today + datetime.timedelta(days=10)
    assert {one.deadline for one in fixtures_of(cup)} == {day_end(event.club, first)}
    ends = [one.deadline for one in Round.objects.filter(division__event=event).order_by("number")]
    assert None not in ends
    assert cup.late == "out"
    assert not Match.objects.filter(board__isnull=False).exists(), "nobody is called to a table"
    with pytest.raises(EventRefused, match="Say why"):
        cup_end(cup=cup, by=evenings.user("Olga"))
    cup_end(cup=cup, by=evenings.user("Olga"), reason="We play it in one evening")
    event.refresh_from_db()
    after = state(event)
    assert after[:3] == before[:3] == (False, 4, 90)  # type: ignore[index]
    assert {row[:2] for row in after[3]} == {(None, "")}  # type: ignore[index]
    kinds = list(EventStep.objects.filter(event=event).values_list("kind", flat=True))
    assert [one for one in kinds if one.startswith("cup")] == ["cup_make", "cup_end"]


@pytest.mark.parametrize("before", [False, True])
def test_players_of_a_cup_report_even_if_the_event_had_its_desk_enter_all(before: bool) -> None:
    event = announced(SHAPES[0])
    event.self_reports = before
    event.save(update_fields=["self_reports"])
    cup = make(event)
    event.refresh_from_db()
    assert event.self_reports
    cup_end(cup=cup, by=evenings.user("Olga"))
    event.refresh_from_db()
    assert event.self_reports == before


def test_what_was_said_is_there_again_with_the_cup() -> None:
    of = Playing()
    match = of.meeting("Ann")
    at = of.agree(match)
    cup_end(cup=of.cup, by=of.director, reason="A slip")
    with pytest.raises(EventConflict):
        fixtures.fixture_say(match=match, by=of.account("Ann"), text="Hello", key=key())
    event = Event.objects.get(pk=of.cup.event_id)
    cup = make(event)
    [again] = [one for one in fixtures_of(cup) if one.match.pk == match.pk]
    assert again.agreed_at == at


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("begun", "before an event begins"),
        ("twice", "dates of their own already"),
        ("swiss", "A cup is single or double"),
        ("past", "lies in the future"),
    ],
)
def test_what_cannot_become_a_cup_stays_as_it_is(what: str, sentence: str) -> None:
    event = announced(is_drawn=what == "begun")
    if what == "begun":
        division = event.divisions.get()
        draws.draw_confirm(division=division, by=evenings.user("Olga"), in_spite=True)
        draws.draw_release(division=division, by=evenings.user("Olga"))
        event.refresh_from_db()
    if what == "twice":
        make(event)
        event.refresh_from_db()
    if what == "swiss":
        event.divisions.update(format="swiss")
    before = state(event), EventStep.objects.count()
    with pytest.raises((EventConflict, EventRefused), match=sentence):
        make(event, days=-1 if what == "past" else 10)
    assert (state(event), EventStep.objects.count()) == before


def test_a_member_neither_makes_nor_ends_a_cup() -> None:
    of = Playing()
    with pytest.raises(NotAllowed):
        cup_end(cup=of.cup, by=of.account("Ann"), reason="No")
    event = event_create(
        club=of.club,
        by=of.director,
        title="Open",
        starts_on=of.today,
        divisions=[{"name": "Open", "format": "single", "match_length": 5}],
    )
    with pytest.raises(NotAllowed):
        cup_make(event=event, by=of.account("Ann"), first_on=of.today, key=key())


def test_the_desk_leads_to_it_and_the_cup_back() -> None:
    event = announced()
    client = Client()
    client.force_login(evenings.user("Olga"))
    desk = f"/events/{event.public_id}/direct/?view=event"
    address = f"/cups/{event.public_id}/deadlines/"
    assert address in client.get(desk).content.decode()
    assert "Set the deadlines" in client.get(address).content.decode()
    sent = {
        "first_on": str(event.club.today + datetime.timedelta(days=10)),
        "every_days": "7",
        "least_days": "5",
        "late": "waits",
        "confirm_days": "3",
        "boards": "allowed",
        "once": key(),
    }
    assert client.post(address, sent).status_code == 302
    assert Cup.objects.get(event=event).least_days == 5
    assert address not in client.get(desk).content.decode()
    assert "dates of their own already" in client.get(address).content.decode()
    direct = f"/cups/{event.public_id}/direct/"
    assert client.post(direct, {"do": "end", "once": key()})["Location"].endswith("/direct/")
    assert not Cup.objects.exists()
    page = client.get(address).content.decode()
    assert 'value="7"' in page, "the plan of before"


def test_the_screen_shows_a_cup_as_it_shows_a_league() -> None:
    of = Playing(of=evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin"))
    match = of.meeting("Ann")
    of.agree(match, days=2)
    wall = f"/cups/{of.cup.event.public_id}/wall/"
    page = Client().get(wall).content.decode()
    assert 'data-slide="week-1' in page
    assert page.count("-draw-1") > 0, "the bracket"
    beat = page.split('data-beat="')[1].split('"')[0]
    assert Client().get(f"{wall}live/?beat={beat}").status_code == 204
    of.late()
    assert 'data-slide="late-1' in Client().get(f"{wall}live/").content.decode()
    event = Client().get(f"/events/{of.cup.event.public_id}/").content.decode()
    assert wall in event, "the page of the event leads there"


@pytest.mark.parametrize("seed", [7, 11, 14])
def test_a_rehearsal_corrects_results_of_who_would_meet_somebody_gone(seed: int) -> None:
    """A quarter of all rehearsals ended there."""
    by = evenings.user("Olga")
    cup = cup_rehearsal_create(by=by, players=11)
    said = list(cup_rehearse(cup=cup, by=by, dice=Random(seed)))
    assert said[-1].endswith(("is over.", "are over.", "is decided.", "are decided."))


def test_a_cup_is_rehearsed_up_to_its_final(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rehearse", "cup", "--seed", "7", "--players", "11")
    said = capsys.readouterr().out
    cup = Cup.objects.select_related("event__club").get()
    assert f"/cups/{cup.event.public_id}/direct/" in said
    assert "comes late" in said
    assert "is moved by a week" in said
    undecided = Match.objects.filter(round__division__event=cup.event).exclude(state="settled")
    assert undecided.count() <= 1, "the final is for the director"
    call_command("rehearse", "--delete", cup.event.club.slug)
    assert not Club.objects.exists()
