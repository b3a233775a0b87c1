"""Reads tables of people, with a heading or without: one person a row."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from games.names import heads
from games.names.columns import guessed, is_count, is_numeric, is_running, repeats
from games.names.identity import spelled
from games.names.lines import (
    DELIMITERS,
    EDGES,
    MARK,
    TICK,
    is_marked,
    is_somebody,
    is_word,
    people_of,
)
from games.names.people import Line, Listed, NameList, Unread, letter
from games.names.ratings import is_no_rating, rating_of

_ALL: Final = (*DELIMITERS, ",")
_LINES_ABOVE: Final = 5
"""So many lines may be a title and the heading below it."""


def cells_of(text: str, delimiter: str) -> list[str]:
    """Return the cells of a line; a quote that is never closed is part of the text."""
    try:
        [row] = csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True
        )
    except (csv.Error, ValueError):
        row = text.split(delimiter)
    return [" ".join(cell.split()) for cell in row]


def head_of(lines: Sequence[Line]) -> tuple[int, str] | None:
    """Return which of the first lines is a heading, and its delimiter."""
    for place, line in enumerate(lines[:_LINES_ABOVE]):
        for delimiter in _ALL:
            cells = cells_of(line.text, delimiter)
            # A single word is a heading above everybody, or below a title.
            is_one = len(cells) == 1 and place < 2 and not _is_split(line.text)
            if heads.is_head(cells) and (len(cells) > 1 or is_one):
                return place, delimiter
    return None


def _is_split(text: str) -> bool:
    return any(one in text for one in _ALL)


@dataclass(slots=True)
class _Table:
    """A table while it is read: the columns as the last heading has them."""

    delimiter: str
    head: Sequence[str]
    kinds: Sequence[str]
    people: list[Listed] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    doubtful: list[Unread] = field(default_factory=list)
    skipped: dict[str, None] = field(default_factory=dict)
    more_heads: list[int] = field(default_factory=list)
    rows: int = 0

    def begin(self, head: Sequence[str]) -> None:
        """Take a heading."""
        self.head, self.kinds = head, heads.kinds_of(head)
        self.skipped |= dict.fromkeys(heads.unused(head, self.kinds))

    def row(self, line: Line) -> None:
        """Read a row."""
        self.rows += 1
        cells = self.joined(cells_of(line.text, self.delimiter))
        found = of_row(line.number, self.kinds, cells)
        if found is None:
            self.unread.append(Unread(line.number, line.text.strip()))
            return
        self.people.append(found)
        said = found.cells.get(heads.RATING, "")
        if is_no_rating(said):
            self.doubtful.append(Unread(line.number, said))
        for place, cell in enumerate(cells):
            if cell and (place >= len(self.head) or not (self.head[place] or self.kinds[place])):
                self.skipped[letter(place)] = None

    def numbers_checked(self) -> None:
        """Leave out a column "ID" that only counts the rows."""
        if heads.FEDERATION_NUMBER not in self.kinds:
            return
        at = list(self.kinds).index(heads.FEDERATION_NUMBER)
        counts = heads.may_count(self.head[at])
        if counts and is_running([one.federation_number for one in self.people]):
            self.people = [replace(one, federation_number="") for one in self.people]
            self.skipped[self.head[at].strip()] = None

    def joined(self, cells: list[str]) -> list[str]:
        """Put a name together that its own comma has cut: Berg, Ann,1500."""
        if self.delimiter != "," or len(cells) != len(self.head) + 1:
            return cells
        if heads.NAME not in self.kinds:
            return cells
        at = self.kinds.index(heads.NAME)
        whole = [*cells[:at], f"{cells[at]}, {cells[at + 1]}", *cells[at + 2 :]]
        if heads.RATING in self.kinds and is_word(cells[at]):
            said = whole[self.kinds.index(heads.RATING)]
            return whole if not said or rating_of(said) is not None else cells
        return whole if is_word(cells[at]) and cells[at + 1] else cells


def table_read(lines: Sequence[Line], place: int, delimiter: str) -> NameList:
    """Read the rows below a heading; what stands above it is not read.

    A heading may come again, as on each page of a list. Another one, of a second list that was
    pasted below the first, says what the columns hold from there on.
    """
    first = cells_of(lines[place].text, delimiter)
    table = _Table(delimiter, (), ())
    table.begin(first)
    for line in lines[place + 1 :]:
        again = _further(line.text, table.delimiter)
        if again is None:
            table.row(line)
        elif list(again[0]) != list(table.head):
            table.delimiter = again[1]
            table.begin(again[0])
            table.more_heads.append(line.number)
    table.numbers_checked()
    above = [Unread(line.number, line.text.strip()) for line in lines[:place]]
    return NameList(
        people=tuple(table.people),
        unread=(*above, *table.unread),
        skipped=tuple(table.skipped),
        rows=table.rows + place,
        head_line=lines[place].number,
        kinds=tuple(heads.kinds_of(first)),
        more_heads=tuple(table.more_heads),
        doubtful=tuple(table.doubtful),
        head=tuple(cell.strip() for cell in first),
    )


def _further(text: str, delimiter: str) -> tuple[list[str], str] | None:
    """Return the cells of a line that is a heading, too, and its delimiter."""
    for one in dict.fromkeys((delimiter, *_ALL)):
        cells = cells_of(text, one)
        if heads.is_further_head(cells) and (len(cells) > 1 or not _is_split(text)):
            return cells, one
    return None


def of_row(number: int, kinds: Sequence[str], cells: Sequence[str]) -> Listed | None:
    """Return who a row of a table is; None without a name."""
    known = {kind: cell for kind, cell in zip(kinds, cells, strict=False) if kind}
    name = spelled(TICK.sub("", MARK.sub("", known.get(heads.NAME, ""))))
    if not name:
        parts = (known.get(heads.FIRST_NAME, ""), known.get(heads.LAST_NAME, ""))
        name = spelled(" ".join(filter(None, parts)))
    if not any(one.isalpha() for one in name):
        return None
    return Listed(
        name,
        rating_of(known.get(heads.RATING, "")),
        known.get(heads.HOME_CLUB, "").strip(EDGES),
        number,
        cells=known,
        federation_number=known.get(heads.FEDERATION_NUMBER, "").strip(EDGES),
        country=known.get(heads.COUNTRY, "").strip(EDGES),
    )


def columned(lines: Sequence[Line]) -> str:
    """Return what divides all lines into the same columns, if they are a table of one person each.

    Rows of a few names are none: there each cell is somebody.
    """
    if len(lines) < 2:
        return ""
    for delimiter in _ALL:
        rows = [cells_of(line.text, delimiter) for line in lines]
        width = len(rows[0])
        if width < 2 or any(len(row) != width for row in rows):
            continue
        columns = list(zip(*rows, strict=True))
        if any(is_numeric(column) for column in columns):
            return delimiter
        is_repeated = any(repeats(column) for column in columns[1:])
        if delimiter == ",":
            return delimiter if width > 2 and is_repeated else ""
        is_grid = width > 2 and all(is_word(cell) for row in rows for cell in row)
        return "" if is_grid and not is_repeated else delimiter
    return ""


def table_without_head(lines: Sequence[Line], delimiter: str) -> NameList:
    """Read rows without a heading: what the columns hold is guessed by their cells."""
    rows = [cells_of(line.text, delimiter) for line in lines]
    kinds = guessed([tuple(column) for column in zip(*rows, strict=True)])
    people, unread = [], []
    for line, cells in zip(lines, rows, strict=True):
        listed = of_row(line.number, kinds, cells)
        if listed is None:
            unread.append(Unread(line.number, line.text.strip()))
            continue
        if is_marked(listed.name):
            # Numbers and ticks may stand in the cell of the name.
            within, _next = people_of(Line(line.number, listed.name), 0, is_alone=False)
            for own in list(filter(is_somebody, within))[:1]:
                listed = replace(listed, name=own.name, rating=listed.rating or own.rating)
        people.append(listed)
    letters = tuple(
        letter(place)
        for place, kind in enumerate(kinds)
        if not kind and not is_count([row[place] for row in rows])
    )
    return NameList(tuple(people), tuple(unread), letters, len(lines), kinds=tuple(kinds))
