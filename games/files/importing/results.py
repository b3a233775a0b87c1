"""Past results from a table: one row for each game, a column for each player's points."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.files.importing.cells import date_in, points_in, text_in
from games.files.importing.columns import BOX, CAPTAIN, DATE, ENDING, PLACE, POINTS, TITLE
from games.files.importing.names import Known, Person, folded, matched, resolved
from games.files.importing.players import NameProblem
from games.files.importing.problems import Problem, Unusable, WrongCell
from games.files.importing.tables import Spreadsheet, SpreadsheetRow

LONGEST_LABEL: Final = 120
MOST_GAMES: Final = 5_000
"""They are written in one transaction, and on SQLite every other table waits for its end."""
VOID: Final = frozenset({"void", "ungultig"})
FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 24


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: everybody's points in hundredths, and the line, by key of the person."""

    number: int
    date: datetime.date | None
    title: str
    place: str
    line: tuple[str, ...]
    points: Mapping[str, int]
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Evening:
    """The games of one day under one title, in the order of the file."""

    date: datetime.date
    title: str
    place: str
    games: list[GameRow] = field(default_factory=list)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who played, by their first game."""
        return tuple(dict.fromkeys(person for game in self.games for person in game.line))

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's points of the whole evening."""
        found: dict[str, int] = {}
        for game in self.games:
            for person, points in game.points.items():
                found[person] = found.get(person, 0) + points
        return found


@dataclass(frozen=True, slots=True)
class Results:
    """A file as understood."""

    people: list[Person]
    rows: list[GameRow]
    evenings: list[Evening]
    problems: list[Problem]


def read_results(
    sheet: Spreadsheet,
    columns: Sequence[str],
    order: str,
    known: Sequence[Known],
    choices: Mapping[str, str],
    name_problem: NameProblem,
    today: datetime.date,
) -> Results:
    """Read all rows; `order` is that of day and month, `choices` says which known person each
    column means. No game is later than `today`.

    Raises:
        Unusable: there are too many.
    """
    if len(sheet.rows) > MOST_GAMES:
        raise Unusable("too_many_rows", limit=f"{MOST_GAMES:,}")
    problems: list[Problem] = []
    named: list[tuple[str, str]] = []
    for index in (index for index, kind in enumerate(columns) if kind == POINTS):
        try:
            name = text_in(sheet.head[index])
        except WrongCell as error:
            problems.append(error.at(1, sheet.label(index)))
            continue
        reason = name_problem(name) if name else ""
        if not name or reason:
            code = "name_invalid" if reason else "name_missing"
            problems.append(Problem(1, sheet.label(index), code, {"reason": reason}))
            continue
        named.append((str(index), name))
    people = matched(named, known, choices)
    reader = _Reader(sheet, columns, order, people, today)
    rows = [reader.row(row) for row in sheet.rows if not reader.is_void(row)]
    evenings = _evenings(rows)
    problems += [problem for row in rows for problem in row.problems]
    problems += _sizes(evenings)
    return Results(people, rows, evenings, problems)


class _Reader:
    """Reads the rows by the chosen meaning of the columns."""

    def __init__(
        self,
        sheet: Spreadsheet,
        columns: Sequence[str],
        order: str,
        people: Sequence[Person],
        today: datetime.date,
    ) -> None:
        self.sheet = sheet
        self.today = today
        self.order = order
        self.at = {kind: index for index, kind in enumerate(columns) if kind != POINTS}
        self.keys = resolved(people)
        self.names = {self.keys[person.key]: person.name for person in people}
        self.by_name = {folded(person.name): self.keys[person.key] for person in people}
        self.columns = [int(person.key) for person in people]
        self.problems: list[Problem] = []

    def row(self, row: SpreadsheetRow) -> GameRow:
        self.problems = []
        date = self.date(row)
        title, place = self.label(row, TITLE), self.label(row, PLACE)
        points = self.points(row)
        line = self.line(row, points) if not self.problems else ()
        return GameRow(row.number, date, title, place, line, points, tuple(self.problems))

    def is_void(self, row: SpreadsheetRow) -> bool:
        """Tell whether a game does not count, so that it is left out."""
        return ENDING in self.at and folded(row.cells[self.at[ENDING]]) in VOID

    def wrong(self, row: SpreadsheetRow, kind: str, error: WrongCell) -> None:
        self.problems.append(error.at(row.number, self.sheet.label(self.at[kind])))

    def date(self, row: SpreadsheetRow) -> datetime.date | None:
        try:
            found = date_in(row.cells[self.at[DATE]], self.order)
            if found > self.today:
                raise WrongCell("date_later", date=found.isoformat())
        except WrongCell as error:
            self.wrong(row, DATE, error)
            return None
        return found

    def label(self, row: SpreadsheetRow, kind: str) -> str:
        if kind not in self.at:
            return ""
        try:
            text = text_in(row.cells[self.at[kind]])
            if len(text) > LONGEST_LABEL:
                raise WrongCell("label_too_long", limit=LONGEST_LABEL)
        except WrongCell as error:
            self.wrong(row, kind, error)
            return ""
        return text

    def points(self, row: SpreadsheetRow) -> dict[str, int]:
        points: dict[str, int] = {}
        for index in self.columns:
            cell = row.cells[index]
            if not cell:
                continue
            key = self.keys[str(index)]
            try:
                if key in points:
                    raise WrongCell("twice_in_game", name=self.names[key])
                points[key] = points_in(cell)
            except WrongCell as error:
                self.problems.append(error.at(row.number, self.sheet.label(index)))
        if not self.problems and len(points) < 2:
            self.problems.append(Problem(row.number, "", "too_few"))
        total = sum(points.values())
        if not self.problems and total:
            self.problems.append(Problem(row.number, "", "sum", {"sum": f"{total / 100:+g}"}))
        return points

    def line(self, row: SpreadsheetRow, points: Mapping[str, int]) -> tuple[str, ...]:
        box = self.person(row, BOX, points)
        captain = self.person(row, CAPTAIN, points) if CAPTAIN in self.at else ""
        if box and captain == box:
            self.wrong(row, CAPTAIN, WrongCell("captain_is_box"))
        rest = [key for key in points if key not in (box, captain)]
        return tuple(filter(None, (box, captain, *rest)))

    def person(self, row: SpreadsheetRow, kind: str, points: Mapping[str, int]) -> str:
        try:
            name = text_in(row.cells[self.at[kind]])
            if not name and kind == BOX:
                raise WrongCell("box_missing")
            key = self.by_name.get(folded(name), "")
            if name and key not in points:
                raise WrongCell("not_in_game", text=name)
        except WrongCell as error:
            self.wrong(row, kind, error)
            return ""
        return key


def _evenings(rows: Sequence[GameRow]) -> list[Evening]:
    evenings: dict[tuple[datetime.date, str], Evening] = {}
    for row in rows:
        if row.date is None or row.problems:
            continue
        evening = evenings.setdefault(
            (row.date, row.title), Evening(row.date, row.title, row.place)
        )
        evening.games.append(row)
    return list(evenings.values())


def _sizes(evenings: Sequence[Evening]) -> list[Problem]:
    found: list[Problem] = []
    for evening in evenings:
        first = evening.games[0].number
        if len(evening.people) < FEWEST_PLAYERS:
            found.append(Problem(first, "", "evening_too_small"))
        elif len(evening.people) > MOST_PLAYERS:
            found.append(Problem(first, "", "evening_too_large", {"limit": MOST_PLAYERS}))
    return found
