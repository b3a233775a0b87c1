"""The clock of a match: whose time runs, and what its page says of it."""

import pytest

from games.rules.clock import MINUTE, SECOND, Control
from tests.tournaments.boards import Board, button
from tests.tournaments.directing import key
from tournaments.errors import EventRefused
from tournaments.models import Match, MatchStep
from tournaments.pages.presenters import matches
from tournaments.pages.presenters.matches import match_page
from tournaments.pages.selectors.matches import match_find, steps_of_match
from tournaments.results.services import clocks, match_writing, results

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The time of the day, in milliseconds, which a test moves on."""
    moment = {"now": 1_000_000}
    monkeypatch.setattr(clocks, "now", lambda: moment["now"])
    monkeypatch.setattr(match_writing, "now", lambda: moment["now"])
    return moment


def set_clock(board: Board) -> None:
    board.match.refresh_from_db()
    clocks.match_clock_set(
        match=board.match,
        by=board.ann,
        control=Control(10 * MINUTE, 12 * SECOND),
        version=board.match.version,
        key=key(),
    )


def press(board: Board, side: int) -> Match:
    return clocks.match_clock_press(match=board.match, by=board.ann, side=side, key=key())


def left(match: Match, at: dict[str, int]) -> tuple[int, int]:
    clock = clocks.clock_of(match)
    assert clock is not None
    return clock.remaining(0, at["now"]), clock.remaining(1, at["now"])


def test_the_clock_runs_for_the_side_that_is_to_move(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)  # Ann has rolled and moved: Bob's time runs
    at["now"] += 20 * SECOND
    match = press(board, 1)
    # The first 12 of the 20 seconds are free.
    assert left(match, at) == (10 * MINUTE, 10 * MINUTE - 8 * SECOND)
    at["now"] += 12 * SECOND
    assert left(press(board, 0), at) == (10 * MINUTE, 10 * MINUTE - 8 * SECOND)


def test_a_turn_is_ended_once_however_often_one_taps(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    with pytest.raises(EventRefused):
        press(board, 0)
    clock = clocks.clock_of(Match.objects.get())
    assert clock is not None
    assert clock.turn == 1


def test_a_stopped_clock_goes_on_where_it_stood(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    at["now"] += 30 * SECOND
    clocks.match_clock_pause(match=board.match, by=board.ann, key=key())
    at["now"] += 5 * MINUTE
    match = press(board, 0)
    assert left(match, at) == (10 * MINUTE, 10 * MINUTE - 18 * SECOND)
    clock = clocks.clock_of(match)
    assert clock is not None
    assert (clock.turn, clock.is_running) == (1, True)


def test_a_time_that_is_up_is_said_and_decides_nothing(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    at["now"] += 11 * MINUTE
    page = match_page(match_find(board.match.public_id), board.ann, [])
    assert page.clock is not None
    assert page.clock.out == "The time of Bob is up."
    board.match.refresh_from_db()
    assert board.match.state == Match.State.OPEN


def test_steps_of_the_clock_are_kept_and_told_to_nobody(board: Board, at: dict[str, int]) -> None:
    board.win(0)
    set_clock(board)
    press(board, 0)
    assert MatchStep.objects.filter(kind="clock").count() == 2
    assert [step.kind for step in steps_of_match(board.match)] == ["play"]
    assert "undo “Ann wins a single game: 1 point”" in " ".join(
        button(board.page(), "undo").split()
    )


@pytest.mark.parametrize(
    ("how", "state"), [("a game", "open"), ("the match", "reported"), ("the director", "settled")]
)
def test_the_clock_stops_with_the_game(
    board: Board, at: dict[str, int], how: str, state: str
) -> None:
    set_clock(board)
    press(board, 0)
    at["now"] += 20 * SECOND
    board.match.refresh_from_db()
    sent = {"match": board.match, "version": board.match.version, "key": key()}
    if how == "a game":
        win = {"kind": "win", "side": 0, "level": "single"}
        match = results.match_play(by=board.ann, event=win, **sent)
    else:
        by = board.ann if how == "the match" else board.director
        points = (board.match.length or 0, 0)
        match = results.match_report(by=by, points=points, **sent)
    assert match.state == state
    at["now"] += 60 * SECOND
    clock = clocks.clock_of(match)
    assert clock is not None
    assert (clock.is_running, clock.turn) == (False, None)
    assert left(match, at) == (10 * MINUTE, 10 * MINUTE - 8 * SECOND)


def test_a_double_does_not_stop_the_clock(board: Board, at: dict[str, int]) -> None:
    set_clock(board)
    press(board, 0)
    board.match.refresh_from_db()
    match = results.match_play(
        match=board.match,
        by=board.ann,
        event={"kind": "double", "side": 1},
        version=board.match.version,
        key=key(),
    )
    clock = clocks.clock_of(match)
    assert clock is not None
    assert clock.is_running


def test_the_page_shows_the_delay_before_the_time_runs(
    board: Board, at: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "now", lambda: at["now"])
    set_clock(board)
    press(board, 0)
    at["now"] += 2 * SECOND
    page = board.client.get(f"/matches/{board.match.public_id}/").content.decode()
    assert "Delay: 12 seconds a turn" in page
    assert "delay <span data-delay-left>0:10</span>" in page
