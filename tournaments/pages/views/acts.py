"""The buttons of a match: each name of a button calls one service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import User
from games.rules.backgammon.match_log import FIELDS
from games.rules.clock import MINUTE, SECOND
from games.web.input import Input, Unreadable
from tournaments.errors import EventNotAllowed
from tournaments.models import Match
from tournaments.pages.forms import number, side_of, version_of
from tournaments.pages.verb_forms import verb_do
from tournaments.record.services.writing import Doer
from tournaments.record.verbs import Verb
from tournaments.results import verbs

AT_THE_BOARD: Final = frozenset({"double", "take", "drop", "win", "resign", "points", "time"})
"""Actions of players; penalties and forfeits are the director's."""
LONGEST_MINUTES: Final = 600


@dataclass(frozen=True, slots=True)
class MatchTap:
    """A tap on the page of a match."""

    match: Match
    by: Doer
    ask: Input

    def do(self, verb: Verb, **given: Any) -> object:
        """Do to the match what the form says."""
        return verb_do(verb, self.match, by=self.by, ask=self.ask, **given)


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
    tap.do(verbs.PLAY, event=row, as_player=True)


def _field(ask: Input, name: str) -> str | int:
    if name == "side":
        return side_of(ask)
    if name == "points":
        points = number(ask, "points")
        if points is None:
            raise Unreadable(_("How many points?"))
        return points
    return ask.one(name)


def _take_board(tap: MatchTap) -> None:
    if not isinstance(tap.by, User):
        raise EventNotAllowed
    tap.do(verbs.TAKE_BOARD)


def _clock_set(tap: MatchTap) -> None:
    minutes, delay = number(tap.ask, "minutes"), number(tap.ask, "delay")
    if minutes is None or not 1 <= minutes <= LONGEST_MINUTES:
        raise Unreadable(_("How many minutes does each of them have?"))
    tap.do(verbs.CLOCK, control={"reserve": minutes * MINUTE, "delay": (delay or 0) * SECOND})


def _clock_off(tap: MatchTap) -> None:
    tap.do(verbs.CLOCK, control=None)


def _clock_press(tap: MatchTap) -> None:
    tap.do(verbs.CLOCK_PRESS, version=_waited(tap))


def _clock_pause(tap: MatchTap) -> None:
    tap.do(verbs.CLOCK_PAUSE, version=_waited(tap))


def _waited(tap: MatchTap) -> int | None:
    """Return the version seen by a tap that waited for the network; None for all others.

    It was made for another moment, so it counts only if nothing else has happened since.
    """
    return version_of(tap.ask) if tap.ask.has("waited") else None


def _on_match(verb: Verb, **given: bool) -> Callable[[MatchTap], object]:
    return lambda tap: tap.do(verb, **given)


ACTS: Final[Mapping[str, Callable[[MatchTap], object]]] = {
    "play": _play,
    "report": _on_match(verbs.REPORT, as_player=True),
    "confirm": _on_match(verbs.CONFIRM, as_player=True),
    "reject": _on_match(verbs.REJECT, as_player=True),
    "undo": _on_match(verbs.UNDO),
    "board": _take_board,
    "clock_set": _clock_set,
    "clock_off": _clock_off,
    "clock_press": _clock_press,
    "clock_pause": _clock_pause,
}
"""The actions on the page of a match, by the names of the buttons."""
