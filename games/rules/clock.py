"""Clocks for a match, and penalty points for being late.

A clock is a value and reads no time itself: `now` is in whole milliseconds from an origin that the
caller keeps the same. A moment before the last one counts as the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, cast, get_args

from games.rules.coded import CodedError, gettext_noop

Mode = Literal["simple", "bronstein", "increment"]

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND

MESSAGES: Final[Mapping[str, str]] = {
    "side_unknown": gettext_noop("A match has two sides, 0 and 1."),
    "control_invalid": gettext_noop("A clock needs a reserve above 0 and a delay from 0."),
    "clock_malformed": gettext_noop("This is not a saved clock."),
    "clock_stopped": gettext_noop("The clock is not running."),
    "clock_running": gettext_noop("The clock is running already."),
    "clock_out": gettext_noop("A player's time has run out."),
}
"""English sentences by code, written only here."""


class ClockError(CodedError):
    """The clock does not allow this; nothing has changed."""

    messages = MESSAGES


@dataclass(frozen=True, slots=True)
class Control:
    """What each side has: a reserve for the match, and a delay for each turn, in milliseconds.

    Simple: the reserve waits until the delay is over. Bronstein: it runs at once, and the time
    used, at most the delay, is given back after the turn. Increment: the whole delay is added after
    the turn.
    """

    reserve: int
    delay: int = 12 * SECOND
    mode: Mode = "simple"

    def __post_init__(self) -> None:
        if self.reserve <= 0 or self.delay < 0:
            raise ClockError("control_invalid")


@dataclass(frozen=True, slots=True)
class Clock:
    """Both reserves at the start of the turn, whose turn it is, and since when.

    `turn` is None before the start; `since` is None while the clock stands still; `spent` is the
    time the turn used before a pause.
    """

    control: Control
    left: tuple[int, int]
    turn: int | None = None
    since: int | None = None
    spent: int = 0

    @classmethod
    def new(cls, control: Control) -> Clock:
        return cls(control, (control.reserve, control.reserve))

    @property
    def is_running(self) -> bool:
        return self.since is not None

    def start(self, side: int, now: int) -> Clock:
        """Return the clock running for `side`; after a pause the turn goes on, or passes to the
        other side.

        Raises:
            ClockError: it is already running, or a side has no time left.
        """
        check_side(side)
        if self.is_running:
            raise ClockError("clock_running")
        if self.out(now) is not None:
            raise ClockError("clock_out")
        ready = self if side == self.turn else self._turn_over(now)
        return replace(ready, turn=side, since=now)

    def press(self, now: int) -> Clock:
        """Return the clock running for the other side; it stops if the time had run out.

        Raises:
            ClockError: it is not running.
        """
        turn = self._running()
        if self.out(now) is not None:
            return replace(self._with_left(turn, 0), since=None, spent=0)
        return replace(self._turn_over(now), turn=1 - turn, since=now)

    def turn_to(self, side: int, now: int) -> Clock:
        """Return the clock running for `side`, also where time has run out: a flag that has to be
        claimed stops nobody. Where it runs for `side` already, nothing changes.
        """
        check_side(side)
        if self.is_running and side == self.turn:
            return self
        ready = self if side == self.turn else self._turn_over(now)
        return replace(ready, turn=side, since=now)

    def pause(self, now: int) -> Clock:
        """Return the clock paused in the middle of a turn; `start` resumes it.

        Raises:
            ClockError: it is not running.
        """
        self._running()
        return replace(self, since=None, spent=self._used(now))

    def rest(self, now: int) -> Clock:
        """Return the clock stopped between two games: the side that begins the next game starts
        it.
        """
        return replace(self._turn_over(now), turn=None, since=None, spent=0)

    def remaining(self, side: int, now: int) -> int:
        """Return the reserve of `side` in milliseconds, from 0."""
        check_side(side)
        if side != self.turn:
            return self.left[side]
        used = self._used(now)
        free = self.control.delay if self.control.mode == "simple" else 0
        return max(0, self.left[side] - max(0, used - free))

    def delay_left(self, now: int) -> int:
        """Return how long the reserve still waits in this turn, in milliseconds: 0 unless the delay
        is simple.
        """
        if self.control.mode != "simple":
            return 0
        return max(0, self.control.delay - self._used(now))

    def out(self, now: int) -> int | None:
        """Return the side whose time has run out, or None."""
        return next((side for side in (0, 1) if self.remaining(side, now) == 0), None)

    def to_json(self) -> dict[str, Any]:
        """Return the clock as JSON data; `since` counts from the caller's origin."""
        control = self.control
        return {
            "control": [control.reserve, control.delay, control.mode],
            "left": list(self.left),
            "turn": self.turn,
            "since": self.since,
            "spent": self.spent,
        }

    @classmethod
    def from_json(cls, data: object) -> Clock:
        """Read what `to_json` wrote.

        Raises:
            ClockError: the data are not a clock.
        """
        match data:
            case {
                "control": [int(reserve), int(delay), str(mode)],
                "left": [int(first), int(second)],
                "turn": 0 | 1 | None as turn,
                "since": int() | None as since,
                "spent": int(spent),
            } if mode in get_args(Mode) and min(first, second, spent) >= 0:
                control = Control(reserve, delay, cast(Mode, mode))
                return cls(control, (first, second), turn, since, spent)
        raise ClockError("clock_malformed")

    def _turn_over(self, now: int) -> Clock:
        """Subtract the cost of the turn, and add what the control gives back."""
        if self.turn is None:
            return self
        used = self._used(now)
        delay = self.control.delay
        back = {"simple": 0, "bronstein": min(used, delay), "increment": delay}[self.control.mode]
        left = self.remaining(self.turn, now) + back
        return replace(self._with_left(self.turn, left), spent=0)

    def _running(self) -> int:
        if self.turn is None or self.since is None:
            raise ClockError("clock_stopped")
        return self.turn

    def _used(self, now: int) -> int:
        return self.spent + (0 if self.since is None else max(0, now - self.since))

    def _with_left(self, side: int, left: int) -> Clock:
        return replace(self, left=(left, self.left[1]) if side == 0 else (self.left[0], left))


def check_side(side: int) -> None:
    """Check that the side exists.

    Raises:
        ClockError: it does not.
    """
    if side not in (0, 1):
        raise ClockError("side_unknown")
