"""Words and signs on pages of leagues that directors and players did not understand."""

import re

import pytest

from games.models import Board, Player
from games.names.lists import in_a_row
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_small_faults import posted, read
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import division_change, event_cancel
from tournaments.leagues.services.in_spite import in_spite_of_board
from tournaments.leagues.services.nudging import fixtures_nudge
from tournaments.models import Entry
from tournaments.results.services.online import match_board_open
from tournaments.results.services.results import match_break_off, match_forfeit, match_penalise

pytestmark = pytest.mark.django_db


def test_who_is_entered_at_the_desk_stands_behind_those_who_are_there() -> None:
    of = Running("Ann Bob Cid", is_released=False)
    division = of.season.event.divisions.get()
    people = [of.player(name) for name in ("Zoe", "Yul", "Xia")]
    entries_add(division=division, by=of.director, players=people, levels=[0, 2, 0])
    levels = {str(one.player): one.level for one in Entry.objects.select_related("player")}
    assert levels == {"Ann": 1, "Bob": 2, "Cid": 3, "Zoe": 4, "Yul": 2, "Xia": 5}


def test_names_with_a_comma_are_told_apart_by_semicolons() -> None:
    assert in_a_row(["Ann", "Bob"]) == "Ann, Bob"
    assert in_a_row(["Müller, Hans", "Bob"]) == "Müller, Hans; Bob"
    of = Running("Ann Bob Cid", is_released=False)
    Player.objects.filter(name="Bob").update(name="Müller, Hans")
    assert "Ann; Müller, Hans; Cid" in read(of, f"/leagues/{of.league.public_id}/")


def test_a_season_that_is_called_off_asks_for_no_fee() -> None:
    of = Running("Ann Bob Cid")
    division = of.season.event.divisions.get()
    division_change(division=division, by=of.director, fee="10")
    mine = f"/leagues/{of.league.public_id}/me/"
    assert "Fee not paid yet" in read(of, mine, "Ann")
    of.again()
    event_cancel(event=of.season.event, by=of.director, key=key())
    assert "Fee not paid yet" not in read(of, mine, "Ann")


def test_a_closed_season_is_not_shown_as_running() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    event, club = of.season.event, of.club
    pages = [
        *(f"/clubs/{club.slug}/", f"/clubs/{club.slug}/events/"),
        *(f"/events/{event.public_id}/", f"/events/{event.public_id}/direct/"),
    ]
    live, closed = '<span class="tag tag--live">running</span>', '<span class="tag">closed</span>'
    for page in pages:
        shown = read(of, page)
        assert live in shown, page
        assert closed not in shown, page
    of.close()
    for page in pages:
        shown = read(of, page)
        assert closed in shown, page
        assert live not in shown, page


def test_the_list_of_events_leads_to_a_new_league() -> None:
    of = Running("Ann Bob Cid")
    page = f"/clubs/{of.club.slug}/events/"
    link = f'href="/clubs/{of.club.slug}/leagues/new/"'
    assert link in read(of, page)
    assert link not in read(of, page, "Ann")


def test_a_director_reads_of_two_who_are_not_they_who_reads_what_they_write() -> None:
    of = Running("Ann Bob Cid")
    page = f"/fixtures/{of.match('Ann', 'Bob').public_id}/"
    assert "The two and all directors read it" in read(of, page)
    assert "Both of you and the director read it" in read(of, page, "Ann")


def test_confirming_a_draft_says_before_it_what_is_not_taken_back() -> None:
    of = Running("Ann Bob Cid")
    of.play()
    of.close()
    of.draft()
    page = read(of, f"/leagues/{of.league.public_id}/direct/")
    said = "the draft is not taken back. A result of this season can still be put right"
    assert page.index(said) < page.index("Confirm: end this season")


def test_the_list_of_silent_matches_says_who_was_reminded_and_when() -> None:
    of = Running("Ann Bob Cid")
    page = f"/leagues/{of.league.public_id}/direct/"
    assert "reminded " not in read(of, page)
    fixtures_nudge(dated=of.season, by=of.director, key=key())
    silent = read(of, page).partition('id="silent"')[2].partition("</details>")[0]
    assert silent.count("reminded ") == 3


def test_a_cross_table_explains_its_numbers_and_a_match_without_a_point() -> None:
    of = Running("Ann Bob Cid")
    match = of.match("Ann", "Bob")
    match_break_off(match=match, by=of.director, reason="No time", version=match.version, key=key())
    page = read(of, f"/leagues/{of.league.public_id}/")
    cross = page[page.index("Cross table") :].partition("Rules in short")[0]
    assert "A column is the opponent with that number." in cross
    assert "× not played" in cross
    assert "0–0" not in cross


def test_points_for_being_late_leave_a_match_to_be_arranged() -> None:
    of = Running("Ann Bob Cid")
    match = of.match("Ann", "Bob")
    match_penalise(match=match, by=of.director, side=0, points=1, version=match.version, key=key())
    assert "Propose" in read(of, f"/fixtures/{match.public_id}/", "Ann")
    assert 'id="said"' in read(of, f"/fixtures/{match.public_id}/")


def test_a_result_in_a_list_does_not_break_into_lines() -> None:
    of = Running("Ann Bob Cid")
    of.win(of.match("Ann", "Bob"), 0)
    page = read(of, f"/leagues/{of.league.public_id}/")
    assert re.search(r'<strong class="list__score">\d+ : \d+</strong>', page)


def test_a_file_of_a_season_in_german_has_classes_that_are_read_again() -> None:
    of = Running("Ann Bob Cid", "Dee Eve Fay", is_released=False)
    event = of.season.event
    sent = {"what": "entries", "do": "preview", "text": "Klasse;Name\n2;Zoe"}
    assert "Zoe" in posted(of, f"/events/{event.public_id}/files/", **sent)
    assert "Klasse" in read(of, f"/leagues/{of.league.public_id}/direct/", language="de")


def test_a_board_whose_match_the_director_decided_does_not_ask_for_a_turn() -> None:
    of = Running("Ann Bob Cid")
    of.account("Bob")
    match = of.match("Ann", "Bob")
    board = match_board_open(match=match, by=of.account("Ann"), by_days=True)
    Board.objects.filter(pk=board.pk).update(status=Board.Status.PLAYING, waits_for=Board.BOTH)
    said = "decided otherwise: does not count"
    pages = (f"/clubs/{of.club.slug}/", "/boards/")
    for page in pages:
        assert said not in read(of, page, "Ann")
    match.refresh_from_db()
    forfeit = {"match": match, "by": of.director, "loser": 0, "reason": "Late"}
    forfeit |= {"version": match.version, "key": key()}
    in_spite_of_board(lambda seen: match_forfeit(**forfeit, seen=seen))
    for page in pages:
        assert said in read(of, page, "Ann")
