"""More of the small things that directors and players found in seasons of their own."""

import pytest

from games.models import Club
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago
from tests.tournaments.leagues.test_phones_follow import Phone
from tests.tournaments.leagues.test_small_faults import read
from tournaments.errors import EventNotAllowed
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.services import fixtures, seasons
from tournaments.leagues.services.fixtures import fixture_say, fixtures_read
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def test_a_phone_without_an_account_says_who_does_not_play_next_season() -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    assert "Not next season" in phone.look()
    answer = phone.client.post(phone.me, {"do": "leaves", "once": key()})
    assert answer.status_code == 302
    shown = phone.look()
    assert "You do not play the next season" in shown
    of = phone.of
    of.play()
    of.close()
    assert of.draft()["Ann"][0] is None
    phone.client.post(phone.me, {"do": "plays", "once": key()})
    of.again()
    assert of.season.wishes == {}


def test_the_phone_of_another_season_or_player_says_nothing_of_who_plays() -> None:
    phone = Phone(Club.Visibility.MEMBERS)
    of = phone.of
    made = pass_create(event=of.season.event, player=of.player("Bob"), by=of.director)
    with pytest.raises(EventNotAllowed):
        seasons.season_wish(
            season=of.season, player=of.player("Ann"), by=made.holder, plays=False, key=key()
        )
    phone.next_season()
    assert "Not next season" not in phone.look(), "its season is over"


def test_messages_of_a_season_that_is_over_are_found_and_counted_until_they_are_read() -> None:
    of = Running("Ann Bob Cid")
    fixture_say(match=of.match("Ann", "Bob"), by=of.account("Ann"), text="My knee!", key=key())
    of.play()
    of.close()
    of.draft()
    after = of.follow()
    direct, play = f"/leagues/{of.league.public_id}/direct/", f"/clubs/{of.club.slug}/"
    shown = read(of, direct)
    assert "My knee!" in shown
    assert "Winter 1 ·" in shown, "the season it is of"
    assert "1 message to read" in read(of, play)
    fixtures_read(dated=after, by=of.director, up_to=10**6)
    assert "My knee!" not in read(of, direct)
    assert "message to read" not in read(of, play)


def test_the_talk_of_a_match_says_that_a_walkover_was_taken_back() -> None:
    of = Running()
    match = agreed(of)
    long_ago(match, 300)
    of.account("Bob")
    fixtures.fixture_absent(match=match, by=of.account("Ann"), key=key())
    fixtures.fixture_decide(match=match, by=of.director, how="walkover", key=key())
    path = f"/matches/{match.public_id}/"
    assert "took the walkover back" not in read(of, path)
    match.refresh_from_db()
    results.match_undo(match=match, by=of.director, version=match.version, key=key())
    for page in (path, f"/fixtures/{match.public_id}/"):
        said = read(of, page)
        decided = said.index("did not come: a walkover")
        assert said.index("the director took the walkover back") > decided
    assert "hat den kampflosen" in read(of, path, language="de")


def test_a_row_of_the_desk_says_in_german_why_a_match_was_decided_and_what_does_not_count() -> None:
    of = Running("Ann Bob Cid Dee")
    of.win(of.match("Ann", "Bob"), 0)
    entry_withdraw(entry=of.entry("Bob"), by=of.director)
    desk = read(of, f"/events/{of.season.event.public_id}/direct/", language="de")
    assert "<span>zählt nicht für die Wertung</span><span>zurückgezogen</span>" in desk
    assert "<span>withdrawn</span>" not in desk
