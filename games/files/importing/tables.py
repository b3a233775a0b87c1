"""Reads the tables of spreadsheets: their own files, and delimited text with any of their
settings.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from games.fast.apart import TooMuch, apart
from games.files.importing.problems import Unusable
from games.files.importing.workbooks import (
    DELIMITER,
    MOST_COLUMNS,
    MOST_ROWS,
    workbook_sheets,
    workbook_text,
)
from games.rules.file_text import file_text

LARGEST: Final = 5
"""Megabytes."""
LONGEST_CELL: Final = 500
SHORT: Final = 100_000
"""Bytes. A page reads a spreadsheet up to this size while its reader waits; the worker reads a
larger one."""

Found = TypeVar("Found")

DELIMITERS: Final = (";", ",", "\t")
_ENOUGH_TO_SNIFF: Final = 50
WORKBOOK: Final = "xlsx"
"""Stands for the encoding of a spreadsheet that is not text."""
_ZIP: Final = b"PK\x03\x04"
_OLD_SPREADSHEET: Final = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class SpreadsheetRow:
    """A row with its number as the spreadsheet shows it; the heading is row 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A table: its heading, and all rows below that are not blank, each as wide as the heading."""

    encoding: str
    delimiter: str
    head: tuple[str, ...]
    rows: tuple[SpreadsheetRow, ...]

    def label(self, column: int) -> str:
        """Return the name of a column: its heading, or its letter if that is blank."""
        return self.head[column] or letter(column)

    def values(self, column: int) -> Iterator[str]:
        """Yield the cells of a column that are not blank."""
        return (row.cells[column] for row in self.rows if row.cells[column])


@dataclass(frozen=True, slots=True)
class TabSheet:
    """A sheet as it is: the name on its tab, and its rows that are not blank."""

    name: str
    rows: tuple[SpreadsheetRow, ...]


def letter(column: int) -> str:
    """Return the letters a spreadsheet shows above a column: A, B, ... Z, AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def read_table(data: bytes, fewest: int = 2) -> Spreadsheet:
    """Read a spreadsheet, or a file of comma-, semicolon- or tab-separated text.

    With fewer rows than `fewest`, the heading among them, it is none.

    Raises:
        Unusable: it is too large, or neither text nor a spreadsheet, or not a table.
    """
    if len(data) > LARGEST * 1024 * 1024:
        raise Unusable("too_large", limit=LARGEST)
    text, encoding = decoded(data)
    if encoding == WORKBOOK:
        delimiter = DELIMITER
    else:
        text, delimiter = declared(text)
        delimiter = delimiter or sniffed(text)
    rows = list(_rows(text, delimiter))
    if not rows:
        raise Unusable("empty")
    if len(rows) < fewest:
        raise Unusable("no_rows")
    width = max(len(row.cells) for row in rows)
    filled = [
        SpreadsheetRow(row.number, row.cells + ("",) * (width - len(row.cells))) for row in rows
    ]
    return Spreadsheet(encoding, delimiter, filled[0].cells, tuple(filled[1:]))


def read_tabs(data: bytes) -> tuple[list[TabSheet], list[str]]:
    """Return all sheets of a spreadsheet that are shown, and the names of hidden ones; text is one.

    Raises:
        Unusable: it is too large, or neither text nor a spreadsheet.
    """
    if not data.startswith(_ZIP):
        sheet = read_table(data, fewest=1)
        return [TabSheet("", (SpreadsheetRow(1, sheet.head), *sheet.rows))], []
    if len(data) > LARGEST * 1024 * 1024:
        raise Unusable("too_large", limit=LARGEST)
    texts, hidden = _workbook(workbook_sheets, data)
    return [TabSheet(name, tuple(_rows(text, DELIMITER))) for name, text in texts], hidden


def _workbook(read: Callable[[bytes], Found], data: bytes) -> Found:
    """Read a spreadsheet where no page waits for it; a long one is read by the worker anyway."""
    try:
        return apart(read, data) if len(data) <= SHORT else read(data)
    except TooMuch as error:
        raise Unusable("spreadsheet_slow") from error


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding.

    Of a spreadsheet it is the text of its first sheet.

    Raises:
        Unusable: it is neither text nor a spreadsheet, or has another encoding.
    """
    if data.startswith(_OLD_SPREADSHEET):
        raise Unusable("old_spreadsheet")
    try:
        text, encoding = (
            (_workbook(workbook_text, data), WORKBOOK) if data.startswith(_ZIP) else file_text(data)
        )
    except UnicodeDecodeError as error:
        raise Unusable("encoding") from error
    if any(ord(character) < 32 and character not in "\t\n\r\f\v" for character in set(text)):
        raise Unusable("binary")
    return text, encoding


def declared(text: str) -> tuple[str, str]:
    """Remove the line (`sep=;`) with which spreadsheets declare the delimiter."""
    first, _, rest = text.partition("\n")
    declared = first.strip().strip('"')
    if declared[:4].lower() == "sep=" and declared[4:] in ("", *DELIMITERS):
        return rest, declared[4:] or "\t"
    return text, ""


def sniffed(text: str) -> str:
    """Return the delimiter that makes the first rows equally wide; of several, the one with most
    columns.

    With a wrong delimiter, decimal commas or commas in names make some rows wider than others.
    """

    def merit(delimiter: str) -> tuple[int, int]:
        widths = _widths(text, delimiter)
        alike = sum(width == widths[0] for width in widths) if widths and widths[0] > 1 else 0
        return alike, widths[0] if widths else 0

    return max(DELIMITERS, key=merit)


def _widths(text: str, delimiter: str) -> list[int]:
    widths: list[int] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for cells in reader:
            if cells:
                widths.append(len(cells))
            if len(widths) >= _ENOUGH_TO_SNIFF:
                break
    except csv.Error:
        return []
    return widths


def _rows(text: str, delimiter: str) -> Iterator[SpreadsheetRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = count = 0
    try:
        for number, cells in enumerate(reader, 1):
            clean = tuple(cell.strip() for cell in cells)
            if not any(clean):
                continue
            if len(clean) > MOST_COLUMNS:
                raise Unusable("too_many_columns", row=number, limit=MOST_COLUMNS)
            if any(len(cell) > LONGEST_CELL for cell in clean):
                raise Unusable("cell_too_long", row=number, limit=LONGEST_CELL)
            count += 1
            if count > MOST_ROWS + 1:
                raise Unusable("too_many_rows", limit=f"{MOST_ROWS:,}")
            yield SpreadsheetRow(number, clean)
    except csv.Error as error:
        raise Unusable("quotes", row=number + 1) from error


def without_head(sheet: Spreadsheet) -> Spreadsheet:
    """Return a table whose first row is no heading but one of the others."""
    first = SpreadsheetRow(1, sheet.head)
    return replace(sheet, head=("",) * len(sheet.head), rows=(first, *sheet.rows))
