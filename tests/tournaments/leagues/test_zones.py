"""Two whose clocks show different times read a date in both; where they agree, nothing is added."""

import datetime

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

from games.models import User
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.errors import EventConflict
from tournaments.leagues.services import fixtures
from tournaments.leagues.services.reminders import reminders_send
from tournaments.leagues.times import Clocks
from tournaments.models import Fixture, FixtureNote, Match

pytestmark = pytest.mark.django_db
AT = datetime.datetime(2027, 1, 5, 18, 0, tzinfo=datetime.UTC)
"""A Tuesday, 19:00 in Berlin."""


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        ("Europe/Berlin", "Europe/Berlin", "Tue 5 Jan 2027, 19:00"),
        ("Europe/Berlin", "Europe/Paris", "Tue 5 Jan 2027, 19:00"),
        (
            "Europe/Berlin",
            "Europe/London",
            "Tue 5 Jan 2027, 19:00 your time, 18:00 in London (Ann)",
        ),
        (
            "Europe/London",
            "Europe/Berlin",
            "Tue 5 Jan 2027, 18:00 your time, 19:00 in Berlin (Ann)",
        ),
        (
            "Europe/London",
            "Europe/London",
            "Tue 5 Jan 2027, 18:00 your time, 19:00 at the club",
        ),
        (
            "America/New_York",
            "Asia/Tokyo",
            "Tue 5 Jan 2027, 13:00 your time, Wed 03:00 in Tokyo (Ann), 19:00 at the club",
        ),
    ],
)
def test_a_date_is_said_by_all_clocks_that_differ(own: str, other: str, said: str) -> None:
    clocks = Clocks(own, ((other, "Ann"), ("Europe/Berlin", "")))
    assert clocks.said(AT) == said


def test_zones_are_compared_on_the_day_of_the_date() -> None:
    """In these weeks of March New York is at summer time, and Berlin is not."""
    clocks = Clocks("America/New_York", (("America/Jamaica", "Ann"),))
    assert "(Ann)" not in clocks.said(AT)
    assert "(Ann)" in clocks.said(AT.replace(month=3, day=20))


def test_it_is_said_in_german() -> None:
    with translation.override("de"):
        clocks = Clocks("Europe/Berlin", (("Europe/London", "Ann"),))
        assert (
            clocks.said(AT)
            == "Di 5.\N{NO-BREAK SPACE}Jan 2027, 19:00 deine Zeit, 18:00 in London (Ann)"
        )


@pytest.fixture
def of() -> Running:
    """Ann lives in London; the club and Bob are in Berlin."""
    found = Running("Ann Bob Cid", "Dee Eve Fay")
    for name in ("Ann", "Bob"):
        found.account(name)
    User.objects.filter(email="ann@example.org").update(time_zone="Europe/London")
    return found


def page(of: Running, name: str, match: Match) -> str:
    client = Client()
    client.force_login(of.account(name))
    return client.get(f"/fixtures/{match.public_id}/").content.decode()


def test_a_date_is_typed_and_read_by_ones_own_clock(of: Running) -> None:
    match, ann = of.match("Ann", "Bob"), Client()
    ann.force_login(of.account("Ann"))
    assert "Times are those of Europe/London." in page(of, "Ann", match)
    assert "Times are those of Europe/Berlin." in page(of, "Bob", match)
    day = of.today + datetime.timedelta(days=3)
    sent = {"do": "propose", "once": key(), "time_1": f"{day}T18:00"}
    assert ann.post(f"/fixtures/{match.public_id}/", sent).status_code == 302
    note = FixtureNote.objects.get()
    at = datetime.datetime.fromisoformat(note.times[0])
    assert at.utcoffset() in (datetime.timedelta(), datetime.timedelta(hours=1))
    assert "19:00 your time, 18:00 in London (Ann)" in page(of, "Bob", match)
    assert "18:00 your time, 19:00 in Berlin (Bob)" in page(of, "Ann", match)
    fixtures.fixture_accept(match=match, by=of.account("Bob"), proposal=note.pk, at=at, key=key())
    assert "18:00 your time, 19:00 in Berlin (Bob)" in page(of, "Ann", match)
    # Who plays nobody elsewhere, and the director, read the club's clocks alone.
    assert "your time" not in page(of, "Bob", of.match("Bob", "Cid"))
    director = Client()
    director.force_login(of.director)
    shown = director.get(f"/fixtures/{match.public_id}/").content.decode()
    assert "19:00" in shown
    assert "your time" not in shown
    with pytest.raises(EventConflict, match=r"18:00 your time, 19:00 in Berlin \(Bob\)"):
        fixtures.fixture_accept(
            match=match, by=of.account("Ann"), proposal=note.pk, at=at, key=key()
        )


def test_the_mail_of_the_day_before_says_both(of: Running) -> None:
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    at = tomorrow.replace(hour=18, minute=0, second=0, microsecond=0)
    Fixture.objects.create(match=of.match("Ann", "Bob"), agreed_at=at)
    reminders_send(now=timezone.now().replace(hour=11))
    told = {one.to[0].partition("@")[0]: str(one.body) for one in mail.outbox}
    assert "in Berlin (Bob)" in told["ann"]
    assert "in London (Ann)" in told["bob"]


def test_the_account_keeps_a_zone_that_there_is(of: Running) -> None:
    ann = Client()
    ann.force_login(of.account("Ann"))
    sent = {"name": "Ann", "language": "", "time_zone": "Europe/Lisbon"}
    assert ann.post("/account/", sent).status_code == 302
    assert User.objects.get(email="ann@example.org").time_zone == "Europe/Lisbon"
    refused = ann.post("/account/", {**sent, "time_zone": "Europe/Atlantis"})
    assert refused.status_code == 422
    assert "Unknown time zone" in refused.content.decode()
    ann.post("/account/", {**sent, "time_zone": ""})
    assert User.objects.get(email="ann@example.org").time_zone == ""
