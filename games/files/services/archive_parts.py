"""What other apps add to the archive of a club: each a list of rows of its own.

The record knows nothing of them: they register here when the program starts.
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
    """What a club that is read has already: row 1 of the archive is the first of each."""

    club: Club
    players: Sequence[Player]
    seasons: Sequence[Season]
    sessions: Sequence[Session]


@dataclass(frozen=True, slots=True)
class Part:
    """A list of rows: how it is written, read, and made.

    `write` is given the numbers of seasons and sessions, and numbers the players itself. `read`
    raises TypeError or ValueError for a row that looks otherwise than it should.
    """

    name: str
    write: Callable[[Club, Numbers, Numbers], Iterator[dict[str, Any]]]
    read: Callable[[Any, Sizes], dict[str, Any]]
    create: Callable[[Made, Sequence[dict[str, Any]]], None]


_parts: dict[str, Part] = {}


def part_register(part: Part) -> None:
    """Have a part in every archive from now on."""
    _parts[part.name] = part


def parts_known() -> tuple[Part, ...]:
    """Return the parts that were registered, in the order in which they were."""
    return tuple(_parts.values())
