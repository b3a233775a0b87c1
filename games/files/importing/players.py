"""Reads players from a table, one per row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from games.files.importing.cells import text_in, yes_in
from games.files.importing.columns import (
    ACTIVE,
    COUNTRY,
    FEDERATION_NUMBER,
    FIRST_NAME,
    LAST_NAME,
    NAME,
)
from games.files.importing.days import day_in
from games.files.importing.names import Known, Person, matched
from games.files.importing.problems import Problem, WrongCell
from games.files.importing.tables import Spreadsheet, SpreadsheetRow
from games.names.lists import name_in

NameProblem = Callable[[str], str]
"""Returns why a player may not have this name; blank if they may."""

WHOLE_NAMES: Final = (NAME, FIRST_NAME, LAST_NAME)


LONGEST: Final = {FEDERATION_NUMBER: 24, COUNTRY: 40}
"""As long as the columns of the database."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A row of the file as understood; `person` is missing where the name cannot be read."""

    number: int
    name: str
    is_active: bool
    person: Person | None
    problems: tuple[Problem, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    """Their federation number and country, as far as the row has them."""


def read_players(
    sheet: Spreadsheet,
    columns: Sequence[str],
    known: Sequence[Known],
    choices: Mapping[str, str],
    name_problem: NameProblem,
) -> list[PlayerRow]:
    """Read the rows; `choices` says by row number (as text) which known person each row means."""
    rows = [_row(sheet, columns, row, name_problem) for row in sheet.rows]
    named = [(str(row.number), row.name) for row in rows if not row.problems]
    people = {person.key: person for person in matched(named, known, choices)}
    return [replace(row, person=people.get(str(row.number))) for row in rows]


def _row(
    sheet: Spreadsheet, columns: Sequence[str], row: SpreadsheetRow, name_problem: NameProblem
) -> PlayerRow:
    problems: list[Problem] = []
    parts: dict[str, str] = {}
    notes: dict[str, str] = {}
    is_active = True
    where = ""
    for index, kind in enumerate(columns):
        try:
            if kind in WHOLE_NAMES:
                parts[kind] = name_in(text_in(row.cells[index]))
                where = where or sheet.label(index)
            elif kind in (FEDERATION_NUMBER, COUNTRY) and row.cells[index]:
                notes[kind] = text_in(row.cells[index])
                if len(notes[kind]) > LONGEST[kind] or not notes[kind].isprintable():
                    raise WrongCell("label_too_long", limit=LONGEST[kind])
            elif kind == ACTIVE:
                is_active = yes_in(row.cells[index])
        except WrongCell as error:
            problems.append(error.at(row.number, sheet.label(index)))
    name = parts.get(NAME) or " ".join(filter(None, map(parts.get, (FIRST_NAME, LAST_NAME))))
    if not problems:
        reason = name_problem(name) if name else ""
        if not name:
            problems.append(Problem(row.number, where, "name_missing"))
        elif day_in(name) is not None:
            problems.append(Problem(row.number, where, "name_is_day", {"text": name}))
        elif reason:
            problems.append(Problem(row.number, where, "name_invalid", {"reason": reason}))
    return PlayerRow(row.number, name, is_active, None, tuple(problems), notes)
