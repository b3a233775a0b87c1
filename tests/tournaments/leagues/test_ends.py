"""The end of a season: what closing asks, who has won, who goes up and down and why."""

import json
import re

import pytest
from django.test import Client

from games.models import Board, Club
from tests import evenings
from tests.games.boards.table import Playing
from tests.tournaments.directing import key
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services import entries
from tournaments.leagues.services import seasons
from tournaments.models import Match
from tournaments.results.services import results
from tournaments.results.services.online import board_count, match_board_open

pytestmark = pytest.mark.django_db


def test_a_season_that_is_over_says_who_has_won_and_why_who_goes_where() -> None:
    club = evenings.club(visibility=Club.Visibility.PUBLIC, time_zone="Europe/Berlin")
    of = Running("Ann Bob Cid Dan", "Eve Fay Gus Hal", of=club)
    of.play()
    entries.entry_withdraw(entry=of.entry("Ann"), by=of.director)
    of.close()
    of.draft()
    base = f"/leagues/{of.league.public_id}/"
    assert "goes up" not in Client().get(base).content.decode(), "nobody is told before"
    of.follow()
    shown = " ".join(Client().get(f"{base}?season=1").content.decode().split())
    assert "champion: Bob" in shown
    told = shown.partition("Up and down")[2].partition("</section>")[0]
    assert "1 → – · does not play next season" in told
    assert "1 → 1 · stays: the place that goes down is used up by" in told
    assert "2 → 1 · goes up" in told
    assert told.count("<li") == 3, "who just stays is not named"


def directing(of: Running) -> tuple[Client, str]:
    client = Client()
    client.force_login(of.director)
    return client, f"/leagues/{of.league.public_id}/direct/"


@pytest.mark.parametrize(("counts", "outcome"), [(True, "played"), (False, "no_show")])
def test_a_report_that_nobody_has_confirmed_counts_if_the_director_says_so(
    counts: bool, outcome: str
) -> None:
    of = Running("Ann Bob Cid")
    olga, path = directing(of)
    of.win(of.match("Ann", "Cid"), 0)
    match = of.match("Ann", "Bob")
    say = {"points": (11, 2), "version": match.version, "key": key()}
    results.match_report(match=match, by=of.account("Ann"), **say)
    shown = olga.get(path).content.decode()
    assert "1 report is not confirmed" in shown
    assert shown.count(f'href="/matches/{match.public_id}/"') == 2
    close = {"do": "close", "once": key()}
    refused = olga.post(path, close).content.decode()
    assert f"say whether they count. {match}." in refused
    said = {"reported": match.public_id, **({"counts": match.public_id} if counts else {})}
    assert olga.post(path, {**close, **said}).status_code == 302
    match.refresh_from_db()
    assert (match.state, match.outcome) == ("settled", outcome)
    of.again()
    seasons.season_reopen(season=of.season, by=of.director)
    match.refresh_from_db()
    assert (match.state, match.first_points, match.second_points) == ("reported", 11, 2)


def test_what_has_to_be_decided_first_is_named_with_a_link() -> None:
    of = Running("Ann Bob Cid", unplayed="waits")
    of.win(of.match("Ann", "Cid"), 0)
    of.win(of.match("Bob", "Cid"), 0)
    olga, path = directing(of)
    close = olga.get(path).content.decode().partition('id="fold-close"')[2].partition("</form>")[0]
    match = of.match("Ann", "Bob")
    assert "Decide these first:" in close
    assert f'href="/fixtures/{match.public_id}/"' in close
    assert "<button" not in close
    refused = olga.post(path, {"do": "close", "once": key()}).content.decode()
    assert f"Decide these first, they have no result: {match}." in refused


def test_moves_made_by_hand_are_asked_about_before_the_draft_is_made_again() -> None:
    of = Running()
    of.play()
    of.close()
    of.draft()
    olga, path = directing(of)
    again = {"do": "draft", "once": key()}
    assert olga.post(path, again).status_code == 302, "nothing would be lost"
    olga.post(path, {"do": "move", "player": of.player("Ida").public_id, "to": "1", "once": key()})
    shown = olga.post(path, {**again, "once": key()}).content.decode()
    assert "What you have moved by hand goes back" in shown
    assert "<li>Ida: Division 1</li>" in shown
    of.again()
    assert '"hand"' in json.dumps(of.season.draft)
    assert olga.post(path, {**again, "sure": "1", "once": key()}).status_code == 302
    of.again()
    assert '"hand"' not in json.dumps(of.season.draft)


def on_board() -> tuple[Running, Match, Board]:
    """Ann and Bob are at their board, and nothing else is open."""
    of = Running("Ann Bob Cid")
    for other in ("Ann", "Bob"):
        of.account(other)
        of.win(of.match(other, "Cid"), 0)
    match = of.match("Ann", "Bob")
    board = match_board_open(match=match, by=of.account("Ann"))
    first, second = (of.account(str(one)) for one in (match.first, match.second))
    Playing(board, (first, second)).seed()
    board.refresh_from_db()
    return of, match, board


def ends(board: Board) -> None:
    Board.objects.filter(pk=board.pk).update(
        status=Board.Status.ENDED, winner=0, score_white=11, score_black=3
    )
    board_count(board_id=board.pk)


def test_a_board_that_ends_after_the_season_was_closed_counts_if_the_director_says_so() -> None:
    of, match, board = on_board()
    olga, path = directing(of)
    shown = olga.get(path).content.decode()
    assert "without a date or a word" not in shown, "they play"
    close = {"do": "close", "once": key()}
    asked = olga.post(path, close).content.decode()
    assert "on a board just now" in asked
    fixture = f"/fixtures/{match.public_id}/"
    assert f'href="{fixture}"' in asked.partition("on a board just now")[2]
    assert olga.get(fixture).status_code == 200, "it sends nobody on"
    assert olga.post(path, {**close, "playing": match.public_id}).status_code == 302
    word = "The season was closed before the board was over: the board does not count."
    page = f"/matches/{match.public_id}/"
    ann = Client()
    ann.force_login(of.account("Ann"))
    assert word in ann.get(f"/boards/{board.public_id}/").content.decode()
    assert "Let the board count" not in olga.get(page).content.decode()
    ends(board)
    for address in (f"/boards/{board.public_id}/", page):
        assert word in ann.get(address).content.decode()
    shown = ann.get(page).content.decode()
    assert "Played on the board" not in shown
    assert "Let the board count" not in shown
    assert "Let the board count" in olga.get(page).content.decode()
    match.refresh_from_db()
    tap = {"do": "board", "match": match.public_id, "version": match.version, "key": key()}
    ann.post(f"{page}act/", tap)
    match.refresh_from_db()
    assert match.outcome == "no_show", "players do not decide it"
    assert olga.post(f"{page}act/", tap).status_code == 302
    match.refresh_from_db()
    assert (match.outcome, match.first_points, match.second_points) == ("played", 11, 3)
    assert word not in ann.get(page).content.decode()


@pytest.mark.parametrize("is_over", [True, False])
def test_a_season_that_is_opened_again_has_the_result_of_its_board(is_over: bool) -> None:
    of, match, board = on_board()
    of.close(boards=[match.public_id])
    if is_over:
        ends(board)
    seasons.season_reopen(season=of.season, by=of.director)
    if not is_over:
        ends(board)
    match.refresh_from_db()
    assert (match.state, match.first_points, match.second_points) == ("settled", 11, 3)


def test_the_page_of_a_match_is_shown_again_when_a_board_ends_that_does_not_count() -> None:
    of, match, board = on_board()
    of.close(boards=[match.public_id])
    match.refresh_from_db()
    olga, _path = directing(of)
    page, beat = f"/matches/{match.public_id}/", of.season.event.beat
    there = re.search(r'hx-get="([^"]*/live/[^"]*)"', olga.get(page).content.decode())
    assert there is not None
    live = there[1].replace("&amp;", "&")
    assert olga.get(live).status_code == 204
    ends(board)
    assert "Let the board count" in olga.get(live).content.decode()
    of.season.event.refresh_from_db()
    assert of.season.event.beat > beat, "the stream tells it"


@pytest.mark.parametrize("status", ["playing", "waiting"])
def test_who_reports_a_match_that_is_played_on_the_board_is_asked_first(status: str) -> None:
    of, match, board = on_board()
    Board.objects.filter(pk=board.pk).update(status=status)
    ann, page = Client(), f"/matches/{match.public_id}/"
    ann.force_login(of.account("Ann"))
    match.refresh_from_db()
    tap = {"do": "report", "winner": "0", "loser_points": "4", "version": match.version}
    shown = ann.post(f"{page}act/", {**tap, "key": key()}).content.decode()
    match.refresh_from_db()
    if status == "waiting":
        assert match.state == Match.State.REPORTED, "nobody has begun there"
        return
    assert "They are playing this match on the board." in shown
    assert match.state == Match.State.OPEN
    seen = re.search(r'name="seen" value="([^"]+)"', shown)
    assert seen is not None
    ann.post(f"{page}act/", {**tap, "seen": seen[1], "key": key()})
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
