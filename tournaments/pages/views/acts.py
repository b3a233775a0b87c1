"""The buttons of a match: each name of a button calls one service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import User
from games.rules.backgammon.match_log import FIELDS
from games.rules.clock import MINUTE, SECOND, Control
from games.web.input import Input, Unreadable
from tournaments.errors import EventNotAllowed
from tournaments.models import Match
from tournaments.pages.forms import final_score_of, number, side_of, version_of
from tournaments.record.services.writing import Doer
from tournaments.results.services import clocks, results
from tournaments.results.services.online import match_take_board

AT_THE_BOARD: Final = frozenset({"double", "take", "drop", "win", "resign", "points", "time"})
"""Actions of players; penalties and forfeits are the director's."""
LONGEST_MINUTES: Final = 600


@dataclass(frozen=True, slots=True)
class MatchTap:
    """A tap on the page of a match."""

    match: Match
    by: Doer
    ask: Input

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments common to all services: match, sender, version, key."""
        return {
            "match": self.match,
            "by": self.by,
            "version": version_of(self.ask),
            "key": self.ask.one("key"),
        }

    @property
    def agreed(self) -> dict[str, Any]:
        """The same with what the sender has seen of the effect on other matches, by its digest."""
        return {**self.sent, "seen": self.ask.one("seen")}


def act(tap: MatchTap) -> None:
    """Carry out a button's action.

    Raises:
        Unreadable: the button is unknown, or the form is incomplete.
        NotAllowed, Conflict, Refused: see the services.
    """
    do = ACTS.get(tap.ask.one("do"))
    if do is None:
        raise Unreadable(_("That button is not known here. Load the page again."))
    do(tap)


def _play(tap: MatchTap) -> None:
    kind = tap.ask.one("kind")
    if kind not in AT_THE_BOARD:
        raise Unreadable(_("That button is not known here. Load the page again."))
    row: dict[str, Any] = {"kind": kind}
    for name in FIELDS[kind]:
        row[name] = _field(tap.ask, name)
    results.match_play(event=row, **tap.agreed)


def _field(ask: Input, name: str) -> str | int:
    if name == "side":
        return side_of(ask)
    if name == "points":
        points = number(ask, "points")
        if points is None:
            raise Unreadable(_("How many points?"))
        return points
    return ask.one(name)


def _report(tap: MatchTap) -> None:
    results.match_report(points=final_score_of(tap.ask, tap.match.length), **tap.agreed)


def _confirm(tap: MatchTap) -> None:
    results.match_confirm(**tap.agreed)


def _reject(tap: MatchTap) -> None:
    results.match_reject(**tap.agreed)


def _undo(tap: MatchTap) -> None:
    results.match_undo(**tap.agreed)


def _take_board(tap: MatchTap) -> None:
    if not isinstance(tap.by, User):
        raise EventNotAllowed
    sent = {**tap.agreed, "by": tap.by}
    match_take_board(**sent)


def _clock_set(tap: MatchTap) -> None:
    minutes, delay = number(tap.ask, "minutes"), number(tap.ask, "delay")
    if minutes is None or not 1 <= minutes <= LONGEST_MINUTES:
        raise Unreadable(_("How many minutes does each of them have?"))
    control = Control(minutes * MINUTE, (delay or 0) * SECOND)
    clocks.match_clock_set(control=control, **tap.sent)


def _clock_off(tap: MatchTap) -> None:
    clocks.match_clock_set(control=None, **tap.sent)


def _clock_press(tap: MatchTap) -> None:
    side = side_of(tap.ask)
    version, key = _waited(tap), tap.ask.one("key")
    clocks.match_clock_press(match=tap.match, by=tap.by, side=side, key=key, version=version)


def _clock_pause(tap: MatchTap) -> None:
    version, key = _waited(tap), tap.ask.one("key")
    clocks.match_clock_pause(match=tap.match, by=tap.by, key=key, version=version)


def _waited(tap: MatchTap) -> int | None:
    """Return the version seen by a tap that waited for the network; None for all others.

    It was made for another moment, so it counts only if nothing else has happened since.
    """
    return version_of(tap.ask) if tap.ask.has("waited") else None


ACTS: Final[Mapping[str, Callable[[MatchTap], None]]] = {
    "play": _play,
    "report": _report,
    "confirm": _confirm,
    "reject": _reject,
    "undo": _undo,
    "board": _take_board,
    "clock_set": _clock_set,
    "clock_off": _clock_off,
    "clock_press": _clock_press,
    "clock_pause": _clock_pause,
}
"""The actions on the page of a match, by the names of the buttons."""
