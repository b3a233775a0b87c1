"""The director's desk: results, what decides without play, and corrections."""

import datetime
import html
import re
from typing import Any

import pytest
from django.utils import timezone

from tests import evenings
from tests.tournaments.desk.desk import Desk, desk, text_of, version
from tests.tournaments.directing import Directed, agreed, key
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entries import entries_add, entries_check_in
from tournaments.events.services.events import division_add
from tournaments.models import Match, Round
from tournaments.results.services.results import match_play, match_report, match_undo

pytestmark = pytest.mark.django_db


def test_two_taps_enter_a_result_and_standings_are_right_at_once() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    olga.quick(match, winner=1, points=4)
    match.refresh_from_db()
    assert (match.first_points, match.second_points, match.winner) == (4, 7, 1)
    assert match.second is not None
    standings = olga.show(view="standings")
    first = standings.index(f">{match.second.name}</a>")
    assert match.first is not None
    assert first < standings.index(f">{match.first.name}</a>")


def test_the_same_tap_sent_twice_is_one_result() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    olga.quick(match, key="tap-1")
    olga.quick(match, key="tap-1")
    assert match.log.count() == 1


def test_of_two_directors_the_slower_one_is_told_and_nothing_is_lost() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    dora = Desk(olga.directed, evenings.member(olga.directed.club, "Dora", "director"))
    match = olga.directed.open()[0]
    olga.quick(match, winner=0, points=2)
    sent = {"match": match.public_id, "version": match.version, "winner": 1, "loser_points": 5}
    page = dora.do("quick", status=409, **sent)
    assert "Somebody was faster: this match has changed." in page
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (7, 2)
    seen = version(olga)
    olga.do("draw", version=seen)
    assert "Somebody was faster: the event has changed." in dora.do("draw", 409, version=seen)
    assert Round.objects.count() == 2


def test_a_result_without_a_winner_asks_for_one() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version}
    assert "Tap who has won." in olga.do("quick", status=422, loser_points=3, **sent)
    assert "How many points does the loser have?" in olga.do("quick", status=422, winner=0, **sent)


def test_a_result_that_cannot_be_is_refused_in_a_sentence() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version}
    page = olga.do("result", status=400, first_points=7, second_points=7, **sent)
    assert 'id="problem"' in page
    match.refresh_from_db()
    assert match.state == "open"


def test_a_result_for_a_round_that_is_not_released_is_refused() -> None:
    olga = desk("Ann Bob")
    olga.do("draw")
    match = Match.objects.get()
    sent = {"match": match.public_id, "version": match.version, "winner": 0, "loser_points": 1}
    assert "This round has not been released yet." in olga.do("quick", status=400, **sent)


def test_a_match_of_another_event_is_not_found() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    other = Desk(Directed(olga.directed.club, "Ann Bob"))
    match = olga.directed.open()[0]
    other.do("quick", status=404, match=match.public_id, version=0, winner=0, loser_points=1)


def test_a_reported_result_waits_for_the_director_who_confirms_all_he_sees() -> None:
    olga = desk("Ann Bob")
    account = evenings.member(olga.directed.club, "Ann")
    player = olga.directed.player("Ann")
    player.user = account
    player.save()
    olga.directed.next_round()
    match = olga.directed.open()[0]
    side = 0 if match.first == player else 1
    points = (7, 1) if side == 0 else (1, 7)
    match_report(match=match, by=account, points=points, version=match.version, key=key())
    page = olga.show()
    assert "reported by Ann" in page
    assert "Confirm 1 reported result" in olga.step()
    match.refresh_from_db()
    olga.do("confirm_all", shown=f"{match.public_id}:{match.version}")
    match.refresh_from_db()
    assert match.is_settled
    history = olga.show(sheet=match.public_id)
    assert "entered the result" in history
    assert "confirmed the result" in history


def test_confirming_all_asks_once_what_a_result_takes_from_others() -> None:
    groups = {"groups": 2, "qualifiers": 1}
    olga = desk("Ann Bob Cid Dee", format="groups_knockout", seeding="entry", params=groups)
    event = olga.directed
    event.next_round()
    event.play_all(lambda match: 0)
    event.next_round()
    final = event.win(Match.objects.get(round__bracket="main"), 0)
    group = Match.objects.filter(round__bracket="group").order_by("pk")[0]
    group = agreed(match_undo, match=group, by=event.director, version=group.version)
    final.refresh_from_db()
    winner = 1 if final.first_id == group.first_id else 0
    player = (group.first, group.second)[winner]
    assert player is not None
    player.user = evenings.member(event.club, player.name)
    player.save()
    points = (7, 0) if winner == 0 else (0, 7)
    report = {"match": group, "by": player.user, "points": points}
    group = match_report(**report, version=group.version, key=key())
    shown = f"{group.public_id}:{group.version}"
    page = olga.do("confirm_all", 409, shown=shown)
    group.refresh_from_db()
    assert not group.is_settled
    [seen] = re.findall(r'name="seen" value="([0-9a-f]+)"', page)
    olga.do("confirm_all", shown=shown, seen=seen)
    group.refresh_from_db()
    assert group.is_settled


def test_a_forfeit_needs_a_reason_and_is_not_rated() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version, "side": 1}
    assert "Say why: the reason is kept." in olga.do("forfeit", status=400, **sent)
    olga.do("forfeit", reason="did not come", sure="1", **sent)
    match.refresh_from_db()
    assert (match.winner, match.outcome, match.is_rated) == (0, "forfeit", False)
    assert "did not come" in olga.show(sheet=match.public_id)


def test_a_match_left_unfinished_is_half_a_win_for_each() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version, "reason": "time was over"}
    olga.do("unfinished", sure="1", **sent)
    assert olga.show(view="standings").count(">½</td>") >= 2


def test_lateness_gives_the_opponent_points_and_the_undo_takes_them_back() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    sent = {"match": match.public_id, "version": match.version}
    olga.do("penalise", side=0, points=2, **sent)
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (0, 2)
    assert "penalty 0 : 2" in olga.show()
    olga.do("undo", match=match.public_id, version=match.version)
    match.refresh_from_db()
    assert match.second_points == 0


def test_a_match_can_be_taken_out_of_the_ratings() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    olga.do("rate", match=match.public_id, version=match.version, reason="a friendly")
    match.refresh_from_db()
    assert (match.is_rated, match.unrated_reason) == (False, "a friendly")


def test_a_correction_that_reaches_further_lists_what_it_changes_before_it_is_done() -> None:
    olga = desk("Ann Bob Cid Dee", format="single")
    olga.directed.next_round()
    semi, other = olga.directed.open()
    olga.quick(semi)
    olga.quick(other)
    final = olga.directed.open()[0]
    olga.quick(final, points=6)
    semi.refresh_from_db()
    final.refresh_from_db()
    sent = {"match": semi.public_id, "version": semi.version}
    points = {"first_points": 2, "second_points": 7}
    page = olga.do("result", status=409, **sent, **points)
    assert "1 result will be lost." in page
    names = f"{final.first} – {final.second}"
    assert f"Main bracket · Final: {names}, 7\u00a0:\u00a06" in html.unescape(page)
    assert len(re.findall(r'name="seen" value="(\w+)"', page)) == 1
    semi.refresh_from_db()
    assert semi.winner == 0
    assert 'name="keeps" value="1">Keep what was played' in page
    olga.do("result", **sent, **points, sure=1, keeps=1)
    semi.refresh_from_db()
    final.refresh_from_db()
    assert (semi.winner, semi.goes_on, final.state) == (1, 0, "settled")
    assert "what was played since stands" in olga.show(sheet=semi.public_id)
    assert f"{semi.first} stays in: what was played since stands." in html.unescape(
        text_of(olga.client.get(f"/matches/{semi.public_id}/"))
    )
    olga.do("undo", match=semi.public_id, version=semi.version)
    sent["version"] = semi.version + 1
    page = olga.do("result", status=409, **sent, **points)
    seen = re.findall(r'name="seen" value="(\w+)"', page)
    olga.do("result", **sent, **points, seen=seen)
    shown = html.unescape(olga.show(sheet=semi.public_id))
    assert f"lost by it: {names} 7\u00a0:\u00a06" in shown
    semi.refresh_from_db()
    final.refresh_from_db()
    assert (semi.winner, final.state) == (1, "open")
    assert "the result was cleared" in olga.show(sheet=final.public_id)


def test_who_comes_far_too_late_has_lost_by_the_rules_and_the_sheet_says_so() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    assert "The match could begin 0 minutes ago." in olga.show(sheet=match.public_id)
    Round.objects.update(released_at=timezone.now() - datetime.timedelta(minutes=12))
    page = olga.show(sheet=match.public_id)
    assert "The match could begin 12 minutes ago." in page
    assert re.search(r'id="late-points"[^>]*value="2"', page)
    Round.objects.update(released_at=timezone.now() - datetime.timedelta(minutes=40))
    assert "has lost by the rules" in olga.show(sheet=match.public_id)


def test_what_one_phone_scored_in_a_row_is_one_line_of_the_history() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    for _game in range(3):
        match = match_play(
            match=match,
            by=olga.directed.director,
            event={"kind": "win", "side": 0, "level": "single"},
            version=match.version,
            key=key(),
        )

    assert olga.show(sheet=match.public_id).count("scored at the board") == 1


def typed(olga: Desk, text: str, status: int = 200, **fields: Any) -> str:
    """Type a line at the desk, and read what it answers."""
    page = olga.type(text, status, **fields)
    found = re.search(r'id="said"[^>]*>(.*?)</p>', page)
    assert found
    return found.group(1)


def test_a_line_enters_a_result_by_table_or_by_name() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    match, other = olga.directed.open()
    assert match.first
    assert other.second

    assert typed(olga, f"{match.board} 7 3").startswith(
        f"Saved: Table {match.board}: {match.first.name} 7 : 3"
    )
    assert typed(olga, f"{other.second.name.lower()} 7:5").endswith(f"5 : 7 {other.second.name}")
    other.refresh_from_db()
    assert (other.winner, other.first_points, other.second_points) == (1, 5, 7)


@pytest.mark.parametrize(
    "line", ["sorensen 7 3", "SØREN 7:3", "soren 7-3", "yildiz 3 7", "Yıldız 3 – 7"]
)
def test_a_name_is_found_as_it_is_typed_in_a_hurry(line: str) -> None:
    olga = desk("Sørensen Yıldız")
    olga.directed.next_round()
    [match] = olga.directed.open()

    olga.type(line)

    match.refresh_from_db()
    winner = (match.first, match.second)[match.winner or 0]
    assert winner is not None
    assert (winner.name, sorted((match.first_points, match.second_points))) == ("Sørensen", [3, 7])


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("1 7", "Type a table or a name"),
        ("9 7 3", "Nobody plays at table 9 now."),
        ("zoe 7 3", "Nobody called “zoe” is playing now."),
        ("bea zoe 7 3", "Nobody called “bea zoe” is playing now."),
        ("anna dana 7 3", "Put a dash between the two names: anna – dana."),
        ("a 7 3", "“a” fits several players: type more of it."),
        ("1 5 3", "Somebody must have 7 points"),
        ("1 9 3", "is played to 7 points."),
    ],
)
def test_a_line_that_says_no_result_is_answered_and_kept(line: str, answer: str) -> None:
    olga = desk("Ann Anna Bea Dana")
    olga.directed.next_round()

    page = olga.type(line, 400 if "5 3" in line else 422)
    assert answer in page
    assert f'value="{line}"' in page
    assert len(olga.directed.open()) == 2


def test_a_table_is_that_of_the_division_shown_and_another_division_is_named() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    own, by = olga.directed.open()[0], olga.directed.director
    other = division_add(
        event=olga.directed.event, by=by, name="Beginners", format="round_robin", match_length=7
    )
    entries_add(
        division=other, by=by, players=[olga.directed.player(one) for one in ("Cid", "Dee")]
    )
    entries_check_in(division=other, by=by)
    draw_make(division=other, by=by)
    draw_confirm(division=other, by=by)
    draw_release(division=other, by=by)

    assert typed(olga, f"{own.board} 7 3").startswith(f"Saved: Table {own.board}: ")
    before = timezone.now() - datetime.timedelta(hours=1)
    theirs = Match.objects.filter(round__division=other)
    theirs.update(board=own.board, called_at=before)  # it is free again
    assert typed(olga, f"{own.board} 7 4").startswith(f"Saved: Beginners: Table {own.board}: ")
    assert "Entered already" in typed(olga, f"{own.board} 7 5", 409)
    assert theirs.get().second_points == 4


def test_a_line_does_not_overrule_what_was_entered_or_reported() -> None:
    olga = desk("Ann Bob")
    account = evenings.member(olga.directed.club, "Ann")
    player = olga.directed.player("Ann")
    player.user = account
    player.save()
    olga.directed.next_round()
    match = olga.directed.open()[0]
    won, lost = ("7 1", "1 7") if match.first == player else ("1 7", "7 1")
    points = tuple(int(number) for number in won.split())
    match_report(match=match, by=account, points=points, version=match.version, key=key())

    assert "Reported is: Table 1" in typed(olga, f"1 {lost}", 409)
    assert typed(olga, f"1 {won}").startswith("Saved: Table 1: ")
    match.refresh_from_db()
    assert match.is_settled
    assert "Entered already: Table 1" in typed(olga, f"1 {won}")
    assert "Entered already: Table 1" in typed(olga, f"1 {lost}", 409)


def test_a_player_whose_match_is_entered_is_led_to_it_with_its_score() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    match = olga.directed.open()[0]
    assert match.first
    name = match.first.name
    olga.quick(match, points=3)

    page = olga.type(f"{name} 7 4", 409)
    assert f"Entered already: Table {match.board}: {name} 7 : 3" in page
    division = olga.directed.division.public_id
    address = re.search(r'id="asked".*? href="[^?]+\?([^"#]+)#sheet">Look at: ', page, re.DOTALL)
    assert address
    assert address.group(1) == f"division={division}&sheet={match.public_id}"
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (7, 3)


@pytest.mark.parametrize("is_entered", [False, True])
def test_a_table_or_a_player_alone_opens_the_match(is_entered: bool) -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    match = olga.directed.open()[1]
    if is_entered:
        olga.quick(match)
    assert match.second

    for line in (str(match.board), match.second.name.lower()):
        page = olga.type(line)
        assert f'data-row="m-{match.public_id}"' in page
        assert 'id="problem"' not in page


def test_a_whole_name_is_no_part_of_another_and_several_matches_need_a_table() -> None:
    olga = desk("Ann Anna Bea Dana", format="round_robin")
    olga.directed.next_round()
    Round.objects.update(state=Round.State.RELEASED)
    assert "“Ann” has several matches to play: type the table." in olga.type("Ann 7 3", 422)
    left = olga.directed.match("Ann", "Anna")
    Match.objects.exclude(pk=left.pk).update(state="settled")
    Match.objects.filter(pk=left.pk).update(board=9)
    assert "Ann" in typed(olga, "ann 7 3")


def test_the_sheet_keeps_the_round_closes_when_it_is_saved_and_says_what_was() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    early = olga.directed.open()[0]
    for match in olga.directed.open():
        olga.quick(match)
    olga.directed.next_round()
    early.refresh_from_db()

    page = olga.show(round=1)
    division = olga.directed.division.public_id
    assert f"?division={division}&round=1&sheet={early.public_id}#sheet" in page
    sent = {"match": early.public_id, "sheet": early.public_id, "version": early.version}
    sent |= {"round": 1, "first_points": 2, "second_points": 7}
    page = olga.do("result", status=409, **sent)
    assert "Round 2 was paired with the wrong score; it stays as it was drawn." in page
    seen = re.findall(r'name="seen" value="(\w+)"', page)
    page = olga.do("result", sure=1, seen=seen, **sent)
    assert 'id="sheet"' not in page
    assert f'id="m-{early.public_id}"' in page
    assert early.first
    assert f"Saved: Table {early.board}: {early.first.name} 2 : 7" in page


def test_two_entrants_are_given_a_board_from_the_desk() -> None:
    olga = desk("Ann Bob")
    olga.directed.next_round()
    match = olga.directed.match("Ann", "Bob")
    address = f"/matches/{match.public_id}/board/"
    page = olga.show(sheet=match.public_id)
    assert address in page
    assert "Play on the board, online" in page

    answer = olga.client.post(address)

    match.refresh_from_db()
    assert match.online is not None
    assert answer.headers["Location"] == f"/boards/{match.online.public_id}/"
    assert [seat.player_id for seat in match.online.seats.all()] == [
        match.first_id,
        match.second_id,
    ]
    assert "To the board" in olga.show(sheet=match.public_id)
    sent = {"match": match.public_id, "version": match.version}
    sent |= {"first_points": 7, "second_points": 2}
    page = olga.do("result", status=409, **sent)
    assert "They are playing this match on the board." in page
    seen = re.findall(r'name="seen" value="(\w+)"', page)
    olga.do("result", **sent, seen=seen)
    assert address not in olga.show(sheet=match.public_id)
