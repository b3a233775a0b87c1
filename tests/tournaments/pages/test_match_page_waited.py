"""A tap on a match's clock that waited for the network: it counts if nothing happened since."""

from typing import Any

import pytest
from django.test import Client

from games.rules.clock import MINUTE, SECOND, Clock, Control
from tests.tournaments.boards import HTMX, Board
from tests.tournaments.directing import key
from tournaments.results.services import clocks

pytestmark = pytest.mark.django_db


@pytest.fixture
def timed(board: Board) -> Board:
    """A match with a clock that runs for Bob."""
    board.match.refresh_from_db()
    control = Control(10 * MINUTE, 12 * SECOND)
    clocks.match_clock_set(
        match=board.match, by=board.ann, control=control, version=board.match.version, key=key()
    )
    clocks.match_clock_press(match=board.match, by=board.ann, side=0, key=key())
    board.match.refresh_from_db()
    return board


def sent(board: Board, do: str, client: Client | None = None, **fields: Any) -> Any:
    """What the page sends, as it stood when it was tapped."""
    values = {"do": do, "key": key(), **fields}
    answer = (client or board.client).post(f"{board.where}act/", values, headers=HTMX)
    board.match.refresh_from_db()
    return answer


def running(board: Board) -> Clock:
    clock = clocks.clock_of(board.match)
    assert clock is not None
    return clock


def test_a_press_that_waited_ends_the_turn_that_it_saw(timed: Board) -> None:
    seen = timed.match.version
    assert sent(timed, "clock_press", side=1, version=seen, waited=1).status_code == 200
    assert running(timed).turn == 0


def test_a_press_that_waited_too_long_ends_no_later_turn(timed: Board) -> None:
    seen = timed.match.version
    for side in (1, 0):  # both have moved meanwhile, and it is Bob's turn again
        clocks.match_clock_press(match=timed.match, by=timed.ann, side=side, key=key())
    answer = sent(timed, "clock_press", side=1, version=seen, waited=1)
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.content.decode()
    assert running(timed).turn == 1


def test_a_press_that_waited_starts_no_clock_that_was_stopped(timed: Board) -> None:
    seen = timed.match.version
    clocks.match_clock_pause(match=timed.match, by=timed.ann, key=key())
    assert sent(timed, "clock_press", side=1, version=seen, waited=1).status_code == 409
    assert not running(timed).is_running


def test_a_pause_that_waited_stops_no_later_turn(timed: Board) -> None:
    seen = timed.match.version
    clocks.match_clock_press(match=timed.match, by=timed.ann, side=1, key=key())
    assert sent(timed, "clock_pause", version=seen, waited=1).status_code == 409
    assert running(timed).is_running


def test_a_press_that_had_arrived_counts_once(timed: Board) -> None:
    seen, same = timed.match.version, key()
    sent(timed, "clock_press", side=1, version=seen, key=same)
    answer = sent(timed, "clock_press", side=1, version=seen, key=same, waited=1)
    assert answer.status_code == 200
    assert running(timed).turn == 0


def test_a_press_at_the_board_asks_for_no_version(timed: Board) -> None:
    assert sent(timed, "clock_press", side=1, version=1).status_code == 200
    assert running(timed).turn == 0


def test_the_page_says_for_whom_a_tap_waits(board: Board) -> None:
    page = board.page()
    assert f'data-who="{board.ann.pk}."' in page
    assert f'data-keeps="{board.where}"' in page
    assert f'data-who="{board.bob.pk}."' in board.page(board.signed_in(board.bob))
