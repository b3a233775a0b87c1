"""What each column holds: guessed from headings and contents, then corrected by the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.files.importing.cells import is_number
from games.files.importing.names import folded
from games.files.importing.problems import Unusable
from games.files.importing.tables import Spreadsheet
from games.names import heads
from games.rules.coded import gettext_noop

UNUSED: Final = ""
NAME: Final = heads.NAME
FIRST_NAME: Final = heads.FIRST_NAME
LAST_NAME: Final = heads.LAST_NAME
FEDERATION_NUMBER: Final = heads.FEDERATION_NUMBER
COUNTRY: Final = heads.COUNTRY
ACTIVE: Final = "active"
DATE: Final = "date"
TITLE: Final = "title"
PLACE: Final = "place"
BOX: Final = "box"
CAPTAIN: Final = "captain"
POINTS: Final = "points"
ENDING: Final = "ending"

LABELS: Final[Mapping[str, str]] = {
    UNUSED: gettext_noop("leave out"),
    NAME: gettext_noop("name"),
    FIRST_NAME: gettext_noop("first name"),
    LAST_NAME: gettext_noop("last name"),
    ACTIVE: gettext_noop("still plays"),
    FEDERATION_NUMBER: gettext_noop("federation number"),
    COUNTRY: gettext_noop("country"),
    DATE: gettext_noop("date"),
    TITLE: gettext_noop("title of the evening"),
    PLACE: gettext_noop("place"),
    BOX: gettext_noop("box"),
    CAPTAIN: gettext_noop("captain"),
    POINTS: gettext_noop("points of a player"),
    ENDING: gettext_noop("how it ended, or void"),
}

OF_PLAYERS: Final = (UNUSED, NAME, FIRST_NAME, LAST_NAME, FEDERATION_NUMBER, COUNTRY, ACTIVE)
OF_RESULTS: Final = (UNUSED, DATE, TITLE, PLACE, BOX, CAPTAIN, ENDING, POINTS)
FEWEST_POINTS: Final = 3

_WORDS: Final[Mapping[str, Sequence[str]]] = {
    ACTIVE: ("active", "still plays", "aktiv"),
    DATE: ("date", "day", "played on", "datum", "tag", "spieltag"),
    ENDING: ("ending", "ende"),
    TITLE: ("session", "title", "evening", "event", "titel", "abend", "sitzung", "turnier"),
    PLACE: ("place", "site", "venue", "ort", "lieu"),
    BOX: ("box", "the box", "man in the box"),
    CAPTAIN: ("captain", "kapitan", "capitaine"),
}
_OF_EXPORTS: Final = frozenset({"game", "partie", "level", "hohe", "winner", "gewinner", "partner"})
"""Headings of our own score sheets that are no player's, as they are folded."""
_TOTALS: Final = (" total", " gesamt")
_NAMES: Final = frozenset({"name", "player", "players", "spieler", "spielerin", "who", "wer"})
_KINDS: Final = {folded(word): kind for kind, words in _WORDS.items() for word in words}


def kind_of(heading: str) -> str:
    """Return what a heading says of its column; unused where it says nothing known."""
    word = folded(heading)
    return _KINDS.get(word, UNUSED) or (NAME if word in _NAMES else UNUSED)


def guessed_people(sheet: Spreadsheet, kinds: Sequence[str]) -> list[str]:
    """Guess what the columns of a table of people hold, as everywhere where names go in."""
    columns = [kind if kind in kinds else UNUSED for kind in heads.kinds_of(sheet.head)]
    for index, heading in enumerate(sheet.head):
        if not columns[index] and _KINDS.get(folded(heading)) == ACTIVE and ACTIVE not in columns:
            columns[index] = ACTIVE
    return [NAME] if columns == [UNUSED] else columns


def guessed(sheet: Spreadsheet, kinds: Sequence[str]) -> list[str]:
    """Guess what the columns of a table of results hold, among the kinds that are known.

    A column of numbers under any other heading holds the points of the player of that name.
    """
    columns: list[str] = []
    for index, heading in enumerate(sheet.head):
        kind = _KINDS.get(folded(heading), UNUSED)
        if kind not in kinds or kind in columns:
            kind = UNUSED
        if kind == UNUSED and POINTS in kinds and heading and not is_number(heading):
            kind = _points(sheet, index)
        columns.append(kind)
    return columns


def _points(sheet: Spreadsheet, index: int) -> str:
    values = list(sheet.values(index))
    heading = folded(sheet.head[index])
    if heading in _KINDS or heading in _OF_EXPORTS or not values:
        return UNUSED
    before = {folded(one) for one in sheet.head[:index]}
    if any(heading.removesuffix(end) in before for end in _TOTALS if heading.endswith(end)):
        return UNUSED  # a player's running total
    numbers = sum(map(is_number, values))
    return POINTS if numbers * 2 > len(values) else UNUSED


def check(columns: Sequence[str], kinds: Sequence[str]) -> None:
    """Check that a choice of columns is complete.

    Raises:
        Unusable: a column is missing or chosen twice.
    """
    for kind in kinds:
        if kind not in (UNUSED, POINTS) and columns.count(kind) > 1:
            raise Unusable("column_twice", kind=LABELS[kind])
    if POINTS not in kinds:
        if not {NAME, FIRST_NAME, LAST_NAME} & set(columns):
            raise Unusable("column_missing", kind=LABELS[NAME])
        return
    for kind in (DATE, BOX):
        if kind not in columns:
            raise Unusable("column_missing", kind=LABELS[kind])
    if columns.count(POINTS) < FEWEST_POINTS:
        raise Unusable("points_columns")
