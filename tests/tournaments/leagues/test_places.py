"""Where two meet may be somebody's home: of all ways out, only the two and directors read it."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from games.api.tokens import api_token_create
from games.models import Club, Delivery
from games.webhooks.services.deliveries import body_of
from games.webhooks.services.webhooks import webhook_create
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services import fixtures
from tournaments.leagues.services.feeds import feed_token
from tournaments.leagues.services.webhooks import league_news_tell
from tournaments.models import Event, Match
from tournaments.pages.actors import token_sealed
from tournaments.record.services.passes import pass_create

pytestmark = pytest.mark.django_db
HOME = "Torstrasse 5"
Made = Running | Playing


class Agreed:
    """Two who have agreed to meet at home, in a league or a cup of a public club."""

    def __init__(self, kind: str) -> None:
        club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
        self.of: Made = Playing(of=club) if kind == "cup" else Running("Ann Bob Cid Dee", of=club)
        self.match: Match = (
            self.of.meeting("Ann") if isinstance(self.of, Playing) else self.of.match("Ann", "Bob")
        )
        names = str(self.match.first), str(self.match.second)
        self.one, self.other = names
        self.third = next(name for name in ("Cid", "Dee", "Bob") if name not in names)
        for name in (*names, self.third):
            self.of.account(name)
        evenings.member(club, "Mia")
        at = timezone.now().replace(microsecond=0) + datetime.timedelta(hours=30)
        say: dict[str, Any] = {"match": self.match, "key": key()}
        by = self.of.account(self.one)
        note = fixtures.fixture_propose(**say, by=by, times=[at], place=HOME)
        say["key"] = key()
        by = self.of.account(self.other)
        fixtures.fixture_accept(**say, by=by, proposal=note.pk, at=at)

    @property
    def event(self) -> Event:
        return self.of.cup.event if isinstance(self.of, Playing) else self.of.season.event

    @property
    def base(self) -> str:
        if isinstance(self.of, Playing):
            return f"/cups/{self.event.public_id}/"
        return f"/leagues/{self.of.league.public_id}/"

    @property
    def season(self) -> str:
        return self.base if isinstance(self.of, Playing) else f"{self.base}seasons/1/"

    def reader(self, who: str) -> Client:
        client = Client()
        what, _colon, of = who.partition(": ")
        name = {"one": self.one, "other": self.other, "third": self.third}.get(of or what, of)
        if what == "phone":
            made = pass_create(event=self.event, player=self.of.player(name), by=self.of.director)
            client.get(reverse("event_pass", args=[token_sealed(made.token)]), follow=True)
        elif what == "token":
            user = self.of.director if of == "director" else evenings.user(name)
            _token, secret = api_token_create(user=user, name="App", scopes=["read"], days=30)
            client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
        elif what == "token elsewhere":
            user = self.of.director if of == "director" else evenings.user(name)
            club = Club.objects.filter(slug="elsewhere").first() or evenings.club("elsewhere")
            if not user.memberships.filter(club=club).exists():
                evenings.member(club, user.name)
            said = {"name": "App", "scopes": ["read"], "days": 30, "club": club}
            _token, secret = api_token_create(user=user, **said)
            client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
        elif what != "onlooker":
            names = {"director": "Olga", "member": "Mia"}
            client.force_login(evenings.user(names.get(what, name)))
        return client


def text(client: Client, path: str) -> str:
    return client.get(path, follow=True).content.decode()


def sheet(client: Client, path: str) -> str:
    answer = client.get(path)
    if answer.status_code != 200:
        return ""
    book = load_workbook(io.BytesIO(answer.getvalue()))
    return str([list(row) for row in book.active.values])


WAYS: dict[str, Callable[[Agreed, Client], str]] = {
    "csv": lambda at, by: text(by, f"{at.season}fixtures.csv"),
    "xlsx": lambda at, by: sheet(by, f"{at.season}fixtures.xlsx"),
    "api list": lambda at, by: text(by, f"/api/v1{at.season}fixtures"),
    "api one": lambda at, by: text(by, f"/api/v1/fixtures/{at.match.public_id}"),
    "api match": lambda at, by: text(by, f"/api/v1/matches/{at.match.public_id}"),
    "ics": lambda at, by: text(by, f"/fixtures/{at.match.public_id}/date.ics"),
    "fixture": lambda at, by: text(by, f"/fixtures/{at.match.public_id}/"),
    "own page": lambda at, by: text(by, f"{at.base}me/"),
    "match": lambda at, by: text(by, f"/matches/{at.match.public_id}/"),
    "event": lambda at, by: text(by, f"/events/{at.event.public_id}/"),
    "league": lambda at, by: text(by, at.base),
    "of one player": lambda at, by: text(by, f"{at.base}?player={at.of.player(at.one).public_id}"),
    "print": lambda at, by: text(by, f"{at.base}print/"),
    "wall": lambda at, by: text(by, f"{at.base}wall/"),
    "play": lambda at, by: text(by, f"/clubs/{at.of.club.slug}/"),
    "desk": lambda at, by: text(by, f"{at.base}direct/"),
}
LETS_IN = ("one", "other", "director", "phone: one")
TOKENS = ("token: one", "token: other", "token: director")
ON_PAPER = ("csv", "xlsx", "fixture", "ics")
READERS = (
    *("onlooker", "member", "third", "phone: third", "token: Mia", "token: third"),
    *("token elsewhere: one", "token elsewhere: director", *LETS_IN, *TOKENS),
)


@pytest.mark.parametrize("kind", ["league", "cup"])
def test_where_two_meet_is_read_by_the_two_and_directors_alone(kind: str) -> None:
    at = Agreed(kind)
    wrong = []
    for who in READERS:
        client = at.reader(who)
        is_token = who.startswith("token")
        for way, read in WAYS.items():
            shown = HOME in read(at, client)
            is_theirs = who in LETS_IN or (who in TOKENS and way.startswith("api"))
            if shown and not is_theirs:
                wrong.append(f"{who} reads it by {way}")
            if is_token:
                must = who in TOKENS and way in ("api list", "api one")
            else:
                on_api = way in ("api list", "api one") and not who.startswith("phone")
                must = who in LETS_IN and (way in ON_PAPER or on_api)
            if must and not shown:
                wrong.append(f"{who} does not read it by {way}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", ["league", "cup"])
def test_a_calendar_has_the_places_of_its_own_player_alone(kind: str) -> None:
    at = Agreed(kind)
    for name, is_theirs in ((at.one, True), (at.other, True), (at.third, False)):
        token = feed_token(at.of.player(name))
        assert (HOME in text(Client(), f"/calendars/{token}.ics")) is is_theirs


@pytest.mark.parametrize("kind", ["league", "cup"])
def test_day_and_hour_of_an_agreed_date_are_for_everybody_in_a_file(kind: str) -> None:
    at = Agreed(kind)
    day = f"{timezone.now() + datetime.timedelta(hours=30):%Y-%m-%d}"
    assert day in text(Client(), f"{at.season}fixtures.csv")


@pytest.mark.parametrize("kind", ["league", "cup"])
def test_a_webhook_tells_no_place(kind: str) -> None:
    at = Agreed(kind)
    webhook_create(
        club=at.of.club,
        by=evenings.user("Olga"),
        url="https://example.org/x",
        events=["fixture.reported"],
    )
    if isinstance(at.of, Playing):
        at.of.win(at.match, at.one)
    else:
        at.of.win(at.match, 0)
    later = timezone.now() + datetime.timedelta(minutes=5)
    league_news_tell(now=later)
    bodies = [body_of(one).decode() for one in Delivery.objects.all()]
    assert bodies
    assert not any(HOME in one for one in bodies)
