"""Reads lists of people as they are pasted or sent: nobody is lost, and no two become one.

Lines with numbers or ticks before the names, ratings before or behind, several people on a line,
and tables with a heading or without. What is not read is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from games.names.identity import as_pasted
from games.names.lines import is_somebody, name_in, people_of
from games.names.people import Line, Listed, NameList, Unread
from games.names.tables import columned, head_of, table_read, table_without_head

__all__ = ["Listed", "NameList", "Unread", "in_a_row", "name_in", "read_list"]

_OPEN: Final = re.compile(r'(?:^|[;,\t|])\s*"(?:[^"]|"")*$')
"""A cell in quotes that goes on in the next line."""
_CLOSES: Final = re.compile(r'^[^"]*"\s*(?:[;,\t|]|$)')
_LONGEST_CELL: Final = 5
"""Lines of one cell."""
_ADDRESS: Final = re.compile(r"[(<\[]?\b(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+[)>\]]?")
"""An e-mail address beside a name: everybody would read it there."""


def in_a_row(names: Iterable[str]) -> str:
    """Return names in one line, between semicolons where one has a comma: “Müller, Hans”."""
    there = list(names)
    return ("; " if any("," in name for name in there) else ", ").join(there)


def read_list(text: str) -> NameList:
    """Return the people of a list: a table where it has the shape of one, else line by line."""
    lines = _lines(text.replace("\u00a0", " "))
    head = head_of(lines)
    if head is not None:
        return table_read(lines, *head)
    delimiter = columned(lines)
    if delimiter:
        return table_without_head(lines, delimiter)
    people, unread = list[Listed](), []
    expected, is_whole = 1, True
    for line in lines:
        found, expected = people_of(line, expected, is_alone=len(lines) == 1)
        kept = list(filter(is_somebody, found))
        people += kept
        if not kept:
            unread.append(Unread(line.number, line.text.strip()))
        elif len(kept) < len(found):
            is_whole = False
    return NameList(tuple(people), tuple(unread), rows=len(lines), is_whole=is_whole)


def _lines(text: str) -> list[Line]:
    """Return the lines that are not empty; a cell in quotes may have several."""
    whole = [as_pasted(line).rstrip("\r") for line in text.splitlines()]
    found, place = [], 0
    while place < len(whole):
        end = _end(whole, place)
        line = _without_addresses(" ".join(whole[place:end]))
        if line.strip(" \t;,|"):
            found.append(Line(place + 1, line))
        place = end
    return found


def _without_addresses(line: str) -> str:
    """Return a line without the addresses in it; one that is nothing else stays as it is."""
    rest = _ADDRESS.sub("", line) if "@" in line else line
    return rest if any(letter.isalpha() for letter in rest) else line


def _end(lines: Sequence[str], place: int) -> int:
    """Return where the row ends that begins in a line."""
    if not _OPEN.search(lines[place]):
        return place + 1
    for end in range(place + 1, min(place + _LONGEST_CELL, len(lines))):
        if _CLOSES.match(lines[end]):
            return end + 1
        if '"' in lines[end]:
            break
    return place + 1
