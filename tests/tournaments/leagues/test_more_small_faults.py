"""More of the small things that directors and players found in seasons of their own."""

import re

import pytest

from games.models import Board, Club
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_fixtures import agreed, long_ago
from tests.tournaments.leagues.test_phones_follow import Phone
from tests.tournaments.leagues.test_small_faults import posted, read
from tournaments.errors import EventNotAllowed
from tournaments.events.services.entries import entry_withdraw
from tournaments.leagues.services import absences, drafts, leagues, seasons
from tournaments.leagues.services.fixtures import fixture_say, fixtures_read
from tournaments.record.services.passes import pass_create
from tournaments.results.services import results
from tournaments.results.services.online import match_board_open
from tournaments.results.services.results import match_correct

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
    absences.fixture_absent(match=match, by=of.account("Ann"), key=key())
    absences.fixture_decide(match=match, by=of.director, how="walkover", key=key())
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


def test_a_typed_line_about_a_match_on_a_board_says_what_is_so() -> None:
    of = Running("Ann Bob Cid")
    of.account("Bob")
    match = of.match("Ann", "Bob")
    board = match_board_open(match=match, by=of.account("Ann"))
    Board.objects.filter(pk=board.pk).update(status=Board.Status.PLAYING)
    match.refresh_from_db()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    line = {"do": "typed", "text": "Ann – Bob 11 3"}
    asked = posted(of, act, **line, as_shown=f".{match.public_id}.{match.version}")
    assert "They are playing this match on the board. See what, then confirm." in asked
    assert "This changes what was played since" not in asked


def test_prizes_that_a_correction_changed_are_named_with_what_was_paid() -> None:
    of = Running("Ann Bob Cid")
    division = of.close_with_pool()
    act = f"/events/{of.season.event.public_id}/direct/act/"
    money = f"/events/{of.season.event.public_id}/direct/?view=money"
    payout = f"/events/{of.season.event.public_id}/slips/?what=payout"
    unlike = "What is written down is not what the places give by now:"
    posted(of, act, do="prizes_write", division=division.public_id)
    for page in (money, payout):
        assert unlike not in read(of, page)
    match = of.match("Ann", "Bob")
    for one in (match, of.match("Ann", "Cid")):
        points = (4, 11) if str(one.first) == "Ann" else (11, 4)
        match_correct(
            match=one, by=of.director, points=points, reason="Slip", version=one.version, key=key()
        )
    for page in (money, payout):
        shown = read(of, page)
        assert unlike in shown
        assert re.search(r"Ann: \D*30\S* \S+ is written down, nothing is due by now\.", shown)
        assert re.search(r"Bob: nothing is written down, \D*30\S* \S+ is due by now\.", shown)


def test_the_rules_in_short_say_that_who_leaves_uses_up_a_place_going_down() -> None:
    of = Running("Ann Bob Cid")
    said = "Who leaves uses up a place that goes down in their division."
    assert said in read(of, f"/leagues/{of.league.public_id}/")
    leagues.league_change(league=of.league, by=of.director, down=0)
    assert said not in read(of, f"/leagues/{of.league.public_id}/")


def test_before_somebody_takes_over_it_is_said_what_becomes_of_both_rows() -> None:
    of = Running("Ann Bob Cid Dee")
    of.win(of.match("Ann", "Bob"), 0)
    sent = {"do": "leave", "entry": of.entry("Bob").public_id, "who": "Zoe"}
    asked = posted(of, f"/leagues/{of.league.public_id}/direct/", **sent)
    assert "Zoe takes over from Bob?" in asked
    assert "Both have a row in the table: Bob as withdrawn, Zoe from now on." in asked
    assert "At the end Zoe goes up, goes down or stays, not Bob." in asked


def test_who_stays_by_hand_stands_in_up_and_down_unless_the_results_say_so_too() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay Gus")
    of.play()
    of.close()
    assert of.draft()["Cid"][0] == 2
    for name, places in (("Cid", (1,)), ("Ann", (2, 1))):
        for to in places:
            drafts.draft_move(season=of.season, by=of.director, player=of.player(name), to=to)
    of.follow()
    page = read(of, f"/leagues/{of.league.public_id}/?season=1")
    moves = page[page.index('id="moves"') :].partition("</section>")[0]
    assert re.search(r"Cid</strong> .* 1 → 1 · stays, as the director has decided", moves)
    assert "Ann" not in moves
