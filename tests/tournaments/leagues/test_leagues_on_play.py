"""A member's leagues on *Play*: one line each, one tap to what is next, one to what is owed."""

import datetime
from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import THREE, Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago, proposed
from tournaments.leagues.selectors import fixtures as selectors
from tournaments.leagues.services import absences, fixtures
from tournaments.models import League
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db


def play(of: Running, name: str, language: str = "en") -> str:
    """Return *Play* as somebody reads it."""
    client = Client(headers={"accept-language": language})
    user = of.account(name)
    user.language = language
    user.save()
    client.force_login(user)
    page = client.get(f"/clubs/{of.club.slug}/").content.decode()
    return " ".join(page.partition('id="my-leagues"')[2].partition("</section>")[0].split())


def _reported(of: Running) -> None:
    match = of.match("Ann", "Bob")
    results.match_report(
        match=match, by=of.account("Ann"), points=(11, 3), version=match.version, key=key()
    )


def _came_and_went(of: Running) -> None:
    long_ago(agreed(of), 300)


def _board_opened(of: Running, *, by_days: bool = False) -> None:
    of.account("Bob")
    match_board_open(match=of.match("Ann", "Bob"), by=of.account("Ann"), by_days=by_days)


# What was done, and what each of the two reads: a word of it, and where a tap leads.
SAYS: dict[str, tuple[Callable[[Running], object], str, str, str, str]] = {
    "nothing": (lambda of: None, "You still owe 2 matches", "me", "You still owe 2 matches", "me"),
    "proposed": (
        lambda of: proposed(of, 2),
        "You still owe 2 matches",
        "me",
        "Ann: Dates are proposed to you",
        "fixture",
    ),
    "agreed": (agreed, "Bob: ", "fixture", "Club room", "fixture"),
    "written": (
        lambda of: fixtures.fixture_say(
            match=of.match("Ann", "Bob"), by=of.account("Ann"), text="When?", key=key()
        ),
        "You still owe 2 matches",
        "me",
        "Ann: A message waits for you",
        "fixture",
    ),
    "board": (
        _board_opened,
        "Bob: You play on the board",
        "fixture",
        "Ann: You play on the board",
        "fixture",
    ),
    "by correspondence": (
        lambda of: _board_opened(of, by_days=True),
        "Bob: You play by correspondence",
        "fixture",
        "Ann: You play by correspondence",
        "fixture",
    ),
    "agreed and past": (
        _came_and_went,
        "You still owe 2 matches",
        "me",
        "You still owe 2 matches",
        "me",
    ),
}


@pytest.mark.parametrize("done", SAYS)
def test_play_says_what_is_next_in_a_league(done: str) -> None:
    of = Running()
    do, ann, ann_to, bob, bob_to = SAYS[done]
    do(of)
    pages = {
        "me": f"/leagues/{of.league.public_id}/me/",
        "fixture": f"/fixtures/{of.match('Ann', 'Bob').public_id}/",
    }
    for name, text, to in (("Ann", ann, ann_to), ("Bob", bob, bob_to)):
        shown = play(of, name)
        assert "You still owe 2 matches" in shown, "what is next is owed, too"
        # What is owed besides is one tap away, too.
        assert shown.count("<li>") == (1 if to == "me" else 2)
        assert f'href="{pages["me"]}"' in shown
        assert text in shown
        assert f'href="{pages[to]}"' in shown


def test_who_plays_on_the_board_has_a_button_to_it() -> None:
    of, client = Running(), Client()
    client.force_login(of.account("Ann"))
    mine = f"/leagues/{of.league.public_id}/me/"
    assert "To the board" not in client.get(mine).content.decode()
    _board_opened(of)
    page = client.get(mine).content.decode()
    assert page.count("To the board") == 1
    assert f'action="/matches/{of.match("Ann", "Bob").public_id}/board/"' in page


def test_a_result_that_waits_leads_to_where_it_is_confirmed() -> None:
    of = Running()
    _reported(of)
    match = of.match("Ann", "Bob")
    shown = play(of, "Bob")
    assert "Ann: A result waits for your word" in shown
    assert f'href="/matches/{match.public_id}/"' in shown
    assert "You still owe 1 match " in play(of, "Ann")


def test_in_german_it_is_said_in_german() -> None:
    assert "Du hast noch 2 Matches offen · zu spielen bis" in play(Running(), "Ann", "de")


def test_who_owes_nothing_reads_nothing_of_it() -> None:
    of = Running()
    of.play()
    assert play(of, "Ann") == ""
    client = Client()
    client.force_login(evenings.member(of.club, "Mia"))
    assert "my-leagues" not in client.get(f"/clubs/{of.club.slug}/").content.decode()


def test_play_asks_equally_often_however_many_leagues_somebody_plays_in() -> None:
    of = Running()
    client = Client()
    client.force_login(of.account("Ann"))
    counts = []
    for _number in range(2):
        client.get(f"/clubs/{of.club.slug}/")
        with CaptureQueriesContext(connection) as asked:
            page = client.get(f"/clubs/{of.club.slug}/").content.decode()
        counts.append((len(asked), page.count("You still owe 2 matches")))
        League.objects.update(name=F("pk"))
        Running(*THREE, of=of.club)
    assert counts == [(counts[0][0], 1), (counts[0][0], 2)]


def read_by(of: Running, name: str, path: str) -> str:
    client = Client()
    client.force_login(of.account(name))
    return " ".join(client.get(path).content.decode().split())


def test_what_the_director_has_decided_against_somebody_stands_first_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = Running()
    of.account("Bob")
    match = of.match("Ann", "Bob")
    loser = 0 if str(match.first) == "Bob" else 1
    results.match_forfeit(
        match=match, by=of.director, loser=loser, reason="Late", version=match.version, key=key()
    )
    said = "You have lost by a walkover · decided by the director: Late"
    assert f"Ann: {said}" in play(of, "Bob")
    assert f'href="/matches/{match.public_id}/"' in play(of, "Bob")
    mine = read_by(of, "Bob", f"/leagues/{of.league.public_id}/me/")
    assert mine.index("<strong>decided by the director: Late</strong>") < mine.index("No date yet")
    shown = read_by(of, "Bob", f"/matches/{match.public_id}/")
    assert "<strong>decided by the director: Late</strong>" in shown
    monkeypatch.setattr(selectors, "LATELY", datetime.timedelta(0))
    assert said not in play(of, "Bob"), "after a week it has been read"
    mine = read_by(of, "Bob", f"/leagues/{of.league.public_id}/me/")
    assert mine.index("decided by the director: Late") > mine.index("No date yet")


def test_a_director_who_plays_reads_no_news_of_what_they_have_decided() -> None:
    of = Running("Ann Bob Olga")
    match = of.match("Ann", "Olga")
    Player.objects.filter(name="Olga").update(user=of.director)
    results.match_forfeit(
        match=match, by=of.director, loser=0, reason="Late", version=match.version, key=key()
    )
    assert "decided by the director" not in play(of, "Olga")


@pytest.mark.parametrize(
    ("how", "ann", "bob"),
    [
        ("date", "find a new date", "you did not come. Find a new date"),
        ("nothing", "find a new date", "find a new date"),
    ],
)
def test_who_did_not_come_reads_what_was_decided_of_it(how: str, ann: str, bob: str) -> None:
    of = Running()
    of.account("Bob")
    long_ago(agreed(of), 300)
    match = of.match("Ann", "Bob")
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    absences.fixture_decide(match=match, by=of.director, how=how, key=key())
    for name, said in (("Ann", ann), ("Bob", bob)):
        assert f"The director has decided: {said}" in play(of, name)
        fixture = f"/fixtures/{match.public_id}/"
        assert f"The director has decided: {said}" in read_by(of, name, fixture)


def test_points_for_being_late_are_read_where_the_match_is_arranged() -> None:
    of = Running()
    match = of.match("Ann", "Bob")
    results.match_penalise(
        match=match, by=of.director, side=0, points=2, version=match.version, key=key()
    )
    said = f"because the other was late: {match.second} 2."
    assert said in read_by(of, "Ann", f"/matches/{match.public_id}/?keep=1")
    assert said in read_by(of, "Ann", f"/leagues/{of.league.public_id}/me/")
