"""A season that was played elsewhere, from a spreadsheet: its divisions and their table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.files.importing.names import folded
from games.files.importing.problems import Unusable
from games.files.importing.tables import read_table
from games.files.services.imports import sentence
from games.names import heads
from tournaments.errors import EventRefused
from tournaments.standings.promotion import Finisher, Rules, divisions_of, next_season
from tournaments.standings.results import WIN

MOST: Final = 1_000
WORDS: Final[Mapping[str, Sequence[str]]] = {
    "division": heads.WORDS[heads.DIVISION],
    "name": heads.WORDS[heads.NAME],
    "played": ("played", "matches", "gespielt", "spiele", "matches gespielt"),
    "won": ("won", "wins", "gewonnen", "siege"),
    "lost": ("lost", "losses", "verloren", "niederlagen"),
    "points": ("points", "punkte", "pts"),
}
"""Headings as they are accepted, in any case and with or without accents."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A player of a season played elsewhere; `points` is None where the file has no table."""

    name: str
    division: int
    played: int
    won: float
    points: float | None


def sheet_divisions(data: bytes, rules: Rules) -> list[list[str]]:
    """Return the names of a league's first season by division, from a file of the one before.

    With points, promotion begins with that table: who goes up or down plays there. Without, the
    divisions are those of the file, in its order.

    Raises:
        Refused: it is no table, lacks a column, or a line cannot be used; the line is named.
    """
    lines = _lines(data)
    known: dict[str, str] = {}
    for line in lines:
        key = line.name.casefold()
        if key in known:
            raise EventRefused("league_two_divisions", name=line.name)
        known[key] = line.name
    count = max(line.division for line in lines)
    groups = [[one for one in lines if one.division == number] for number in range(1, count + 1)]
    if any(line.points is None for line in lines):
        return [[one.name for one in group] for group in groups]
    finishers = [
        Finisher(
            one.name.casefold(),
            one.division,
            place,
            one.played,
            len(group) - 1,
            int(WIN * one.won),
        )
        for group in groups
        for place, one in enumerate(sorted(group, key=_rank), 1)
    ]
    moves = next_season(finishers, (), rules)
    return [[known[key] for key in group] for group in divisions_of(moves)]


def _rank(line: SheetLine) -> tuple[float, float]:
    return -(line.points or 0), -line.won


def _lines(data: bytes) -> list[SheetLine]:
    try:
        sheet = read_table(data)
    except Unusable as error:
        raise EventRefused("invalid", reason=sentence(error.code, error.params)) from error
    kinds = {folded(word): kind for kind, words in WORDS.items() for word in words}
    columns: dict[str, int] = {}
    for place, heading in enumerate(sheet.head):
        columns.setdefault(kinds.get(folded(heading), ""), place)
    missing = [WORDS[kind][0] for kind in ("division", "name") if kind not in columns]
    if missing:
        raise EventRefused("file_columns", names=", ".join(missing))
    if not 0 < len(sheet.rows) <= MOST:
        raise EventRefused("file_too_long", limit=MOST)
    ranks: dict[str, int] = {}
    lines = []
    for row in sheet.rows:
        cells = {kind: row.cells[place] for kind, place in columns.items() if kind}
        division, name = cells["division"].strip(), cells["name"].strip()
        if not division or not name:
            raise EventRefused("league_sheet_line", line=row.number)
        rank = ranks.setdefault(division.casefold(), len(ranks) + 1)
        points = cells.get("points", "").strip()
        lines.append(
            SheetLine(
                name,
                rank,
                int(_number(cells.get("played", ""), row.number)),
                _number(cells.get("won", ""), row.number),
                _number(points, row.number) if points else None,
            )
        )
    return lines


def _number(text: str, line: int) -> float:
    plain = text.strip().replace(",", ".").replace("½", ".5") or "0"
    try:
        value = float(plain)
    except ValueError:
        raise EventRefused("league_sheet_number", line=line, text=text[:20]) from None
    if not 0 <= value < 1e6:
        raise EventRefused("league_sheet_number", line=line, text=text[:20])
    return value
