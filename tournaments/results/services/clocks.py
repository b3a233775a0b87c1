"""The clock of a match: set, started, pressed, stopped.

Anyone who may enter results may press it, for either side: one phone lies between the players. It
decides nothing: a side without time is shown, and the director decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import IntegrityError

from games.eventlog.appending import LogRequest, append_once
from games.rules.clock import Clock, ClockError, Control
from tournaments.errors import EventConflict, EventNotAllowed, refused
from tournaments.models import Match, MatchStep, Round
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.writing import Doer, named, said_before
from tournaments.results.services.match_writing import match_get, now

__all__ = [
    "clock_of",
    "match_clock_pause",
    "match_clock_press",
    "match_clock_set",
    "now",
]

KIND: Final = "clock"
"""The kind of all its steps in a match's log; there are many."""


def match_clock_set(
    *, match: Match, by: Doer, control: Control | None, version: int, key: str
) -> Match:
    """Give both sides a stopped clock, or remove it with None.

    Raises:
        NotAllowed: the user neither plays the match nor directs.
        Conflict: the version is outdated, or the match is decided.
    """

    def change(_clock: Clock | None) -> Clock | None:
        return None if control is None else Clock.new(control)

    made = None if control is None else [control.reserve, control.delay, control.mode]
    return _write(match, by, {"do": "set", "control": made}, key, change, version)


def match_clock_press(
    *, match: Match, by: Doer, side: int, key: str, version: int | None = None
) -> Match:
    """End the turn of `side`; a stopped clock starts for the opponent.

    After a pause the interrupted turn goes on. A `version` is required only of a tap that waited
    for the network: at the board, a turn that has ended cannot be ended again.

    Raises:
        NotAllowed: the user neither plays the match nor directs.
        Conflict: the match is decided, or the version is outdated.
        Refused: there is no clock, it is the other side's turn, or the side's time is up.
    """

    def change(clock: Clock | None) -> Clock | None:
        if clock is None:
            raise ClockError("clock_stopped")
        at = now()
        if not clock.is_running:
            return clock.start(1 - side if clock.turn is None else clock.turn, at)
        if clock.turn != side:
            raise ClockError("clock_running")
        return clock.press(at)

    return _write(match, by, {"do": "press", "side": side}, key, change, version)


def match_clock_pause(*, match: Match, by: Doer, key: str, version: int | None = None) -> Match:
    """Pause the clock in the middle of a turn; `version` as for a press.

    Raises:
        NotAllowed: the user neither plays the match nor directs.
        Conflict: the match is decided, or the version is outdated.
        Refused: it is not running.
    """

    def change(clock: Clock | None) -> Clock | None:
        if clock is None:
            raise ClockError("clock_stopped")
        return clock.pause(now())

    return _write(match, by, {"do": "pause"}, key, change, version)


def clock_of(match: Match) -> Clock | None:
    return None if match.clock is None else Clock.from_json(match.clock)


def _write(
    match: Match,
    by: Doer,
    payload: Mapping[str, Any],
    key: str,
    change: Callable[[Clock | None], Clock | None],
    version: int | None = None,
) -> Match:
    try:
        return append_once(_OfClock(match, by, payload, key, change, version))
    except ClockError as error:
        raise refused(error) from error


class _OfClock(LogRequest[Match, Match]):
    """A request to a match's log that concerns its clock only."""

    def __init__(
        self,
        match: Match,
        by: Doer,
        payload: Mapping[str, Any],
        key: str,
        change: Callable[[Clock | None], Clock | None],
        version: int | None,
    ) -> None:
        super().__init__(key, version, is_key_needed=True)
        self.match, self.by, self.payload, self.change = match, by, payload, change

    def lock(self) -> Match:
        locked = match_get(self.match.pk, is_locked=True)
        if not directs(self.by, locked.club) and side_of(self.by, locked) is None:
            raise EventNotAllowed("not_your_match")
        return locked

    def read(self) -> Match:
        return match_get(self.match.pk)

    def heard(self, head: Match) -> Match | None:
        is_known = said_before(head.log.all(), self.key, KIND, self.by, self.payload)
        return head if is_known else None

    def stale(self, head: Match) -> EventConflict:
        return EventConflict("match_stale")

    def require(self, head: Match) -> None:
        super().require(head)
        _require_playing(head)

    def write(self, head: Match) -> Match:
        clock = self.change(clock_of(head))
        seen = head.version
        head.clock = None if clock is None else clock.to_json()
        head.version += 1
        last = head.log.order_by("-sequence").values_list("sequence", flat=True).first()
        MatchStep(
            match=head,
            sequence=(last or 0) + 1,
            version=head.version,
            kind=KIND,
            payload=dict(self.payload),
            key=self.key,
            **named(self.by),
        ).save(force_insert=True)
        rows = Match.objects.filter(pk=head.pk, version=seen)
        if not rows.update(clock=head.clock, version=head.version):
            raise IntegrityError("the match's row has changed since it was read")
        return head


def _require_playing(match: Match) -> None:
    if match.state != Match.State.OPEN:
        raise EventConflict("match_settled")
    if match.round is None:
        return
    if match.round.state != Round.State.RELEASED:
        raise EventConflict("round_not_released")
    if not match.round.division.event.is_open:
        raise EventConflict("event_over")
