"""Reads lists of people as they are pasted or sent: nobody is lost, and no two become one.

Lines with numbers or ticks before the names, ratings before or behind, several people on a line,
and tables with a heading or without. What is not read is named.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from games.names import heads
from games.names.identity import identity, spelled

_MARK: Final = re.compile(
    r"^(?:[-–—*•·◦▪●○+>]\s*|\[\s*[xX✓✔]?\s*\]\s*|[☐☑☒✓✔✗✘✅⬜]\ufe0f?\s*|#\s*(?=\d))"
)
"""A dash, or a box with or without a tick."""
_TICK: Final = re.compile(r"\s*(?:\[\s*[xX✓✔]?\s*\]|[☐☑☒✓✔✗✘✅⬜]\ufe0f?)\s*$")
_NUMBER: Final = re.compile(r"^(?:\((\d{1,3})\)|\[(\d{1,3})\]|(\d{1,3})\s*[.):\]]+(?!\d))\s*")
"""A place in the list: 3. (3) 3) 3.)"""
_BARE: Final = re.compile(r"^(\d{1,3})(?=[\s;|]+\D|[\t;|])")
_RATING_FIRST: Final = re.compile(
    r"^[(\[]?(\d{3,4}(?:[.,]\d{1,2})?)[)\]]?(?:\s*[-–:,;|]\s*|\s+)(?=\D)"
)
_RATING: Final = re.compile(r"(?<![\w.,])(\d{3,4}(?:[.,]\d{1,2})?)(?!\w|[.,]\d)")
_BRACKETED: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_INSIDE: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\"[^\"]*\"")
_COMMA: Final = re.compile(r",(?!\d)|(?<!\d),")
"""Not that of 1650,5."""
_AND: Final = re.compile(r"\s+(?:and|und)\s+")
_EDGES: Final = " ,·|-–:;\"'"
_CAPITALS: Final = re.compile(r"\b[A-ZÄÖÜ]{2,}\b")
_WORDS_OF_CLUBS: Final = re.compile(
    r"\d|\be\.\s?V\.|\b(?:club|verein|team|klub|backgammon|chess|schach)", re.IGNORECASE
)
_PARTICLES: Final = frozenset(
    {"von", "van", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "zu",
     "zur", "af", "av", "al", "el", "bin", "ter", "ten", "mac", "st", "st."}
)  # fmt: skip
DELIMITERS: Final = ("\t", ";", "|")
_FEWEST_FOR_CLUBS: Final = 4
"""In so many rows a column that repeats itself holds clubs and not first names."""


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


@dataclass(frozen=True, slots=True)
class Unread:
    """A line in which nobody was found."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class NameList:
    """What a list says: people in its order, lines without anybody, columns that were left out.

    `rows` counts the lines that are not empty and no heading; `head_line` is that of the heading,
    0 without one, and `kinds` are what the columns of a table hold.
    """

    people: tuple[Listed, ...] = ()
    unread: tuple[Unread, ...] = ()
    skipped: tuple[str, ...] = ()
    rows: int = 0
    head_line: int = 0
    kinds: tuple[str, ...] = ()

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
        seen: set[str] = set()
        found = []
        for one in self.people:
            if identity(one.name) in seen:
                found.append(one)
            seen.add(identity(one.name))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


def read_list(text: str) -> NameList:
    """Return the people of a list: a table where it has the shape of one, else line by line."""
    lines = [
        _Line(number, line.replace("\ufeff", "").rstrip("\r"))
        for number, line in enumerate(text.replace("\u00a0", " ").splitlines(), 1)
        if line.strip(" \t;,|\ufeff")
    ]
    head = _head(lines)
    if head is not None:
        return _table(lines, *head)
    delimiter = _columned(lines)
    if delimiter:
        return _table_without_head(lines, delimiter)
    people, unread = [], []
    expected = 1
    for line in lines:
        found, expected = _people(line, expected, is_alone=len(lines) == 1)
        people += found
        if not found:
            unread.append(Unread(line.number, line.text.strip()))
    return NameList(tuple(people), tuple(unread), rows=len(lines))


# tables


def _cells(text: str, delimiter: str) -> list[str]:
    try:
        [row] = csv.reader(
            io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True
        )
    except (csv.Error, ValueError):
        row = text.split(delimiter)
    return [" ".join(cell.split()) for cell in row]


def _head(lines: Sequence[_Line]) -> tuple[int, str] | None:
    """Return which of the first lines is a heading, and its delimiter."""
    for place, line in enumerate(lines[:5]):
        for delimiter in (*DELIMITERS, ","):
            cells = _cells(line.text, delimiter)
            if heads.is_head(cells) and (len(cells) > 1 or not _split_otherwise(line.text)):
                return place, delimiter
    return None


def _split_otherwise(text: str) -> bool:
    return any(one in text for one in (*DELIMITERS, ","))


def _table(lines: Sequence[_Line], place: int, delimiter: str) -> NameList:
    """Read the rows below a heading; what stands above it is not read."""
    head = _cells(lines[place].text, delimiter)
    kinds = heads.kinds_of(head)
    people: list[Listed] = []
    unread = [Unread(line.number, line.text.strip()) for line in lines[:place]]
    rows = place
    for line in lines[place + 1 :]:
        cells = _cells(line.text, delimiter)
        if heads.is_head(cells):
            continue  # the heading of another page
        rows += 1
        found = _of_row(line.number, kinds, cells)
        if found is None:
            unread.append(Unread(line.number, line.text.strip()))
        else:
            people.append(found)
    skipped = heads.unused(head, kinds)
    number = lines[place].number
    return NameList(tuple(people), tuple(unread), skipped, rows, number, tuple(kinds))


def _of_row(number: int, kinds: Sequence[str], cells: Sequence[str]) -> Listed | None:
    """Return who a row of a table is; None without a name."""
    known = {kind: cell for kind, cell in zip(kinds, cells, strict=False) if kind}
    name = spelled(_TICK.sub("", _MARK.sub("", known.get(heads.NAME, ""))))
    if not name:
        parts = (known.get(heads.FIRST_NAME, ""), known.get(heads.LAST_NAME, ""))
        name = spelled(" ".join(filter(None, parts)))
    if not any(letter.isalpha() for letter in name):
        return None
    return Listed(
        name,
        _rating(known.get(heads.RATING, "")),
        known.get(heads.HOME_CLUB, "").strip(_EDGES),
        number,
        cells=known,
    )


def _columned(lines: Sequence[_Line]) -> str:
    """Return what divides all lines into the same columns, if they are a table of one person each.

    Rows of a few names are none: there each cell is somebody.
    """
    if len(lines) < 2:
        return ""
    for delimiter in (*DELIMITERS, ","):
        rows = [_cells(line.text, delimiter) for line in lines]
        width = len(rows[0])
        if width < 2 or any(len(row) != width for row in rows):
            continue
        columns = list(zip(*rows, strict=True))
        if any(_is_numeric(column) for column in columns):
            return delimiter
        repeats = any(_repeats(column) for column in columns[1:])
        if delimiter == ",":
            return delimiter if width > 2 and repeats else ""
        is_grid = width > 2 and all(_is_word(cell) for row in rows for cell in row)
        return "" if is_grid and not repeats else delimiter
    return ""


def _table_without_head(lines: Sequence[_Line], delimiter: str) -> NameList:
    rows = [_cells(line.text, delimiter) for line in lines]
    kinds = _guessed([tuple(column) for column in zip(*rows, strict=True)])
    people, unread = [], []
    for line, cells in zip(lines, rows, strict=True):
        found = _of_row(line.number, kinds, cells)
        if found is None:
            unread.append(Unread(line.number, line.text.strip()))
            continue
        if _is_marked(found.name):
            # Numbers and ticks may stand in the cell of the name.
            within, _next = _people(_Line(line.number, found.name), 0, is_alone=False)
            for own in within[:1]:
                found = replace(found, name=own.name, rating=found.rating or own.rating)
        people.append(found)
    letters = tuple(
        chr(ord("A") + place)
        for place, kind in enumerate(kinds)
        if not kind and not _is_count([row[place] for row in rows])
    )
    return NameList(tuple(people), tuple(unread), letters, len(lines), kinds=tuple(kinds))


def name_in(cell: str) -> str:
    """Return the name in a cell, without numbers and ticks beside it."""
    name, rating, _number = _without_marks(cell, 0)
    return cell if rating is not None or not name else name


def _is_marked(name: str) -> bool:
    return bool(_MARK.match(name) or _NUMBER.match(name) or _RATING.search(name))


def _guessed(columns: Sequence[tuple[str, ...]]) -> list[str]:
    """Return what columns without a heading hold, by what stands in them."""
    kinds = [heads.UNUSED] * len(columns)
    texts = []
    for place, column in enumerate(columns):
        if not _is_numeric(column):
            texts.append(place)
        elif not _is_count(column) and heads.RATING not in kinds:
            kinds[place] = heads.RATING
    if not texts:
        return kinds
    name, *more = texts
    if more and _is_first_names(columns[name], columns[more[0]], len(more) > 1):
        # Lists of ratings have the surname first.
        kinds[name], kinds[more[0]] = heads.LAST_NAME, heads.FIRST_NAME
        more = more[1:]
    else:
        kinds[name] = heads.NAME
    if more:
        kinds[more[0]] = heads.HOME_CLUB
    return kinds


def _is_first_names(names: Sequence[str], others: Sequence[str], has_more: bool) -> bool:
    """Tell whether a column behind surnames has first names: they repeat less than clubs do."""
    if not all(_is_surname(one) for one in names if one) or any(map(_is_club, others)):
        return False
    filled = [identity(one) for one in others if one]
    if len(filled) < _FEWEST_FOR_CLUBS:
        return len(set(filled)) == len(filled)
    return len(set(filled)) * (4 if has_more else 2) >= len(filled)


def _repeats(column: Sequence[str]) -> bool:
    filled = [identity(cell) for cell in column if cell]
    return len(filled) >= 2 and len(set(filled)) <= (
        len(filled) * 3 // 4 if len(filled) >= _FEWEST_FOR_CLUBS else len(filled) - 1
    )


def _is_numeric(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell]
    return bool(filled) and all(re.fullmatch(r"\d{1,9}([.,]\d{1,2})?\.?", one) for one in filled)


def _is_count(column: Sequence[str]) -> bool:
    """Tell whether numbers are those of the rows, or of members, and no ratings."""
    filled = [cell.rstrip(".") for cell in column if cell]
    if not filled or not all(cell.isdigit() for cell in filled):
        return False
    numbers = list(map(int, filled))
    steps = {after - before for before, after in pairwise(numbers)}
    return steps == {1} or max(numbers) < 100 or max(numbers) > 9_999


# lines


def _people(line: _Line, expected: int, *, is_alone: bool) -> tuple[list[Listed], int]:
    """Return the people of a line, and the number that the next line would have."""
    text, first, number = _without_marks(line.text, expected)
    cells, delimiter = _parts(text)
    bare = [_without_marks(cell, 0)[0] for cell in cells]
    # Every cell with a number, or with a rating before it, is somebody.
    are_marked = len(cells) > 1 and (
        (number is not None and all(map(_NUMBER.match, cells[1:])))
        or (first is not None and all(map(_RATING_FIRST.match, cells[1:])))
    )
    if are_marked or (len(cells) > 1 and _are_people(bare, delimiter, is_alone=is_alone)):
        found = [
            _cell(part, line.number)
            for cell in cells
            for part in (_AND.split(cell) if not _BRACKETED.search(cell) else [cell])
        ]
        found = _with_ratings(found, cells, line.number)
    elif len(cells) == 1 and _are_two(text):
        found = [_one(part, line.number) for part in _AND.split(text)]
    else:
        found = [_one(text, line.number)]
    if first is not None and found and found[0].rating is None:
        found[0] = replace(found[0], rating=first)
    kept = [one for one in found if any(letter.isalpha() for letter in one.name)]
    return kept, (number or expected) + 1


def _cell(text: str, line: int) -> Listed:
    """Return somebody of several on a line; numbers and ratings stand before each of them, too."""
    rest, first, _number = _without_marks(text, 0)
    found = _one(rest, line)
    return found if first is None else replace(found, rating=found.rating or first)


def _without_marks(text: str, expected: int) -> tuple[str, Decimal | None, int | None]:
    """Return a line without ticks and numbers before it, the rating before it, and its number."""
    text = _TICK.sub("", text.strip())
    number = None
    while True:
        if found := _MARK.match(text):
            text = text[found.end() :]
        elif number is None and (found := _NUMBER.match(text)):
            count = int(next(filter(None, found.groups())))
            if count >= 100 and count != expected and text[0] in "([":
                break  # (950) is a rating
            number, text = count, text[found.end() :]
        elif number is None and (found := _BARE.match(text)):
            count = int(found[1])
            if count >= 100 and count != expected:
                break
            number, text = count, text[found.end() :].lstrip(" \t;|")
        else:
            break
    found = _RATING_FIRST.match(text)
    if found and any(letter.isalpha() for letter in text[found.end() :]):
        return text[found.end() :], _rating(found[1]), number
    return text, None, number


def _parts(text: str) -> tuple[list[str], str]:
    """Split a line at its delimiter; not inside brackets and quotes."""
    masked = _INSIDE.sub(lambda found: "\0" * len(found[0]), text)
    for delimiter in DELIMITERS:
        if delimiter in masked.strip():
            return _cut(text, masked, re.compile(re.escape(delimiter))), delimiter
    return _cut(text, masked, _COMMA), ","


def _cut(text: str, masked: str, at: re.Pattern[str]) -> list[str]:
    starts = [0, *(found.end() for found in at.finditer(masked))]
    ends = [*(found.start() for found in at.finditer(masked)), len(text)]
    cells = [text[start:end].strip().strip('"') for start, end in zip(starts, ends, strict=True)]
    return [cell for cell in cells if cell]


def _are_people(cells: Sequence[str], delimiter: str, *, is_alone: bool) -> bool:
    """Tell whether each cell of a line is somebody, and not something about the first."""
    numbers = [cell for cell in cells if re.fullmatch(_RATING, cell)]
    if numbers:
        names = [cell for cell in cells if cell not in numbers]
        return len(names) > 1 and len(numbers) > 1
    rated = [place for place, cell in enumerate(cells) if _RATING.search(cell)]
    bracketed = sum(bool(_BRACKETED.search(cell)) for cell in cells)
    if len(rated) > 1 or bracketed > 1:
        return True
    if rated:
        return rated != [0] and len(cells) > 2
    if any(map(_is_club, cells[1:])):
        return False
    if len(cells) > 2:
        return True
    first, second = (len(cell.split()) for cell in cells)
    if any(one for one in cells[1:] if _AND.search(one)):
        return len({*(len(one.split()) > 1 for one in _AND.split(cells[1])), first > 1}) == 1
    if any("," in cell for cell in cells):
        return all("," in cell for cell in cells)  # Berg, Ann; Cox, Bob
    if delimiter == ",":
        return is_alone and not _is_surname(cells[0]) and first > 1 and second > 1
    return delimiter == ";" and (first > 1) == (second > 1)


def _are_two(text: str) -> bool:
    """Tell whether a line joins two names by a word: "Ann and Bob"."""
    parts = _AND.split(text)
    return len(parts) == 2 and all(
        part and not _RATING.search(part) and not _is_club(part) and part[:1].isupper()
        for part in parts
    )


def _with_ratings(found: Sequence[Listed], cells: Sequence[str], line: int) -> list[Listed]:
    """Give a number between two names to the name before it: Ann, 1500, Bob, 1600."""
    people: list[Listed] = []
    for one, cell in zip(found, cells, strict=False) if len(found) == len(cells) else ():
        if re.fullmatch(_RATING, cell) and people:
            people[-1] = replace(people[-1], rating=_rating(cell))
        else:
            people.append(one)
    return people or list(found)


def _one(text: str, line: int) -> Listed:
    """Return the person of a line: what follows the name is a rating and a club."""
    text = text.replace('"', "") if text.count('"') == 2 else text
    marked = _BRACKETED.sub(lambda found: f"\t{found.group(1)}\t", text)
    marked = marked.replace(";", "\t").replace("|", "\t")
    ratings = _RATING.findall(marked)
    if ratings:
        # Only the first number is a rating: others belong to the club, like "BC 1904".
        marked = _RATING.sub("\t", marked, count=1)
    parts = [" ".join(part.split()) for part in marked.split("\t")]
    name, *behind = [part for part in parts if part.strip(_EDGES)] or [""]
    is_turned = _is_turned(name)
    if not is_turned:
        name, *more = [" ".join(part.split()) for part in name.split(",")]
        behind = [*more, *behind]
    club = ", ".join(part.strip(_EDGES) for part in behind if part.strip(_EDGES))
    name = spelled(name.strip(_EDGES))
    return Listed(name, _rating(ratings[0]) if ratings else None, club, line, is_turned)


def _is_turned(name: str) -> bool:
    """Tell whether the surname comes first: "Berg, Ann Maria"."""
    last, comma, first = name.partition(",")
    return bool(comma) and "," not in first and bool(first.strip()) and (
        _is_surname(last) and not _is_club(first)
    )  # fmt: skip


def _is_surname(text: str) -> bool:
    """Tell whether a text can be a surname alone: one word, or small words before it."""
    words = text.split()
    return bool(words) and all(word.casefold() in _PARTICLES for word in words[:-1])


def _is_word(cell: str) -> bool:
    return len(cell.split()) == 1 and not any(letter.isdigit() for letter in cell)


def _is_club(text: str) -> bool:
    return bool(_CAPITALS.search(text) or _WORDS_OF_CLUBS.search(text))


def _rating(text: str) -> Decimal | None:
    found = re.fullmatch(r"\d{1,4}(?:[.,]\d{1,2})?", text.strip())
    return None if found is None else Decimal(found.group().replace(",", "."))
