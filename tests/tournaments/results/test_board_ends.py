"""What is said of a match while its board has just ended, and after that has counted."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.boards.presenters.show import fragment_html
from games.boards.services.boards import board_abandon
from games.models import Board, User
from tests import evenings
from tests.games.boards.table import Playing as AtBoard
from tests.tournaments.directing import agreed
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tests.tournaments.leagues.test_boards_taken_back import (
    Made,
    cup,
    event,
    ladder,
    league,
    walkover,
)
from tournaments.models import Event, Match
from tournaments.pages.presenters.match_texts import beside_board_text
from tournaments.results.selectors.boards import SWEPT
from tournaments.results.services import results
from tournaments.results.services.board_results import board_count, boards_count
from tournaments.results.services.online import match_board_open

pytestmark = pytest.mark.django_db

STILL = "The board is over and does not count: the match is still to be decided."
BEFORE = "This was decided before the board was over: the board does not count."
CLOSED = "The season was closed before the board was over: the board does not count."


def seated(of: Made, match: Match) -> AtBoard:
    """The two of a match at its board, after the opening."""
    board = match_board_open(match=match, by=of.director)
    match.refresh_from_db()
    assert match.first is not None
    assert match.second is not None
    two = evenings.account_of(match.first), evenings.account_of(match.second)
    return AtBoard(board, two).seed()


# How a board ends.


def resigned(at: AtBoard) -> None:
    """White resigns backgammons until the match is over."""
    while at.state.stage != "over":
        if at.state.phase == "over":
            at.act(0, "next")
        elif at.state.actor != 0:
            at.turn()
        else:
            at.act(0, "resign", "backgammon")
            at.act(1, "accept")


def over(at: AtBoard, **columns: Any) -> None:
    now = timezone.now()
    Board.objects.filter(pk=at.board.pk).update(
        status=Board.Status.ENDED, ended_at=now, waits_for=None, **columns
    )


def out_of_time(at: AtBoard) -> None:
    over(at, winner=1, score_white=10, score_black=1, ended_how="time")


def abandoned(at: AtBoard) -> None:
    by = User.objects.get(email__startswith="olga")
    board_abandon(board=at.board, by=by, reason="The power failed.")


# Whether it counts: what happens before it ends, what after that, and what is then true of it.


def nothing(of: Made, match: Match) -> None:
    """Nothing else happens."""


def event_ends(of: Made, match: Match) -> None:
    Event.objects.update(status=Event.Status.FINISHED)


def season_closes(of: Made, match: Match) -> None:
    assert isinstance(of, Running)
    of.close(boards=[match.public_id])


def counted_and_taken_back(of: Made, match: Match) -> None:
    assert match.online_id is not None
    counted = board_count(board_id=match.online_id)
    assert counted is not None
    assert counted.is_settled
    said = {"match": counted, "by": of.director, "version": counted.version}
    assert not agreed(results.match_undo, **said).is_settled


def forgotten(of: Made, match: Match) -> None:
    long_ago = timezone.now() - SWEPT - datetime.timedelta(minutes=1)
    Board.objects.filter(pk=match.online_id).update(ended_at=long_ago)


Step = Callable[[Made, Match], None]
FATES: dict[str, tuple[Step, Step, str]] = {
    "counts": (nothing, nothing, ""),
    "decided before": (walkover, nothing, BEFORE),
    "the event is over": (event_ends, nothing, STILL),
    "the season is closed": (season_closes, nothing, CLOSED),
    "taken back": (nothing, counted_and_taken_back, STILL),
    "forgotten": (nothing, forgotten, STILL),
}
ROWS = [
    (shape, ends, fate)
    for shape in (league, ladder, cup, event)
    for ends in (resigned, out_of_time, abandoned)
    for fate, (before, after, _word) in FATES.items()
    if (shape is league or before is not season_closes)
    and (ends is not abandoned or after is nothing)
]


def check_said(of: Made, at: AtBoard, match: Match, word: str) -> None:
    """What a player reads on the board's page, in its news, on the board in words and on the page
    of the match; and what the director reads on the last.
    """
    own, olga = client_of(at.people[0]), client_of(of.director)
    board, its = f"/boards/{at.board.public_id}/", f"/matches/{match.public_id}/?keep=1"
    pages = [(own, board), (own, f"{board}live/"), (own, f"{board}text/"), (own, its), (olga, its)]
    for client, path in pages:
        answer = client.get(path, follow=True)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert ("does not count" in page) is bool(word), path
        assert word in page, path


def news(board: Board) -> str:
    """What the open pages of a board are told."""
    board.refresh_from_db()
    return fragment_html(board, 0, sees_names=True)


@pytest.mark.parametrize(("shape", "ends", "fate"), ROWS)
def test_of_a_board_that_has_just_ended_only_what_is_true_is_said(
    shape: Callable[[], tuple[Made, Match]], ends: Callable[[AtBoard], None], fate: str
) -> None:
    before, after, word = FATES[fate]
    if ends is abandoned:
        word = ""
    of, match = shape()
    at = seated(of, match)
    before(of, match)
    ends(at)
    after(of, match)
    check_said(of, at, match, word)
    if fate != "forgotten":
        board_count(board_id=at.board.pk)
    assert boards_count(now=timezone.now() + datetime.timedelta(minutes=2)) == 0
    check_said(of, at, match, word)
    match.refresh_from_db()
    counts = fate == "counts" and ends is not abandoned
    assert (match.is_settled and not match.is_beside_board and match.outcome == "played") is counts


@pytest.mark.parametrize("shape", [league, ladder, cup, event])
def test_open_pages_of_a_board_are_told_that_it_has_counted_once(
    shape: Callable[[], tuple[Made, Match]], django_capture_on_commit_callbacks: Any
) -> None:
    of, match = shape()
    at = seated(of, match)
    resigned(at)
    at.board.refresh_from_db()
    ended = at.board.beat
    with django_capture_on_commit_callbacks(execute=True):
        board_count(board_id=at.board.pk)
    at.board.refresh_from_db()
    assert at.board.beat == ended + 1
    assert f"/matches/{match.public_id}/" in news(at.board)


def test_who_read_the_match_just_before_its_board_counted_says_nothing_else_of_it() -> None:
    of, match = league()
    at = seated(of, match)
    resigned(at)
    read = Match.objects.get(pk=match.pk)
    board_count(board_id=at.board.pk)
    assert not read.is_settled
    assert beside_board_text(read) == ""
