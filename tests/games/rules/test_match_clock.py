"""The clock of a match in milliseconds, and what coming late costs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.clock import MINUTE, SECOND, Clock, ClockError, Control
from tournaments.formats.lateness import Lateness, lateness_penalty

START = 1_000_000


def at(seconds: float) -> int:
    return START + int(seconds * SECOND)


def running(control: Control, side: int = 0) -> Clock:
    return Clock.new(control).start(side, START)


def test_within_a_simple_delay_the_reserve_waits() -> None:
    """60 s and 12 s delay: after 10 s nothing is gone, after 20 s eight."""
    clock = running(Control(60 * SECOND))
    assert clock.remaining(0, at(10)) == 60 * SECOND
    assert clock.delay_left(at(10)) == 2 * SECOND
    assert clock.remaining(0, at(20)) == 52 * SECOND
    assert clock.delay_left(at(20)) == 0
    pressed = clock.press(at(20))
    assert (pressed.turn, pressed.left) == (1, (52 * SECOND, 60 * SECOND))
    assert pressed.remaining(1, at(20 + 12 + 5)) == 55 * SECOND
    assert pressed.remaining(0, at(1_000)) == 52 * SECOND


def test_between_two_games_a_clock_stands_still_for_both() -> None:
    """The turn that ended the game is paid for; then nobody's time runs."""
    resting = running(Control(60 * SECOND)).rest(at(20))
    assert (resting.left, resting.turn, resting.is_running) == (
        (52 * SECOND, 60 * SECOND),
        None,
        False,
    )
    assert resting.remaining(0, at(1_000)) == 52 * SECOND
    assert resting.start(1, at(2_000)).turn == 1


def test_a_bronstein_delay_comes_back_afterwards() -> None:
    """60 s: 10 s used come back whole; of 20 s twelve come back; 8 are gone."""
    clock = running(Control(60 * SECOND, mode="bronstein"))
    assert clock.remaining(0, at(10)) == 50 * SECOND
    assert clock.press(at(10)).left == (60 * SECOND, 60 * SECOND)
    assert clock.press(at(20)).left == (52 * SECOND, 60 * SECOND)
    assert clock.delay_left(at(0)) == 0


def test_with_five_seconds_left_ten_seconds_pass_a_simple_delay_and_not_a_bronstein_one() -> None:
    assert running(Control(5 * SECOND)).out(at(10)) is None
    assert running(Control(5 * SECOND, mode="bronstein")).out(at(10)) == 0


def test_an_increment_is_added_afterwards_and_may_exceed_the_reserve() -> None:
    """60 s, 12 s increment: a turn of 2 s leaves 70 s."""
    clock = running(Control(60 * SECOND, mode="increment"))
    assert clock.press(at(2)).left == (70 * SECOND, 60 * SECOND)


def test_a_pause_keeps_what_the_turn_has_used_and_its_delay() -> None:
    """10 s, a pause of an hour, 7 s: 17 s in all, five beyond the delay."""
    paused = running(Control(60 * SECOND)).pause(at(10))
    assert not paused.is_running
    assert paused.remaining(0, at(3_610)) == 60 * SECOND
    again = paused.start(0, at(3_610))
    assert again.remaining(0, at(3_617)) == 55 * SECOND
    assert again.press(at(3_617)).left == (55 * SECOND, 60 * SECOND)


def test_a_pause_may_end_the_turn() -> None:
    """20 s of 60 used, then the other's turn: 8 s beyond the delay are gone, and 13 s cost one."""
    clock = running(Control(60 * SECOND)).pause(at(20)).start(1, at(100))
    assert clock.left == (52 * SECOND, 60 * SECOND)
    assert clock.remaining(1, at(113)) == 59 * SECOND


def test_a_turn_that_ran_out_before_the_pause_does_not_go_on() -> None:
    paused = running(Control(60 * SECOND)).pause(at(72))
    with pytest.raises(ClockError, match="run out"):
        paused.start(1, at(80))


def test_time_runs_out_when_the_reserve_is_used_up() -> None:
    """60 s and 12 s delay end after 72 s; pressing later stops the clock for good."""
    clock = running(Control(60 * SECOND), side=1)
    assert clock.out(at(71.999)) is None
    assert clock.out(at(72)) == 1
    stopped = clock.press(at(80))
    assert (stopped.is_running, stopped.left, stopped.out(at(90))) == (False, (60 * SECOND, 0), 1)
    with pytest.raises(ClockError, match="run out"):
        stopped.start(0, at(90))


def test_a_clock_starts_once_and_stops_only_when_running() -> None:
    clock = Clock.new(Control(60 * SECOND))
    with pytest.raises(ClockError, match="not running"):
        clock.press(START)
    with pytest.raises(ClockError, match="not running"):
        clock.pause(START)
    with pytest.raises(ClockError, match="already"):
        clock.start(0, START).start(1, START)
    with pytest.raises(ClockError, match="two sides"):
        clock.start(2, START)
    assert clock.remaining(0, START) == 60 * SECOND


def test_a_moment_before_the_last_one_takes_nothing() -> None:
    clock = running(Control(60 * SECOND, delay=0))
    assert clock.remaining(0, at(-5)) == 60 * SECOND


@pytest.mark.parametrize(("reserve", "delay"), [(0, 12), (-1, 12), (60, -1)])
def test_a_clock_without_time_is_refused(reserve: int, delay: int) -> None:
    with pytest.raises(ClockError, match="reserve above 0"):
        Control(reserve, delay)


@given(
    delay=st.integers(0, 15_000),
    mode=st.sampled_from(["simple", "bronstein"]),
    turns=st.lists(st.integers(0, 40_000), max_size=30),
)
def test_each_turn_costs_what_goes_beyond_the_delay(
    delay: int, mode: str, turns: list[int]
) -> None:
    """As long as nobody runs out, simple and Bronstein cost the same: max(0, used - delay)."""
    clock = Clock.new(Control(60 * MINUTE, delay, mode)).start(0, 0)  # type: ignore[arg-type]
    now = 0
    for used in turns:
        now += used
        clock = clock.press(now)
    for side in (0, 1):
        cost = sum(max(0, used - delay) for used in turns[side::2])
        assert clock.remaining(side, now) == 60 * MINUTE - cost


def test_a_clock_is_saved_in_the_middle_of_a_turn_and_goes_on() -> None:
    clock = running(Control(60 * SECOND, mode="increment")).pause(at(3)).start(0, at(9))
    again = Clock.from_json(json.loads(json.dumps(clock.to_json())))
    assert again == clock
    assert again.remaining(0, at(10)) == 56 * SECOND
    assert Clock.from_json(Clock.new(Control(1)).to_json()) == Clock.new(Control(1))


@pytest.mark.parametrize(
    "change",
    [
        {"control": [1, 2]},
        {"control": [1, 2, "hourglass"]},
        {"left": [1, -1]},
        {"left": [1, "1"]},
        {"turn": 2},
        {"since": "now"},
        {"spent": -1},
        {"spent": None},
    ],
)
def test_data_that_is_no_clock_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ClockError, match="saved clock"):
        Clock.from_json({**Clock.new(Control(60)).to_json(), **change})


# coming late


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (0, Lateness(0, False)),
        (4, Lateness(0, False)),
        (5, Lateness(1, False)),
        (9, Lateness(1, False)),
        (10, Lateness(2, False)),
        (15, Lateness(3, False)),
        (19, Lateness(3, False)),
        (20, Lateness(4, True)),
        (500, Lateness(4, True)),
    ],
)
def test_five_minutes_cost_a_point_of_seven_and_twenty_the_match(
    minutes: int, expected: Lateness
) -> None:
    """7 // 2 + 1 = 4 points are more than half of the match."""
    assert lateness_penalty(minutes, length=7) == expected


def test_the_intervals_and_the_forfeit_are_the_clubs_own() -> None:
    """Ten minutes free, a point each three: after 16 minutes 1 + 6 // 3 = 3 points."""
    assert lateness_penalty(16, length=11, first_after=10, every=3) == Lateness(3, False)
    assert lateness_penalty(16, length=11, first_after=10, every=3, forfeit_at=3) == Lateness(
        3, True
    )
    with pytest.raises(ValueError, match="positive"):
        lateness_penalty(5, length=7, every=0)
