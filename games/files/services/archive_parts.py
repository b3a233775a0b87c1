"""What other apps add to the archive of a club: each adds lists of rows.

This app does not know them: they register here when the program starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club, Player, Season, Session

Numbers = Mapping[int, int]
"""Numbers in the archive by primary key."""


@dataclass(frozen=True, slots=True)
class Made:
    """What the import has created so far: row 1 of the archive is the first of each."""

    club: Club
    players: Sequence[Player]
    seasons: Sequence[Season]
    sessions: Sequence[Session]


@dataclass(frozen=True, slots=True)
class Part:
    """A list of rows: how to write, read and create it.

    `write` receives the numbers of seasons and sessions, and numbers the players itself. `read`
    raises TypeError or ValueError for a row with another shape.
    """

    name: str
    write: Callable[[Club, Numbers, Numbers], Iterator[dict[str, Any]]]
    read: Callable[[Any, Sizes], dict[str, Any]]
    create: Callable[[Made, Sequence[dict[str, Any]]], None]
    counted: Callable[[int], str]
    """Say how many rows there are, as in “2 events”."""


_parts: dict[str, Part] = {}


def part_register(part: Part) -> None:
    """Add a part to every archive from now on."""
    _parts[part.name] = part


def parts_known() -> tuple[Part, ...]:
    """Return the registered parts, in the order of their registration."""
    return tuple(_parts.values())


def contents_said(counts: Mapping[str, int]) -> str:
    """Say what an archive has, by the names of its parts: what there is of, else no sessions."""
    said = [one.counted(counts[one.name]) for one in parts_known() if counts.get(one.name)]
    sessions = counts["sessions"]
    if sessions or not said:
        text = ngettext("%(count)s session", "%(count)s sessions", sessions)
        said.insert(0, text % {"count": sessions})
    return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many rows there are of each kind that is referred to by number."""

    players: int
    seasons: int
    sessions: int

    def check(
        self, *, player: int | None = None, season: int | None = None, session: int | None = None
    ) -> None:
        """Check that the numbers exist.

        Raises:
            ValueError: one does not.
        """
        pairs = (player, self.players), (season, self.seasons), (session, self.sessions)
        if any(number is not None and not 1 <= number <= limit for number, limit in pairs):
            raise ValueError(_("a number refers to nothing in the archive"))
