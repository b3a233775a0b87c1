"""Buttons of a draft that is changed by hand, of rounds, and of the speed of a rehearsal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.web.input import Unreadable
from tournaments.desk.views.acts.tap import DeskTap, Do
from tournaments.events.services import draws
from tournaments.events.services.rehearsal_pace import rehearsal_pace
from tournaments.pages.forms import minutes_ahead, number, time_at


def _swap(tap: DeskTap) -> None:
    if not (tap.ask.one("first") and tap.ask.one("second")):
        raise Unreadable(_("Choose the two who swap places."))
    draws.draw_swap(
        division=tap.division,
        by=tap.by,
        first=tap.entry("first"),
        second=tap.entry("second"),
        version=tap.version,
        key=tap.key,
    )


def _lengths(tap: DeskTap) -> None:
    """Change the lengths of the rounds whose figure is not the one that was shown."""
    lengths = {}
    for name in tap.ask.values:
        part, _dash, public_id = name.partition("-")
        if part == "length" and tap.ask.one(name).strip() != tap.ask.one(f"was-{public_id}"):
            lengths[public_id] = number(tap.ask, name) or 0
    if lengths:
        draws.round_lengths_change(
            division=tap.division, by=tap.by, lengths=lengths, version=tap.version, key=tap.key
        )


def _next_at(tap: DeskTap) -> None:
    """Announce when the next round starts: a time of day, or minutes from now; blank for none."""
    minutes = number(tap.ask, "value")
    at = time_at(tap.event.club, tap.ask.one("next_at"))
    if minutes is not None:
        at = minutes_ahead(minutes)
    draws.next_round_announce(division=tap.division, by=tap.by, at=at, key=tap.key)


def _pace(tap: DeskTap) -> None:
    """Let a rehearsal enter its results at a speed; blank for none."""
    rehearsal_pace(event=tap.event, by=tap.by, every=number(tap.ask, "value"), key=tap.key)


ACTS: Final[Mapping[str, Do]] = {
    "swap": _swap,
    "lengths": _lengths,
    "next_at": _next_at,
    "pace": _pace,
}
