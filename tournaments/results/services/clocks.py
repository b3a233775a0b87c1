"""The clock of a match: set, started, pressed, stopped.

Anyone who may enter results may press it, for either side: one phone lies between the players. It
decides nothing: a side without time is shown, and the director decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import IntegrityError

from games.eventlog.keys import require_key
from games.eventlog.turns import one_at_a_time
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
    require_key(key)
    try:
        with one_at_a_time():
            return _written(match, by, payload, key, change, version)
    except ClockError as error:
        raise refused(error) from error
    except IntegrityError:
        if said_before(match.log.all(), key, KIND, by, payload):
            return match_get(match.pk)
        raise


def _written(
    match: Match,
    by: Doer,
    payload: Mapping[str, Any],
    key: str,
    change: Callable[[Clock | None], Clock | None],
    version: int | None,
) -> Match:
    locked = match_get(match.pk, is_locked=True)
    if not directs(by, locked.club) and side_of(by, locked) is None:
        raise EventNotAllowed("not_your_match")
    if said_before(locked.log.all(), key, KIND, by, payload):
        return locked
    if version is not None and version != locked.version:
        raise EventConflict("match_stale")
    _require_playing(locked)
    clock = change(clock_of(locked))
    seen = locked.version
    locked.clock = None if clock is None else clock.to_json()
    locked.version += 1
    last = locked.log.order_by("-sequence").values_list("sequence", flat=True).first()
    MatchStep(
        match=locked,
        sequence=(last or 0) + 1,
        version=locked.version,
        kind=KIND,
        payload=dict(payload),
        key=key,
        **named(by),
    ).save(force_insert=True)
    rows = Match.objects.filter(pk=locked.pk, version=seen)
    if not rows.update(clock=locked.clock, version=locked.version):
        raise IntegrityError("the match's row has changed since it was read")
    return locked


def _require_playing(match: Match) -> None:
    if match.state != Match.State.OPEN:
        raise EventConflict("match_settled")
    if match.round is None:
        return
    if match.round.state != Round.State.RELEASED:
        raise EventConflict("round_not_released")
    if not match.round.division.event.is_open:
        raise EventConflict("event_over")
