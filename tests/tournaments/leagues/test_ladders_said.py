"""What pages say of a ladder: nothing is drawn there, and how a challenge ended without a game; and
in which language a calendar and a reason are read.
"""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override
from icalendar import Calendar

from games.models import Club, Membership
from tests import evenings
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_ladders import client_of, ladder, lapse
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.services import challenges, fixtures
from tournaments.leagues.services.feeds import feed_token
from tournaments.models import Match
from tournaments.results.reasons import reason_kept, reason_said
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def shown(client: Client, address: str, **more: Any) -> str:
    return " ".join(client.get(address, **more).content.decode().split())


@pytest.mark.parametrize("shape", ["all_play_all", "swiss", "ladder"])
def test_only_where_something_is_drawn_it_is_said_how(shape: str) -> None:
    of = Running("Ann Bob Cid Dee", shape=shape, is_released=False)
    event = f"/events/{of.season.event.public_id}/"
    before = shown(client_of(of.director), event)
    of.release()
    page = shown(client_of(of.director), f"{event}?show=rounds")
    is_ladder = shape == "ladder"
    assert ("How anybody can check the draws" in before) != is_ladder
    for drawn in ("which was drawn before round 1", "How this was drawn", "Seed of the event"):
        assert is_ladder is False or drawn not in page
    assert ("Seed of this draw" in page) != is_ladder
    assert ("Nothing is drawn on a ladder" in page) == is_ladder


def refused(of: Running, match: Match) -> None:
    challenges.challenge_refuse(season=of.season, match=match, by=of.account("Ann"), key=key())


def lapsed(of: Running, match: Match) -> None:
    assert lapse(20) == 1


def left(of: Running, match: Match) -> None:
    entry_withdraw(entry=of.entry("Ann"), by=of.director)


def by_director(of: Running, match: Match) -> None:
    results.match_forfeit(
        match=match, by=of.director, loser=1, reason="Late", version=match.version, key=key()
    )


HOWS = [
    (
        refused,
        "You have refused, and lost by a walkover",
        "Your opponent has refused: you have won by a walkover",
        "Ann has refused: the challenge goes to Bob, with the place",
    ),
    (
        lapsed,
        "Not played in time: you have lost by a walkover",
        "Not played in time: you have won by a walkover",
        "not played in time: the challenge goes to Bob, with the place",
    ),
    (
        left,
        "You have left, and lost by a walkover",
        "Your opponent has left: you have won by a walkover",
        "Ann has left the ladder: the match goes to Bob",
    ),
    (
        by_director,
        "You have lost by a walkover",
        "You have won by a walkover",
        "Bob has won by a walkover",
    ),
]


@pytest.mark.parametrize(("how", "lost", "won", "told"), HOWS)
def test_a_challenge_without_a_game_says_to_each_how_it_ended(
    how: Any, lost: str, won: str, told: str
) -> None:
    of = ladder()
    match = of.challenge("Bob", "Ann")
    for name in ("Ann", "Bob", "Cid"):
        of.account(name)
    how(of, match)
    league = f"/leagues/{of.league.public_id}/"
    assert lost in shown(client_of(of.account("Ann")), f"{league}me/")
    assert won in shown(client_of(of.account("Bob")), f"{league}me/")
    page = shown(client_of(of.account("Cid")), league)
    recent = page.partition('id="recent"')[2].partition("</section>")[0]
    assert "Bob – Ann" in recent
    assert told in recent


def test_a_challenge_that_has_lapsed_for_both_is_a_result_too() -> None:
    of = ladder(params={"reach": 2, "lapsed": "nothing"})
    of.challenge("Bob", "Ann")
    assert lapse(20) == 1
    page = shown(client_of(of.director), f"/leagues/{of.league.public_id}/")
    assert "not played in time: the challenge has lapsed" in page.partition('id="recent"')[2]


def test_what_was_not_played_is_no_recent_result_where_nobody_moves_by_it() -> None:
    of = Running("Ann Bob Cid Dee")
    by_director(of, of.match("Ann", "Bob"))
    assert 'id="recent"' not in shown(client_of(of.director), f"/leagues/{of.league.public_id}/")


LANGUAGES = [
    # account, address, club, owner, what is read
    ("de", "en", "en", "en", "de"),
    ("en", "de", "de", "de", "en"),
    ("", "de", "en", "en", "de"),
    (None, "de", "en", "en", "de"),
    ("", "xx", "de", "en", "de"),
    (None, "", "de", "en", "de"),
    ("", "", "", "de", "de"),
    (None, "", "", "de", "de"),
    (None, "", "", "", "en"),
]


@pytest.mark.parametrize(("account", "asked", "club", "owner", "said"), LANGUAGES)
def test_a_calendar_is_in_the_language_of_whose_it_is(
    account: str | None, asked: str, club: str, owner: str, said: str
) -> None:
    of = Running("Ann Bob Cid")
    Club.objects.filter(pk=of.club.pk).update(language=club)
    founder = evenings.user("Olga")
    Membership.objects.filter(club=of.club, role=Membership.Role.OWNER).update(user=founder)
    founder.language = owner
    founder.save()
    at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)
    match = of.match("Ann", "Bob")
    note = fixtures.fixture_propose(
        match=match, by=of.account("Ann"), times=[at], place="", key=key()
    )
    fixtures.fixture_accept(match=match, by=of.account("Bob"), proposal=note.pk, at=at, key=key())
    user = of.account("Ann")
    if account is None:
        of.club.players.filter(name="Ann").update(user=None)
    else:
        user.language = account
        user.save()
    address = f"/calendars/{feed_token(of.player('Ann'))}.ics"
    content = Client().get(address, {"language": asked} if asked else {}).content
    calendar = Calendar.from_ical(content)
    words = {"de": ("Matches von Ann", "auf 11 Punkte"), "en": ("Matches of Ann", "to 11 points")}
    assert str(calendar["x-wr-calname"]) == words[said][0]
    assert words[said][1] in str(calendar.walk("VEVENT")[0]["description"])


def test_the_page_gives_a_calendar_in_the_language_in_which_it_is_read() -> None:
    of = Running("Ann Bob Cid")
    client = client_of(of.account("Ann"))
    page = shown(client, f"/leagues/{of.league.public_id}/me/", headers={"accept-language": "de"})
    assert f"/calendars/{feed_token(of.player('Ann'))}.ics?language=de" in page


def test_why_a_match_is_unfinished_is_read_in_the_language_of_the_reader() -> None:
    with override("de"):
        assert reason_kept("die Zeit war um") == "time was over"
        assert reason_said("time was over") == "die Zeit war um"
    with override("en"):
        assert reason_said("die Zeit war um") == "time was over", "as it was stored before"
        assert reason_said("Hat gegähnt") == "Hat gegähnt"
