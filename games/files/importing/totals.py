"""Old evenings by totals, in the shapes in which clubs keep them.

Dates in rows and players in columns, or the other way round; or a line for each player and evening.
A workbook may have a sheet for each month.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.files.importing.cells import (
    guessed_order,
    has_open_order,
    is_number,
    points_in,
    text_in,
)
from games.files.importing.columns import DATE, NAME, PLACE, TITLE, kind_of
from games.files.importing.days import Care, Month, day_in, month_in
from games.files.importing.names import Known, Person, folded, matched, resolved
from games.files.importing.players import NameProblem
from games.files.importing.problems import Problem, WrongCell
from games.files.importing.results import LONGEST_LABEL, MOST_PLAYERS
from games.files.importing.tables import TabSheet, letter

_HALF: Final = 0.5
MOST_EVENINGS: Final = 1_000
ABSENT: Final = frozenset(
    {"", "x", "-", "–", "—", "/", "a", "abs", "absent", "n/a", "na", "nicht da"}
)
"""What a cell of somebody says who was not there."""
_SUMS: Final = frozenset(
    folded(word)
    for word in (
        *("total", "totals", "sum", "sums", "summe", "summen", "gesamt", "insgesamt", "saldo"),
        *("check", "kontrolle", "prüfsumme", "average", "schnitt", "durchschnitt", "ø", "Σ"),
        *("rank", "platz", "rang", "grand total", "gesamtsumme", "endstand", "balance"),
    )
)
_POINTS: Final = frozenset(
    {"points", "punkte", "pts", "total", "score", "result", "ergebnis", "gesamt", "summe", "won"}
)


@dataclass(slots=True)
class TotalsEvening:
    """One evening: everybody's points in hundredths, by the key of the person."""

    number: int
    sheet: str
    date: datetime.date
    title: str = ""
    place: str = ""
    totals: dict[str, int] = field(default_factory=dict)

    @property
    def sum(self) -> int:
        return sum(self.totals.values())


@dataclass(frozen=True, slots=True)
class OldTotals:
    """A file as understood. `has_zeros`: whether a 0 may mean somebody who was not there."""

    people: list[Person]
    evenings: list[TotalsEvening]
    problems: list[Problem]
    order: str
    asks_order: bool
    zeros: str
    has_zeros: bool
    left_out: tuple[str, ...]

    @property
    def odd(self) -> list[TotalsEvening]:
        """The evenings whose points do not sum to zero."""
        return [one for one in self.evenings if one.sum]


PLAYED: Final = "played"
AWAY: Final = "absent"


@dataclass(slots=True)
class _Cell:
    """What somebody's cell of an evening says, still as text."""

    row: int
    column: str
    name: str
    text: str


@dataclass(slots=True)
class _Entry:
    """An evening while it is read."""

    row: int
    sheet: str
    date: datetime.date
    title: str = ""
    place: str = ""
    cells: list[_Cell] = field(default_factory=list)


def is_totals(sheets: Sequence[TabSheet]) -> bool:
    """Tell whether these sheets hold evenings by totals."""
    order = guessed_order(_texts(sheets))
    return any(_read(sheet, order, [], []) for sheet in sheets)


def _texts(sheets: Sequence[TabSheet]) -> list[str]:
    return [cell for sheet in sheets for row in sheet.rows for cell in row.cells]


def read_totals(
    sheets: Sequence[TabSheet],
    known: Sequence[Known],
    choices: Mapping[str, str],
    name_problem: NameProblem,
    today: datetime.date,
    *,
    order: str = "",
    zeros: str = "",
) -> OldTotals:
    """Read all sheets; `order` is that of day and month, guessed where it is blank, and `zeros`
    says what 0 means. No evening is later than `today`.
    """
    texts = _texts(sheets)
    order = order or guessed_order(texts)
    problems: list[Problem] = []
    left_out: list[str] = []
    entries = [one for sheet in sheets for one in _read(sheet, order, problems, left_out)]
    names = dict.fromkeys(cell.name for entry in entries for cell in entry.cells)
    named: list[tuple[str, str]] = []
    for name in names:
        reason = name_problem(name)
        if reason:
            at = next(cell for entry in entries for cell in entry.cells if cell.name == name)
            problems.append(Problem(at.row, at.column, "name_invalid", {"reason": reason}))
        else:
            named.append((f"t{len(named)}", name))
    people = matched(named, known, choices)
    texts_of_cells = [cell.text for entry in entries for cell in entry.cells]
    has_zeros = any(_is_zero(text) for text in texts_of_cells)
    has_blanks = any(is_absent(text) for text in texts_of_cells)
    zeros = zeros or (AWAY if has_zeros and not has_blanks else PLAYED)
    by_name = {person.name: resolved_key for person, resolved_key in _keys(people)}
    evenings = []
    for entry in entries:
        evening = _evening(entry, by_name, zeros == AWAY, problems)
        if evening.date > today:
            date = evening.date.isoformat()
            problems.append(Problem(entry.row, entry.sheet, "date_later", {"date": date}))
        elif len(evening.totals) > MOST_PLAYERS:
            limit = {"limit": MOST_PLAYERS}
            problems.append(Problem(entry.row, entry.sheet, "evening_too_large", limit))
        elif evening.totals:
            evenings.append(evening)
    if len(evenings) > MOST_EVENINGS:
        problems.append(Problem(1, "", "too_many_evenings", {"limit": f"{MOST_EVENINGS:,}"}))
    evenings.sort(key=lambda one: one.date)
    asks = has_open_order([text for text in texts if day_in(text, order) is not None])
    return OldTotals(
        *(people, evenings, problems, order, asks, zeros, has_zeros),
        tuple(dict.fromkeys(left_out)),
    )


def _keys(people: Sequence[Person]) -> Iterator[tuple[Person, str]]:
    keys = resolved(people)
    return ((person, keys[person.key]) for person in people)


def _is_zero(text: str) -> bool:
    try:
        return bool(text) and points_in(text) == 0
    except WrongCell:
        return False


def _evening(
    entry: _Entry, by_name: Mapping[str, str], without_zeros: bool, problems: list[Problem]
) -> TotalsEvening:
    evening = TotalsEvening(entry.row, entry.sheet, entry.date, entry.title, entry.place)
    for cell in entry.cells:
        key = by_name.get(cell.name)
        if key is None or is_absent(cell.text):
            continue
        try:
            points = points_in(cell.text)
            if key in evening.totals:
                raise WrongCell("twice_in_evening", name=cell.name)
        except WrongCell as error:
            problems.append(error.at(cell.row, cell.column))
            continue
        if points or not without_zeros:
            evening.totals[key] = points
    return evening


def _read(
    sheet: TabSheet, order: str, problems: list[Problem], left_out: list[str]
) -> list[_Entry]:
    """Read one sheet in the shape that it has; nothing where it has none of them."""
    grid = _Grid.of(sheet)
    month = month_in(sheet.name)
    above = " ".join(cell for row in sheet.rows[:2] for cell in row.cells if not _digits(cell))
    if month == (0, 0) or not all(month):
        said = month_in(above)
        month = month[0] or said[0], month[1] or said[1]
    found = _Shape(grid, sheet.name, order, month, problems, left_out)
    return found.entries()


def _digits(cell: str) -> bool:
    return cell.replace(".", "").replace("-", "").isdigit() and len(cell) != len("2026")


@dataclass(frozen=True, slots=True)
class _Grid:
    """Cells by row and column, with what the spreadsheet calls them; it can be turned."""

    cells: list[list[str]]
    rows: list[int]
    """The number of each row as the spreadsheet shows it."""
    is_turned: bool = False

    @classmethod
    def of(cls, sheet: TabSheet) -> _Grid:
        width = max((len(row.cells) for row in sheet.rows), default=0)
        cells = [[*row.cells, *[""] * (width - len(row.cells))] for row in sheet.rows]
        return cls(cells, [row.number for row in sheet.rows])

    def turned(self) -> _Grid:
        return _Grid([list(column) for column in zip(*self.cells, strict=True)], self.rows, True)

    def place(self, row: int, column: int) -> tuple[int, str]:
        """Return the row and the column as the spreadsheet shows them."""
        if self.is_turned:
            row, column = column, row
        return self.rows[row], letter(column)


class _Shape:
    """Finds the days of a sheet, and reads the evenings around them."""

    def __init__(
        self,
        grid: _Grid,
        sheet: str,
        order: str,
        month: Month,
        problems: list[Problem],
        left_out: list[str],
    ) -> None:
        self.grid, self.sheet, self.order, self.month = grid, sheet, order, month
        self.problems, self.left_out = problems, left_out
        self.care = Care.WHOLE

    def entries(self) -> list[_Entry]:
        """Return the evenings, in the order of the sheet."""
        if not self.grid.cells:
            return []
        for self.care in Care:
            column, in_column = self._most_days(self.grid)
            row, in_row = self._most_days(self.grid.turned())
            if max(in_column, in_row):
                break
        else:
            return []
        is_turned = in_row > in_column or (in_row == in_column == 1 and row < column)
        if is_turned:
            self.grid = self.grid.turned()
            column = row
        first = next(at for at, line in enumerate(self.grid.cells) if self._day(line[column]))
        head = self._head(first, column)
        found = None if is_turned else self._list(column, head, first)
        return found if found is not None else self._wide(column, head, first)

    def _day(self, cell: str) -> datetime.date | None:
        return day_in(cell, self.order, self.month, self.care)

    def _most_days(self, grid: _Grid) -> tuple[int, int]:
        """Return the column with most days, the first of equals, and how many it has.

        What only looks like a day counts in the first column alone.
        """
        width = 1 if self.care else len(grid.cells[0])
        counts = [
            sum(self._day(line[at]) is not None for line in grid.cells) for at in range(width)
        ]
        best = max(range(width), key=lambda at: counts[at])
        return best, counts[best]

    def _head(self, first: int, column: int) -> int:
        """Return the row of the names: the last above the first day with two of them; -1 for none.

        A title above it, merged over all columns, fills one cell.
        """
        for at in range(first - 1, -1, -1):
            words = [
                cell
                for place, cell in enumerate(self.grid.cells[at])
                if place != column and cell and not is_number(cell)
            ]
            if len(words) >= 1 and (len(words) > 1 or len(self.grid.cells[at]) == 2):
                return at
        return -1

    def _list(self, column: int, head: int, first: int) -> list[_Entry] | None:
        """Read a line for each player and evening; None where the sheet is no such list."""
        names = self.grid.cells[head] if head >= 0 else [""] * len(self.grid.cells[0])
        kinds = [kind_of(cell) for cell in names]
        body = range(first, len(self.grid.cells))
        others = [at for at in range(len(names)) if at != column]
        texts = [
            at
            for at in others
            if kinds[at] not in (TITLE, PLACE) and self._share(body, at, _is_name) > _HALF
        ]
        numbers = [at for at in others if self._share(body, at, is_number) > _HALF]
        said = [at for at in numbers if folded(names[at]) in _POINTS]
        name = next((at for at in others if kinds[at] == NAME), texts[0] if texts else -1)
        if name < 0 or not numbers or (len(numbers) > 1 and not said):
            return None
        if head >= 0 and not said and kinds[name] != NAME:
            return None
        points = (said or numbers)[0]
        entries: dict[tuple[datetime.date, str], _Entry] = {}
        day: datetime.date | None = None
        for at in body:
            line = self.grid.cells[at]
            day = self._day(line[column]) or (day if not line[column] else None)
            if any(folded(line[one]) in _SUMS for one in (column, name)) or not line[name]:
                continue
            if day is None:
                self._no_day(at, column, line[column])
                continue
            title = self._label(line, kinds, TITLE)
            entry = entries.setdefault(
                (day, title),
                _Entry(
                    *(self.grid.rows[at], self.sheet, day, title),
                    self._label(line, kinds, PLACE),
                ),
            )
            person = self._name(at, name)
            if person:
                entry.cells.append(_Cell(*self.grid.place(at, points), person, line[points]))
        return list(entries.values())

    def _share(self, rows: range, column: int, test: Callable[[str], bool]) -> float:
        cells = [self.grid.cells[at][column] for at in rows if self.grid.cells[at][column]]
        return sum(map(test, cells)) / len(cells) if cells else 0.0

    def _wide(self, column: int, head: int, first: int) -> list[_Entry]:
        """Read days in rows and players in columns."""
        if head < 0:
            self.problems.append(Problem(*self.grid.place(first, column), "names_missing"))
            return []
        kinds = [kind_of(cell) for cell in self.grid.cells[head]]
        players = {
            at: name for at in self._players(column, head, first) if (name := self._name(head, at))
        }
        entries = []
        for at in range(first, len(self.grid.cells)):
            line = self.grid.cells[at]
            day = self._day(line[column])
            if day is None:
                filled = [place for place in players if not is_absent(line[place])]
                if filled and not self._is_sum(at, first, column, filled):
                    self._no_day(at, column, line[column])
                continue
            entry = _Entry(
                *(self.grid.place(at, column)[0], self.sheet, day),
                self._label(line, kinds, TITLE),
                self._label(line, kinds, PLACE),
            )
            for place, name in players.items():
                entry.cells.append(_Cell(*self.grid.place(at, place), name, line[place]))
            entries.append(entry)
        return entries

    def _players(self, column: int, head: int, first: int) -> Iterator[int]:
        """Yield the columns of players; those of sums and remarks are left out, and named."""
        for at, name in enumerate(self.grid.cells[head]):
            cells = [line[at] for line in self.grid.cells[first:] if line[at]]
            has_numbers = any(map(is_number, cells))
            if at == column or kind_of(name) in (TITLE, PLACE, DATE):
                continue
            if not name:
                if has_numbers:
                    self.left_out.append(self.grid.place(head, at)[1])
                continue
            is_remark = not has_numbers and any(map(_is_name, cells))
            if _of_sums(name) or is_remark:
                self.left_out.append(name)
            else:
                yield at

    def _is_sum(self, at: int, first: int, column: int, filled: list[int]) -> bool:
        """Tell whether a row without a day is the sum of those above, or says to be one."""
        line, cells = self.grid.cells[at], self.grid.cells
        if line[column]:
            return _of_sums(line[column])
        days = [row for row in range(first, at) if self._day(cells[row][column])]
        return all(
            _points(line[place]) == sum(_points(cells[row][place]) for row in days)
            for place in filled
        )

    def _label(self, line: list[str], kinds: list[str], kind: str) -> str:
        return line[kinds.index(kind)][:LONGEST_LABEL] if kind in kinds else ""

    def _name(self, row: int, column: int) -> str:
        cell = self.grid.cells[row][column]
        try:
            name = text_in(cell)
            if not name:
                raise WrongCell("name_missing")
        except WrongCell as error:
            self.problems.append(error.at(*self.grid.place(row, column)))
            return ""
        return name

    def _no_day(self, row: int, column: int, text: str) -> None:
        error = WrongCell("date", text=text) if text else WrongCell("date_missing")
        self.problems.append(error.at(*self.grid.place(row, column)))


def is_absent(cell: str) -> bool:
    """Tell whether a cell says that somebody was not there."""
    return cell.casefold() in ABSENT


def _of_sums(name: str) -> bool:
    words = folded(name).split()
    return bool(words) and words[0] in _SUMS


def _points(cell: str) -> int:
    try:
        return points_in(cell) if cell else 0
    except WrongCell:
        return 0


def _is_name(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not is_absent(cell) and cell[0] not in "=@"
