"""What a column of a table of people holds, by its heading or by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.names.identity import identity

UNUSED: Final = ""
NAME: Final = "name"
FIRST_NAME: Final = "first_name"
LAST_NAME: Final = "last_name"
RATING: Final = "rating"
HOME_CLUB: Final = "home_club"
LEVEL: Final = "level"
DIVISION: Final = "division"
WHO: Final = frozenset({NAME, FIRST_NAME, LAST_NAME})

WORDS: Final[Mapping[str, Sequence[str]]] = {
    NAME: ("name", "player", "full name", "player name", "participant", "spieler", "spielerin",
           "spielername", "teilnehmer", "teilnehmerin", "vor- und nachname"),
    FIRST_NAME: ("first name", "first names", "firstname", "given name", "given names", "forename",
                 "vorname", "vornamen", "rufname", "prenom"),
    LAST_NAME: ("last name", "lastname", "surname", "family name", "nachname", "familienname",
                "zuname", "nom de famille"),
    RATING: ("rating", "rtg", "elo", "elo rating", "wertung", "wertungszahl", "ratingzahl"),
    HOME_CLUB: ("club", "home club", "verein", "klub", "heimatverein", "club name"),
    LEVEL: ("level", "stärke", "spielstärke"),
    DIVISION: ("division", "gruppe des turniers", "gruppe", "turnier"),
}  # fmt: skip
"""Headings as they are accepted, in any case and with or without accents."""


OTHERS: Final = frozenset(
    {"no", "nr", "number", "pos", "rank", "rang", "platz", "federation number", "member number",
     "id", "licence", "license", "mitgliedsnummer", "lizenz", "country", "nation", "land",
     "federation", "verband", "title", "titel", "born", "jahrgang", "mail", "email", "e-mail",
     "phone", "telefon", "active", "aktiv", "still plays"}
)  # fmt: skip
"""Headings of which nothing is kept here: a row of nothing else is a heading, too."""


def _plain(heading: str) -> str:
    return " ".join(re.sub(r"[.:_*]|\([^()]*\)", " ", identity(heading)).split())


_KINDS: Final = {_plain(word): kind for kind, words in WORDS.items() for word in words}


def kinds_of(head: Sequence[str]) -> list[str]:
    """Return what each column holds by its heading; the first of several counts."""
    found: list[str] = []
    for heading in head:
        kind = _KINDS.get(_plain(heading), UNUSED)
        found.append(UNUSED if kind in found else kind)
    return found


def is_head(cells: Sequence[str]) -> bool:
    """Tell whether a row names columns and is nobody.

    One cell that says "name" is enough, and one that says what else is known of a person where
    there are several.
    """
    filled = [_plain(cell) for cell in cells if cell.strip()]
    kinds = [_KINDS.get(cell, UNUSED) for cell in filled]
    if WHO & set(kinds):
        return True
    return len(kinds) > 1 and (any(kinds) or all(cell in OTHERS for cell in filled))


def unused(head: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the headings of the columns that are not read."""
    return tuple(
        heading.strip() for heading, kind in zip(head, kinds, strict=False)
        if not kind and heading.strip()
    )  # fmt: skip
