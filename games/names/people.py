"""A list of people as it was read: who is in it, and what of it was not read."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from games.names import heads
from games.names.identity import ByName, identity


@dataclass(frozen=True, slots=True)
class Listed:
    """A person as the list has them; `line` counts from 1.

    `cells` are those of a table that are asked for by kind, as they stand there. `is_turned` says
    that a comma was read as one between surname and first names.
    """

    name: str
    rating: Decimal | None = None
    home_club: str = ""
    line: int = 0
    is_turned: bool = False
    cells: Mapping[str, str] = field(default_factory=dict)
    federation_number: str = ""
    country: str = ""

    @property
    def is_name(self) -> bool:
        """Whether nothing but a name stands there."""
        return not self.beside

    @property
    def beside(self) -> dict[str, str]:
        """What stands beside the name, by kind."""
        rating = "" if self.rating is None else f"{self.rating.normalize():f}"
        said = {
            heads.RATING: rating,
            heads.HOME_CLUB: self.home_club,
            heads.COUNTRY: self.country,
            heads.FEDERATION_NUMBER: self.federation_number,
        }
        return {kind: text for kind, text in said.items() if text}

    def said(self, kept: Container[str] = heads.ALL) -> str:
        """Return the name and what is kept of what stands beside it, with points between."""
        beside = (text for kind, text in self.beside.items() if kind in kept)
        return " · ".join((self.name, *beside))


@dataclass(frozen=True, slots=True)
class Unread:
    """A line in which nobody was found."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class NameList:
    """What a list says: people in its order, lines without anybody, columns that were left out.

    `rows` counts the lines that are not empty and no heading; `head_line` is that of the heading,
    0 without one, and `kinds` are what the columns of a table hold. `more_heads` are the lines of
    further headings, from which on the columns hold what those say; `doubtful` are cells for a
    rating that have none; `head` is the first heading. `is_whole` says that of a line with names
    nothing was left out.
    """

    people: tuple[Listed, ...] = ()
    unread: tuple[Unread, ...] = ()
    skipped: tuple[str, ...] = ()
    rows: int = 0
    head_line: int = 0
    kinds: tuple[str, ...] = ()
    more_heads: tuple[int, ...] = ()
    doubtful: tuple[Unread, ...] = ()
    head: tuple[str, ...] = ()
    is_whole: bool = True

    def left_out(self, kept: Container[str]) -> tuple[str, ...]:
        """Return the columns of which nothing is kept, where only some kinds are.

        Without a heading columns are called as in a spreadsheet.
        """
        found = [
            self.head[place] if self.head else letter(place)
            for place, kind in enumerate(self.kinds)
            if kind and kind not in kept
        ]
        return (*dict.fromkeys((*self.skipped, *found)),)

    @property
    def has_head(self) -> bool:
        """Tell whether there is a heading."""
        return self.head_line > 0

    @property
    def read(self) -> int:
        """Return how many of the rows were read."""
        return self.rows - len(self.unread)

    @property
    def twice(self) -> tuple[Listed, ...]:
        """Return those who stand further up already, in whatever spelling."""
        seen = ByName[Listed]()
        found = []
        for listed in self.people:
            if listed.name in seen:
                found.append(listed)
            seen.add(listed.name, listed)
        return tuple(found)

    @property
    def namesakes(self) -> tuple[tuple[Listed, Listed], ...]:
        """Return those of one name whose federation numbers say that they are two people."""
        first: dict[str, Listed] = {}
        found = []
        for listed in self.people:
            if listed.federation_number:
                before = first.setdefault(identity(listed.name), listed)
                if before.federation_number != listed.federation_number:
                    found.append((before, listed))
        return tuple(found)


def letter(column: int) -> str:
    """Return the letters that a spreadsheet shows above a column: A, B, ... Z, AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty; `number` counts from 1."""

    number: int
    text: str
