"""Agreed dates in calendars: right in every zone, moved with the date, under a secret address."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from games.errors import NotFound
from games.models import Player
from tests import clock, evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services import fixtures
from tournaments.leagues.services.feeds import feed_player, feed_renew, feed_token
from tournaments.models import Fixture, LeagueSeason, Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before all dates that are agreed here."""
    clock.goes_from(monkeypatch, datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC))


ZONES = {
    "Europe/Berlin": ("2027-03-28T20:00", "2027-03-28T18:00"),
    "America/New_York": ("2027-03-14T20:00", "2027-03-15T00:00"),
    "Australia/Lord_Howe": ("2027-04-04T20:00", "2027-04-04T09:30"),  # half an hour
    "Asia/Kathmandu": ("2027-01-05T20:00", "2027-01-05T14:15"),
    "UTC": ("2027-01-05T20:00", "2027-01-05T20:00"),
}


def agreed(of: Running, at: datetime.datetime, place: str = "Club room") -> Match:
    match = of.match("Ann", "Bob")
    note = fixtures.fixture_propose(
        match=match, by=of.account("Ann"), times=[at], place=place, key=key()
    )
    fixtures.fixture_accept(match=match, by=of.account("Bob"), proposal=note.pk, at=at, key=key())
    return match


def read(of: Running, name: str) -> list:
    answer = Client().get(f"/calendars/{feed_token(of.player(name))}.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content).walk("VEVENT")


@pytest.mark.parametrize("zone", ZONES)
def test_a_date_is_right_in_every_zone(zone: str) -> None:
    of = Running(of=evenings.club(time_zone=zone))
    LeagueSeason.objects.update(deadline=datetime.datetime(2027, 12, 1, tzinfo=datetime.UTC))
    shown, there = ZONES[zone]
    match = agreed(of, datetime.datetime.fromisoformat(shown).replace(tzinfo=ZoneInfo(zone)))
    [event] = read(of, "Ann")
    begins = event.decoded("dtstart")
    assert begins.astimezone(datetime.UTC).isoformat()[:16] == there
    assert begins.isoformat()[:16] == shown
    assert str(event["location"]) == "Club room"
    assert {"Ann", "Bob"} == set(str(event["summary"]).split(" – "))
    assert match.public_id in str(event["uid"])


def test_a_zone_comes_with_its_rules() -> None:
    of = Running()
    agreed(of, datetime.datetime(2027, 1, 5, 20, tzinfo=ZoneInfo("Europe/Berlin")))
    content = Client().get(f"/calendars/{feed_token(of.player('Ann'))}.ics").content.decode()
    assert "BEGIN:VTIMEZONE" in content
    assert "DTSTART;TZID=Europe/Berlin:20270105T200000" in content
    assert all(len(line.encode()) <= 75 for line in content.split("\r\n"))


def test_a_moved_date_moves_in_the_calendar() -> None:
    of = Running()
    at = datetime.datetime(2027, 1, 5, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    agreed(of, at)
    [before] = read(of, "Ann")
    agreed(of, at + datetime.timedelta(days=3), "A, B; C\nD")
    [after] = read(of, "Ann")
    assert before["uid"] == after["uid"]
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert after.decoded("dtstart") - before.decoded("dtstart") == datetime.timedelta(days=3)
    assert str(after["location"]) == "A, B; C\nD"


def test_a_calendar_has_the_own_agreed_dates_only() -> None:
    of = Running()
    agreed(of, datetime.datetime(2027, 1, 5, 20, tzinfo=ZoneInfo("Europe/Berlin")))
    assert [len(read(of, name)) for name in ("Ann", "Bob", "Cid", "Dee")] == [1, 1, 0, 0]
    match = of.match("Ann", "Bob")
    match.refresh_from_db()
    of.win(match, 0)
    assert len(read(of, "Ann")) == 1  # it was played at that date


def test_a_new_address_ends_the_old_one() -> None:
    of = Running()
    old = feed_token(of.player("Ann"))
    assert feed_player(old) == of.player("Ann")
    feed_renew(of.player("Ann"))
    with pytest.raises(NotFound):
        feed_player(old)
    assert feed_player(feed_token(of.player("Ann"))) == of.player("Ann")
    assert feed_player(feed_token(of.player("Bob"))) == of.player("Bob")


@pytest.mark.parametrize("token", ["x", "abc-1:sig", "é-1", "-1:"])
def test_what_is_no_address_is_not_found(token: str) -> None:
    assert Client().get(f"/calendars/{token}.ics").status_code == 404


def test_a_player_finds_their_address_and_renews_it() -> None:
    of = Running()
    ann = Client()
    ann.force_login(of.account("Ann"))
    path = f"/leagues/{of.league.public_id}/me/"
    old = feed_token(of.player("Ann"))
    assert old in ann.get(path).content.decode()
    ann.post(path, {"do": "renew"})
    page = ann.get(path).content.decode()
    assert old not in page
    assert feed_token(of.player("Ann")) in page


def test_who_is_merged_or_blocked_has_no_calendar() -> None:
    of = Running()
    token = feed_token(of.player("Ann"))
    user = of.account("Ann")
    user.is_active = False
    user.save()
    with pytest.raises(NotFound):
        feed_player(token)
    other = feed_token(of.player("Bob"))
    Player.objects.filter(name="Bob").update(merged_into=of.player("Cid"), is_active=False)
    with pytest.raises(NotFound):
        feed_player(other)


def test_the_date_of_a_fixture_is_for_its_two_and_the_director() -> None:
    of = Running()
    match = agreed(of, datetime.datetime(2027, 1, 5, 20, tzinfo=ZoneInfo("Europe/Berlin")))
    path = f"/fixtures/{match.public_id}/date.ics"
    found = []
    for user in (of.account("Ann"), of.account("Bob"), of.director, of.account("Cid")):
        client = Client()
        client.force_login(user)
        found.append(client.get(path).status_code)
    assert found == [200, 200, 200, 404]
    assert Client().get(path).status_code == 404
    Fixture.objects.update(agreed_at=None)
    ann = Client()
    ann.force_login(of.account("Ann"))
    assert ann.get(path).status_code == 404
