"""Moves what the demo's archive says to days that end today, and to the reader's language."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.clock import SECOND

Parts = dict[str, Any]

DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[0-9.:+]*", re.ASCII)
NAMES: Final = frozenset(
    {
        gettext_noop("Tuesday chouette"),
        gettext_noop("Club room"),
        gettext_noop("First season"),
        gettext_noop("Second season"),
        gettext_noop("Club open"),
        gettext_noop("Club Swiss"),
        gettext_noop("Club league"),
        # Divisions that are called like what is played in them.
        gettext_noop("Swiss system"),
        gettext_noop("Progressive consolation and last chance"),
    }
)
"""What is called so in the archive is called otherwise in other languages."""
NAMED: Final = ("name", "title", "place")
AGO: Final = datetime.timedelta(minutes=4)
"""When the event that is still played saw its last result."""
RUNNING: Final = "running"


def demo_moved(parts: Parts, now: datetime.datetime) -> Parts:
    """Return an archive's parts with their dates moved by whole weeks, up to now.

    Days of the week stay. An event that is played as the archive ends is played now.
    """
    last = max(map(_moment, _moments(parts["sessions"])))
    weeks = datetime.timedelta(weeks=(now - last) // datetime.timedelta(weeks=1))
    found = {name: _told(_moved(part, weeks)) for name, part in parts.items()}
    found["boards"] = [_clocked(board, weeks) for board in found["boards"]]
    found["events"] = [_brought_up(event, now) for event in found["events"]]
    return found


def _brought_up(event: Parts, now: datetime.datetime) -> Parts:
    """Return an event; one that is played in a day, and is not over, as if that were today."""
    if event["status"] != RUNNING or event["own_dates"]:
        return event
    last = max(map(_moment, _moments(event)))
    today = {"starts_on": now.date().isoformat()}
    moved: Parts = _moved(event, now - AGO - last)
    return moved | today


def _clocked(board: Parts, by: datetime.timedelta) -> Parts:
    """Return a board whose steps, which are dated in milliseconds, are moved."""
    later = by // datetime.timedelta(seconds=1) * SECOND
    log = [[kind, seat, at + later, *rest] for kind, seat, at, *rest in board["log"]]
    return {**board, "log": log}


def _moved(value: Any, by: datetime.timedelta) -> Any:
    if isinstance(value, str):
        if DAY.fullmatch(value):
            return (datetime.date.fromisoformat(value) + by).isoformat()
        return (_moment(value) + by).isoformat() if MOMENT.fullmatch(value) else value
    return _inside(value, lambda one: _moved(one, by))


def _told(value: Any) -> Any:
    """Return the same with its names in the language that is spoken now."""
    if isinstance(value, dict):
        return {
            name: _name(one) if name in NAMED and isinstance(one, str) else _told(one)
            for name, one in value.items()
        }
    return _inside(value, _told)


def _name(said: str) -> str:
    stem = said.rstrip(" 0123456789")
    return _(stem) + said[len(stem) :] if stem in NAMES else said


def _inside(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, list):
        return [change(one) for one in value]
    if isinstance(value, dict):
        return {name: change(one) for name, one in value.items()}
    return value


def _moments(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if MOMENT.fullmatch(value) else []
    rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for row in rows for one in _moments(row)]


def _moment(said: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(said)
