"""A ladder on pages: whom a player can challenge, and what is to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.permissions import Reader
from tournaments.errors import EventRefused
from tournaments.leagues.selectors.ladders import LadderShown
from tournaments.models import Entry

BUSY: Final = "busy"


@dataclass(frozen=True, slots=True)
class RungLine:
    """Somebody above a player: their place, and why they cannot be challenged now, if so."""

    public_id: str
    name: str
    place: int
    why: str


@dataclass(frozen=True, slots=True)
class LadderPanel:
    """A player's place on a ladder, and who is within reach, the nearest first.

    `why` is why they challenge nobody now, whoever it is.
    """

    place: int | None
    above: tuple[RungLine, ...]
    why: str = ""
    is_paused: bool = False
    """Whether they play again with a tap."""


def rungs_listed(ladder: LadderShown | None, reader: Reader) -> tuple[RungLine, ...]:
    """Return who plays on a ladder, from the top, for the director who enters a challenge."""
    if ladder is None or ladder.is_over:
        return ()
    there = [ladder.entries[int(key)] for key in ladder.rungs.order]
    people = people_seen([one.player.current for one in there], reader)
    return tuple(
        RungLine(
            entry.public_id, people[entry.player.current.pk].name, ladder.place(entry) or 0, ""
        )
        for entry in there
    )


def ladder_panel(
    ladder: LadderShown | None, entry: Entry | None, reader: Reader
) -> LadderPanel | None:
    """Return what a player can do on a ladder; None without one, and for who is not on it."""
    if ladder is None or entry is None or entry.number not in ladder.entries:
        return None
    found = [] if ladder.is_over else ladder.above(entry)
    people = people_seen([one.player.current for one, _why in found], reader)
    lines = []
    for one, code in found:
        name, place = people[one.player.current.pk].name, ladder.place(one)
        assert place is not None, "who is within reach has a place"
        why = ""
        if code and code != BUSY:
            why = str(EventRefused(f"ladder_{code}", name=name, reach=ladder.rungs.reach))
        lines.append(RungLine(one.public_id, name, place, why))
    why, is_paused = "", entry.state == Entry.State.PAUSED
    if entry.number not in ladder.rungs.order:
        why = _("You do not play on the ladder now.")
        if is_paused:
            why = _("You pause: you keep your place, and nobody challenges you.")
    elif ladder.is_over:
        why = str(EventRefused("ladder_over"))
    elif any(code == BUSY for _one, code in found):
        why = str(EventRefused(f"ladder_{BUSY}"))
    return LadderPanel(ladder.place(entry), tuple(lines), why, is_paused)
