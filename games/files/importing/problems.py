"""What can be wrong with a file: each problem has a code, parameters and a sentence with the
place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from games.rules.coded import gettext_noop

MESSAGES: Final[Mapping[str, str]] = {
    # the file as a whole
    "too_large": gettext_noop("The file is larger than %(limit)s MB."),
    "empty": gettext_noop("The file is empty."),
    "no_rows": gettext_noop("The file has a heading and nothing below it."),
    "spreadsheet": gettext_noop(
        "This spreadsheet cannot be read: save it as .xlsx or .ods without a password, or as CSV."
    ),
    "spreadsheet_slow": gettext_noop(
        "This spreadsheet takes too long to read. Save it as CSV, or try again later."
    ),
    "old_spreadsheet": gettext_noop(
        "This spreadsheet has a password or is of an old kind: save it as .xlsx or .ods without a "
        "password, or as CSV."
    ),
    "binary": gettext_noop("This is not a text file."),
    "encoding": gettext_noop(
        "The letters of this file cannot be read: save it as UTF-8, UTF-16 or Windows-1252."
    ),
    "too_many_rows": gettext_noop("The file has more than %(limit)s rows; divide it."),
    "too_many_sheets": gettext_noop("The file has more than %(limit)s sheets; divide it."),
    "too_many_cells": gettext_noop("The file has more than %(limit)s cells; divide it."),
    "too_many_columns": gettext_noop("Row %(row)s has more than %(limit)s columns."),
    "cell_too_long": gettext_noop("A cell of row %(row)s is longer than %(limit)s characters."),
    "quotes": gettext_noop("Row %(row)s: a quotation mark is opened and never closed."),
    # its columns
    "column_missing": gettext_noop("Say which column is “%(kind)s”."),
    "column_twice": gettext_noop("Only one column can be “%(kind)s”."),
    "points_columns": gettext_noop("At least three columns hold the points of a player."),
    # a cell
    "formula": gettext_noop("this is a formula; only its text or number can be imported"),
    "name_missing": gettext_noop("a name is missing"),
    "name_invalid": gettext_noop("%(reason)s"),
    "name_is_day": gettext_noop("“%(text)s” is a day, and no name: evenings are old evenings"),
    "yes_or_no": gettext_noop("“%(text)s” is neither yes nor no"),
    "date_missing": gettext_noop("the date is missing"),
    "date": gettext_noop("“%(text)s” is no date like 2026-11-17 or 17.11.2026"),
    "date_later": gettext_noop("%(date)s is still to come"),
    "number": gettext_noop("“%(text)s” is no number with at most two decimals"),
    "number_too_large": gettext_noop("“%(text)s” is too large"),
    "label_too_long": gettext_noop("this is longer than %(limit)s characters"),
    "box_missing": gettext_noop("the name of the box belongs here"),
    "not_in_game": gettext_noop("“%(text)s” has no points in this row"),
    "captain_is_box": gettext_noop("the box cannot be the captain"),
    # a row
    "too_few": gettext_noop("a game needs the points of two players at least"),
    "twice_in_game": gettext_noop("%(name)s has points in two columns"),
    "sum": gettext_noop("the points sum to %(sum)s, not to 0"),
    "evening_too_small": gettext_noop("this evening has fewer than three players"),
    "evening_too_large": gettext_noop("this evening has more than %(limit)s players"),
    # evenings by totals
    "names_missing": gettext_noop("the names of the players are missing: they stand above"),
    "twice_in_evening": gettext_noop("%(name)s has points twice on this evening"),
    "too_many_evenings": gettext_noop("there are more than %(limit)s evenings; divide the file"),
    # zip archives
    "zip_broken": gettext_noop("This zip archive is damaged, or only half of one."),
    "zip_none": gettext_noop("There is no %(ending)s file in this zip archive."),
    "zip_many": gettext_noop("This zip archive holds more than %(limit)s files."),
    "zip_packed": gettext_noop(
        "“%(name)s” is packed in a way that is not read here: use a common zip archive."
    ),
    "zip_locked": gettext_noop("“%(name)s” is protected by a password."),
    "zip_path": gettext_noop("“%(name)s” is no plain file name."),
    "zip_link": gettext_noop("“%(name)s” is a link and no file."),
    "zip_foreign": gettext_noop("“%(name)s” is no %(ending)s file."),
    "zip_twice": gettext_noop("“%(name)s” is in this zip archive twice."),
    "zip_large": gettext_noop("“%(name)s” is larger than %(limit)s MB."),
    "zip_total": gettext_noop("Unpacked, these files are larger than %(limit)s MB together."),
    "zip_bomb": gettext_noop("“%(name)s” grows too much when it is unpacked."),
}


class Unusable(ValueError):
    """The file cannot be used; `str()` is the English sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(MESSAGES[code] % params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it come back from the process that reads spreadsheets."""
        return partial(type(self), self.code, **self.params), ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with one row, or with one cell of it."""

    row: int
    column: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


class WrongCell(ValueError):
    """A cell does not hold what it should."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(MESSAGES[code] % params)

    def at(self, row: int, column: str) -> Problem:
        """Add the place."""
        return Problem(row, column, self.code, self.params)
