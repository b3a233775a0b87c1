"""A board that is over while a decision stood counts once that is taken back."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Board
from tests.tournaments.directing import Directed, agreed, key
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.entries import entry_resume, entry_withdraw
from tournaments.leagues.services import closing
from tournaments.models import Match
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count, boards_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db
Made = Running | Playing | Directed


def league() -> tuple[Made, Match]:
    of = Running("Ann Bob Cid")
    return of, of.match("Ann", "Bob")


def rounds() -> tuple[Made, Match]:
    of = Running("Ann Bob Cid Dee", shape="swiss")
    return of, of.open()[0]


def ladder() -> tuple[Made, Match]:
    of = Running("Ann Bob Cid", shape="ladder")
    return of, of.match("Ann", "Bob")


def cup() -> tuple[Made, Match]:
    of = Playing(match_length=11)
    return of, of.meeting("Ann")


def event() -> tuple[Made, Match]:
    of = Directed(names="Ann Bob Cid Dee", match_length=11, params={"rounds": 1})
    of.next_round()
    return of, of.open()[0]


def walkover(of: Made, match: Match, loser: int = 1) -> None:
    said = {"match": match, "by": of.director, "loser": loser, "reason": "Did not come"}
    agreed(results.match_forfeit, **said, version=match.version)


def walkover_of_the_first(of: Made, match: Match) -> None:
    walkover(of, match, 0)


def not_played(of: Made, match: Match) -> None:
    said = {"match": match, "by": of.director, "reason": "No time", "version": match.version}
    agreed(results.match_no_show, **said)


def entered(of: Made, match: Match) -> None:
    said = {"match": match, "by": of.director, "points": (11, 9), "version": match.version}
    agreed(results.match_report, **said)


# How a board ends, and its result in a match to eleven.
ENDINGS = {
    "won": ({"winner": 0, "score_white": 11, "score_black": 3}, (11, 3)),
    "lost": ({"winner": 1, "score_white": 0, "score_black": 12}, (0, 11)),
    "given up": ({"winner": 0, "score_white": 2, "score_black": 8}, (11, 8)),
    "out of time": ({"winner": 1, "score_white": 10, "score_black": 1}, (10, 11)),
}


def plays(of: Made, match: Match) -> Board:
    board = match_board_open(match=match, by=of.director)
    Board.objects.filter(pk=board.pk).update(status=Board.Status.PLAYING)
    match.refresh_from_db()
    return board


def ends(board: Board, how: str = "won") -> None:
    now = timezone.now()
    ended, _points = ENDINGS[how]
    Board.objects.filter(pk=board.pk).update(status=Board.Status.ENDED, ended_at=now, **ended)
    board_count(board_id=board.pk)


def sent(of: Made, match: Match, address: str, do: str) -> None:
    """A button is pressed as it stands; asked about what else changes, the director says yes."""
    match.refresh_from_db()
    said = {"do": do, "match": match.public_id, "version": match.version, "key": key()}
    assert match.round is not None
    said["division"] = match.round.division.public_id
    answer = client_of(of.director).post(address, said)
    assert answer.status_code in (200, 302), answer.content.decode()
    match.refresh_from_db()


def at_the_desk(of: Made, match: Match, do: str = "undo") -> None:
    assert match.round is not None
    sent(of, match, f"/events/{match.round.division.event.public_id}/direct/act/", do)


def at_the_match(of: Made, match: Match, do: str = "undo") -> None:
    sent(of, match, f"/matches/{match.public_id}/act/", do)


def page_of(client: Client, match: Match) -> str:
    return client.get(f"/matches/{match.public_id}/", follow=True).content.decode()


@pytest.mark.parametrize("is_over", [True, False], ids=["over", "goes_on"])
@pytest.mark.parametrize("back", [at_the_desk, at_the_match])
@pytest.mark.parametrize("decide", [walkover, walkover_of_the_first, not_played, entered])
@pytest.mark.parametrize("shape", [league, rounds, ladder, cup, event])
def test_a_board_counts_once_the_decision_is_taken_back(
    shape: Callable[[], tuple[Made, Match]],
    decide: Callable[[Made, Match], None],
    back: Callable[[Made, Match], None],
    *,
    is_over: bool,
) -> None:
    of, match = shape()
    board = plays(of, match)
    decide(of, match)
    if is_over:
        ends(board, "lost")
        match.refresh_from_db()
        assert match.is_beside_board
        olga = client_of(of.director)
        assert "Let the board count" in page_of(olga, match)
        assert "the board does not count" in page_of(olga, match)
    back(of, match)
    if not is_over:
        assert match.state == "open"
        ends(board, "lost")
        match.refresh_from_db()
    assert (match.state, match.outcome) == ("settled", "played")
    assert (match.first_points, match.second_points) == (0, 11)
    assert "does not count" not in page_of(client_of(of.director), match)


@pytest.mark.parametrize("how", ENDINGS)
def test_however_a_board_ends_its_result_is_that_of_its_match(how: str) -> None:
    of, match = league()
    board = plays(of, match)
    walkover(of, match)
    ends(board, how)
    at_the_match(of, match)
    assert (match.first_points, match.second_points) == ENDINGS[how][1]


def test_a_board_whose_result_is_taken_back_can_be_let_count_or_played_anew() -> None:
    of, match = league()
    board = plays(of, match)
    walkover(of, match)
    ends(board)
    at_the_match(of, match)
    at_the_match(of, match)
    assert match.state == "open", "the director has taken the board's result back, too"
    assert boards_count(now=timezone.now() + datetime.timedelta(minutes=5)) == 0
    match.refresh_from_db()
    assert match.state == "open"
    said = "The board is over and does not count: the match is still to be decided."
    olga, ann = client_of(of.director), client_of(of.account("Ann"))
    for client in (olga, ann):
        assert said in page_of(client, match)
        assert ("Let the board count" in page_of(client, match)) == (client is olga)
    at_the_match(of, match, "board")
    assert (match.state, match.first_points, match.second_points) == ("settled", 11, 3)
    at_the_match(of, match)
    anew = match_board_open(match=match, by=of.account("Ann"))
    assert anew.pk != board.pk
    ends(anew, "lost")
    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (0, 11)


def test_closing_a_season_says_of_a_board_only_what_is_true() -> None:
    of, match = league()
    assert isinstance(of, Running)
    for other in ("Ann", "Bob"):
        of.win(of.match(other, "Cid"), 0)
    board = plays(of, match)
    walkover(of, match)
    ends(board)
    at_the_desk(of, match)
    at_the_desk(of, match)
    of.again()
    of.close()
    match.refresh_from_db()
    assert match.outcome == "no_show"
    page = page_of(client_of(of.director), match)
    assert "before the board was over" not in page
    assert "The board was over when this was decided: it does not count." in page
    closing.season_reopen(season=of.season, by=of.director)
    match.refresh_from_db()
    assert match.state == "open", "as the director has left it"


@pytest.mark.parametrize("shape", [league, ladder])
def test_a_board_counts_once_who_had_withdrawn_plays_again(
    shape: Callable[[], tuple[Made, Match]],
) -> None:
    of, match = shape()
    board = plays(of, match)
    gone = of.entry(str(match.second))
    entry_withdraw(entry=gone, by=of.director)
    ends(board, "lost")
    match.refresh_from_db()
    assert match.outcome == "forfeit"
    gone.refresh_from_db()
    entry_resume(entry=gone, by=of.director)
    match.refresh_from_db()
    assert (match.state, match.first_points, match.second_points) == ("settled", 0, 11)
