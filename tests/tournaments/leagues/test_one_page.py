"""A match of a league has one page at a time: where it is arranged, then where its result is."""

import pytest
from django.test import Client

from games.models import Club
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.leagues.services import fixtures
from tournaments.models import Match
from tournaments.results.services import results

pytestmark = pytest.mark.django_db
FIXTURE, MATCH = "fixtures", "matches"

PAGES = [
    ("open", "Ann", FIXTURE),
    ("open", "Olga", FIXTURE),
    ("open", "", MATCH),
    ("open", "Cid", MATCH),
    ("reported", "Ann", MATCH),
    ("reported", "Olga", MATCH),
    ("settled", "Bob", MATCH),
    ("settled", "", MATCH),
]
"""How far a match has come, who reads, and the page on which they are whichever they ask for."""


@pytest.fixture
def of() -> Running:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid", of=club)
    for name in ("Ann", "Bob", "Cid"):
        of.account(name)
    return of


def brought(of: Running, state: str) -> Match:
    """Ann has written to Bob, and perhaps one of them or the director has entered a result."""
    match = of.match("Ann", "Bob")
    fixtures.fixture_say(match=match, by=of.account("Ann"), text="When can you?", key=key())
    if state == "settled":
        of.win(match, 0)
    elif state == "reported":
        said = {"points": (11, 2), "version": match.version, "key": key()}
        results.match_report(match=match, by=of.account("Ann"), **said)
    return match


def reader(of: Running, name: str) -> Client:
    client = Client()
    if name:
        client.force_login(of.director if name == "Olga" else of.account(name))
    return client


@pytest.mark.parametrize(("state", "name", "page"), PAGES)
def test_whoever_asks_for_either_page_is_on_the_one(
    of: Running, state: str, name: str, page: str
) -> None:
    match, client = brought(of, state), reader(of, name)
    for asked in (FIXTURE, MATCH):
        answer = client.get(f"/{asked}/{match.public_id}/")
        if asked == page:
            assert answer.status_code == 200
            assert ("When can you?" in answer.content.decode()) == (name in ("Ann", "Bob", "Olga"))
        else:
            assert (answer.status_code, answer["Location"]) == (302, f"/{page}/{match.public_id}/")


def test_who_keeps_the_score_game_by_game_stays_on_the_page_of_the_match(of: Running) -> None:
    match, ann = brought(of, "open"), reader(of, "Ann")
    keeps = f"/matches/{match.public_id}/?keep=1"
    assert f'href="{keeps}"' in ann.get(f"/fixtures/{match.public_id}/").content.decode()
    assert ann.get(keeps).status_code == 200
    said = {"kind": "points", "side": 0, "points": 1}
    tap = {"do": "play", **said, "version": match.version, "key": key()}
    ann.post(f"/matches/{match.public_id}/act/", tap)
    match.refresh_from_db()
    assert match.score is not None
    assert ann.get(f"/matches/{match.public_id}/").status_code == 200
    assert ann.get(f"/fixtures/{match.public_id}/").status_code == 302


def test_a_word_after_the_result_is_said_from_the_page_of_the_match(of: Running) -> None:
    match, bob = brought(of, "settled"), reader(of, "Bob")
    sent = {"do": "say", "text": "Well played.", "once": key()}
    shown = bob.post(f"/fixtures/{match.public_id}/", sent, follow=True)
    assert shown.redirect_chain[-1][0] == f"/matches/{match.public_id}/"
    assert "Well played." in shown.content.decode()


def test_the_desk_of_a_season_has_no_words_of_an_evening(of: Running) -> None:
    match, olga = brought(of, "open"), reader(of, "Olga")
    desk = f"/events/{of.season.event.public_id}/direct/"
    players = olga.get(f"{desk}?view=entries").content.decode()
    for word in ("Everyone is here", "All here but", "Is here", "Check-in by phone", "here: "):
        assert word not in players
    sheet = olga.get(f"{desk}?sheet={match.public_id}").content.decode()
    assert "Somebody is late" not in sheet
    assert f"/matches/{match.public_id}/?keep=1" in sheet
