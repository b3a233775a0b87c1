"""Changes of who plays in a running season, as long as nobody has taken them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.models import Entry, Event, EventStep

REPLACE: Final = "league_replace"
UNDO: Final = "league_undo"


def changes_of(event: Event, kinds: Sequence[str]) -> list[EventStep]:
    """Return a season's changes that nobody has taken back, the latest first."""
    steps = event.log.filter(kind__in=[*kinds, UNDO]).select_related("sender")
    rows = list(steps.order_by("-sequence"))
    undone = {one.payload["step"] for one in rows if one.kind == UNDO}
    return [one for one in rows if one.kind != UNDO and one.sequence not in undone]


def taken_over_by(replacements: Sequence[EventStep], entry: Entry) -> str | None:
    """Return the public id of who has taken over somebody's place, unless they have it again;
    `replacements` as `changes_of` has them.
    """
    for one in replacements:
        if one.payload["player"] == entry.player.public_id:
            return None
        if one.payload["entry"] == entry.public_id:
            return str(one.payload["player"])
    return None
