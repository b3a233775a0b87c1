"""Reads a line of a list of people: one of them with what stands beside the name, or several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from games.names.identity import spelled
from games.names.people import Line, Listed
from games.names.ratings import RATING, rating_of

MARK: Final = re.compile(
    r"^(?:[-–—*•·◦▪●○+>]\s*|\[\s*[xX✓✔]?\s*\]\s*|[☐☑☒✓✔✗✘✅⬜]\ufe0f?\s*|#\s*(?=\d))"
)
"""A dash, or a box with or without a tick."""
TICK: Final = re.compile(r"\s*(?:\[\s*[xX✓✔]?\s*\]|[☐☑☒✓✔✗✘✅⬜]\ufe0f?)\s*$")
NUMBER: Final = re.compile(r"^(?:\((\d{1,3})\)|\[(\d{1,3})\]|(\d{1,3})\s*[.):\]]+(?!\d))\s*")
"""A place in the list: 3. (3) 3) 3.)"""
_BARE: Final = re.compile(r"^(\d{1,3})(?=[\s;|]+\D|[\t;|])")
_RATING_FIRST: Final = re.compile(
    r"^[(\[]?(\d{3,4}(?:[.,]\d{1,2})?)[)\]]?(?:\s*[-–:,;|]\s*|\s+)(?=\D)"
)
_BRACKETED: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_INSIDE: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\"[^\"]*\"")
_COMMA: Final = re.compile(r",(?!\d)|(?<!\d),")
"""Not that of 1650,5."""
_AND: Final = re.compile(r"\s+(?:and|und)\s+")
EDGES: Final = " ,·|-–:;\"'"
_CAPITALS: Final = re.compile(r"\b[A-ZÄÖÜ]{2,}\b")
_WORDS_OF_CLUBS: Final = re.compile(
    r"\d|\be\.\s?V\.|\b(?:club|verein|team|klub|backgammon|chess|schach)", re.IGNORECASE
)
_PARTICLES: Final = frozenset(
    {"von", "van", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "zu",
     "zur", "af", "av", "al", "el", "bin", "ter", "ten", "mac", "st", "st."}
)  # fmt: skip
DELIMITERS: Final = ("\t", ";", "|")


def people_of(line: Line, expected: int, *, is_alone: bool) -> tuple[list[Listed], int]:
    """Return the people of a line, and the number that the next line would have.

    Who is not `is_somebody` is left out by the caller.
    """
    text, first, number = without_marks(line.text, expected)
    cells, delimiter = _parts(text)
    bare = [without_marks(cell, 0)[0] for cell in cells]
    # Every cell with a number, or with a rating before it, is somebody.
    are_marked = len(cells) > 1 and (
        (number is not None and all(map(NUMBER.match, cells[1:])))
        or (first is not None and all(map(_RATING_FIRST.match, cells[1:])))
    )
    if are_marked or (len(cells) > 1 and _are_people(bare, delimiter, is_alone=is_alone)):
        listed = [
            _cell(part, line.number)
            for cell in cells
            for part in (_AND.split(cell) if not _BRACKETED.search(cell) else [cell])
        ]
        listed = _with_ratings(listed, cells, line.number)
    elif len(cells) == 1 and _are_two(text):
        listed = [_one(part, line.number) for part in _AND.split(text)]
    else:
        listed = [_one(text, line.number)]
    if first is not None and listed and listed[0].rating is None:
        listed[0] = replace(listed[0], rating=first)
    return listed, (number or expected) + 1


def is_somebody(listed: Listed) -> bool:
    """Tell whether a name has a letter: dashes and the like are nobody."""
    return any(letter.isalpha() for letter in listed.name)


def _cell(text: str, line: int) -> Listed:
    """Return somebody of several on a line; numbers and ratings stand before each of them, too."""
    rest, first, _number = without_marks(text, 0)
    found = _one(rest, line)
    return found if first is None else replace(found, rating=found.rating or first)


def without_marks(text: str, expected: int) -> tuple[str, Decimal | None, int | None]:
    """Return a line without ticks and numbers before it, the rating before it, and its number."""
    text = TICK.sub("", text.strip())
    number = None
    while True:
        if mark := MARK.match(text):
            text = text[mark.end() :]
        elif number is None and (mark := NUMBER.match(text)):
            count = int(next(filter(None, mark.groups())))
            if count >= 100 and count != expected and text[0] in "([":
                break  # (950) is a rating
            number, text = count, text[mark.end() :]
        elif number is None and (mark := _BARE.match(text)):
            count = int(mark[1])
            if count >= 100 and count != expected:
                break
            number, text = count, text[mark.end() :].lstrip(" \t;|")
        else:
            break
    mark = _RATING_FIRST.match(text)
    if mark and any(letter.isalpha() for letter in text[mark.end() :]):
        return text[mark.end() :], rating_of(mark[1]), number
    return text, None, number


def _parts(text: str) -> tuple[list[str], str]:
    """Split a line at its delimiter; not inside brackets and quotes."""
    masked = _INSIDE.sub(lambda found: "\0" * len(found[0]), text)
    for delimiter in DELIMITERS:
        if delimiter in masked.strip():
            cells = _cut(text, masked, re.compile(re.escape(delimiter)))
            both = _cut(text, masked, re.compile(rf"{re.escape(delimiter)}|,"))
            return (both, ",") if _are_first_names(cells, both) else (cells, delimiter)
    return _cut(text, masked, _COMMA), ","


def _are_first_names(cells: Sequence[str], both: Sequence[str]) -> bool:
    """Tell whether a line mixes its delimiters between single words: Eve; Fay, Gus."""
    mixed = len(cells) > 1 and len(both) > len(cells) and not all("," in cell for cell in cells)
    return mixed and all(is_word(one) and one[:1].isupper() and not is_club(one) for one in both)


def _cut(text: str, masked: str, at: re.Pattern[str]) -> list[str]:
    starts = [0, *(found.end() for found in at.finditer(masked))]
    ends = [*(found.start() for found in at.finditer(masked)), len(text)]
    cells = [text[start:end].strip().strip('"') for start, end in zip(starts, ends, strict=True)]
    return [cell for cell in cells if cell]


def _are_people(cells: Sequence[str], delimiter: str, *, is_alone: bool) -> bool:
    """Tell whether each cell of a line is somebody, and not something about the first."""
    numbers = [cell for cell in cells if re.fullmatch(RATING, cell)]
    if numbers:
        names = [cell for cell in cells if cell not in numbers]
        return len(names) > 1 and len(numbers) > 1
    rated = [place for place, cell in enumerate(cells) if RATING.search(cell)]
    bracketed = sum(bool(_BRACKETED.search(cell)) for cell in cells)
    if len(rated) > 1 or bracketed > 1:
        return True
    if rated:
        return rated != [0] and len(cells) > 2
    if any(map(is_club, cells[1:])):
        return False
    if len(cells) > 2:
        return True
    first, second = (len(cell.split()) for cell in cells)
    if any(one for one in cells[1:] if _AND.search(one)):
        return len({*(len(one.split()) > 1 for one in _AND.split(cells[1])), first > 1}) == 1
    if any("," in cell for cell in cells):
        return all("," in cell for cell in cells)  # Berg, Ann; Cox, Bob
    if delimiter == ",":
        return is_alone and not is_surname(cells[0]) and first > 1 and second > 1
    return delimiter == ";" and (first > 1) == (second > 1)


def _are_two(text: str) -> bool:
    """Tell whether a line joins two names by a word: "Ann and Bob"."""
    parts = _AND.split(text)
    return len(parts) == 2 and all(
        part and not RATING.search(part) and not is_club(part) and part[:1].isupper()
        for part in parts
    )


def _with_ratings(listed: Sequence[Listed], cells: Sequence[str], line: int) -> list[Listed]:
    """Give a number between two names to the name before it: Ann, 1500, Bob, 1600."""
    people: list[Listed] = []
    for one, cell in zip(listed, cells, strict=False) if len(listed) == len(cells) else ():
        if re.fullmatch(RATING, cell) and people:
            people[-1] = replace(people[-1], rating=rating_of(cell))
        else:
            people.append(one)
    return people or list(listed)


def _one(text: str, line: int) -> Listed:
    """Return the person of a line: what follows the name is a rating and a club."""
    text = text.replace('"', "") if text.count('"') == 2 else text
    marked = _BRACKETED.sub(lambda found: f"\t{found.group(1)}\t", text)
    marked = marked.replace(";", "\t").replace("|", "\t")
    ratings = RATING.findall(marked)
    if ratings:
        # Only the first number is a rating: others belong to the club, like "BC 1904".
        marked = RATING.sub("\t", marked, count=1)
    parts = [" ".join(part.split()) for part in marked.split("\t")]
    name, *behind = [part for part in parts if part.strip(EDGES)] or [""]
    is_turned = _is_turned(name)
    if not is_turned:
        name, *more = [" ".join(part.split()) for part in name.split(",")]
        behind = [*more, *behind]
    club = ", ".join(part.strip(EDGES) for part in behind if part.strip(EDGES))
    name = spelled(name.strip(EDGES))
    return Listed(name, rating_of(ratings[0]) if ratings else None, club, line, is_turned)


def _is_turned(name: str) -> bool:
    """Tell whether the surname comes first: "Berg, Ann Maria"."""
    last, comma, first = name.partition(",")
    return bool(comma) and "," not in first and bool(first.strip()) and (
        is_surname(last) and not is_club(first)
    )  # fmt: skip


def is_surname(text: str) -> bool:
    """Tell whether a text can be a surname alone: one word, or small words before it."""
    words = text.split()
    return bool(words) and all(word.casefold() in _PARTICLES for word in words[:-1])


def is_word(cell: str) -> bool:
    return len(cell.split()) == 1 and not any(letter.isdigit() for letter in cell)


def is_club(text: str) -> bool:
    return bool(_CAPITALS.search(text) or _WORDS_OF_CLUBS.search(text))


def name_in(cell: str) -> str:
    """Return the name in a cell, without numbers and ticks beside it."""
    name, rating, _number = without_marks(cell, 0)
    return cell if rating is not None or not name else name


def is_marked(name: str) -> bool:
    """Tell whether a number, a tick or a rating stands in the cell of a name."""
    return bool(MARK.match(name) or NUMBER.match(name) or RATING.search(name))
