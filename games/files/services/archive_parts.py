"""What other apps add to the archive of a club: each adds lists of rows.

This app does not know them: they register here when the program starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.models import Club, Player, Season, Session

if TYPE_CHECKING:
    from games.files.services.archive_reading import Sizes

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


_parts: dict[str, Part] = {}


def part_register(part: Part) -> None:
    """Add a part to every archive from now on."""
    _parts[part.name] = part


def parts_known() -> tuple[Part, ...]:
    """Return the registered parts, in the order of their registration."""
    return tuple(_parts.values())
