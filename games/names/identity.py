"""When two spellings are one person: Unicode form, width, capitals, accents, and "Berg, Ann"."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeVar

Row = TypeVar("Row")

_WITHOUT_STROKES: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not take apart."""


def spelled(name: str) -> str:
    """Return a name as it is kept: letters and their accents in one piece, single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


_LONGEST_KEPT: Final = 200


def identity(name: str) -> str:
    """Return one text for all spellings of a name.

    A surname that stands first, before a comma, is put behind the first names.
    """
    return _kept(name) if len(name) <= _LONGEST_KEPT else _identity(name)


def _identity(name: str) -> str:
    last, comma, first = name.partition(",")
    turned = f"{first} {last}" if comma and "," not in first and first.strip() else name
    return " ".join(letters(turned).split())


_kept: Final = lru_cache(maxsize=8192)(_identity)


def letters(text: str) -> str:
    """Return a text in small letters of one width, without accents and strokes."""
    small = unicodedata.normalize("NFKD", text.casefold()).casefold().translate(_WITHOUT_STROKES)
    return "".join(one for one in small if unicodedata.category(one) != "Mn")


def same_case(name: str) -> str:
    """Return one text for the spellings that differ in capitals and Unicode form only."""
    return unicodedata.normalize("NFC", spelled(name).casefold())


def fitting(name: str, rows: Iterable[tuple[str, Row]]) -> list[Row]:
    """Return the rows whose name is this one, only the closest: the very same before all others.

    Clubs may have several players whose names differ in accents or capitals only.
    """
    wanted = spelled(name)
    found = [(one, row) for one, row in rows if identity(one) == identity(wanted)]
    for close in (str, spelled, same_case):
        closest = [row for one, row in found if close(one) == close(wanted)]
        if closest:
            return closest
    return [row for _one, row in found]
