"""Reads the sheets of a spreadsheet (`.xlsx`, `.ods`) as the text they would be saved as."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from games.files.importing.open_documents import (
    document_rows,
    document_sheets,
    is_open_document,
)
from games.files.importing.problems import Unusable
from games.files.importing.zips import BROKEN, MEGABYTE, MOST_FILES

LARGEST_UNPACKED: Final = 40
"""Megabytes. 5,000 rows of 60 columns are 18."""
LAST_ROW: Final = 50_000
"""Sheets end before it. A row that somebody has formatted far below is no row of a table."""
MOST_COLUMNS: Final = 60
"""No table is wider. A single cell in the last column would make a row of 16,384."""
MOST_ROWS: Final = 5_000
"""Rows that are not blank, below the heading."""
MOST_CELLS: Final = 500_000
"""Cells, empty ones included, that a sheet may have."""
MOST_SHEETS: Final = 60
DELIMITER: Final = ";"
Found = TypeVar("Found")

_QUOTED: Final = frozenset(';,\t"')
_FORMULA: Final = re.compile(rb"<(?:\w+:)?f[\s/>]")
_PIECE: Final = 1 << 16
_LONGEST_TAG: Final = 40
_DIGITS: Final = ".12g"
"""Spreadsheets calculate with more digits; the last are rounding errors: 0.30000000000000004."""
_BROKEN: Final = (
    *BROKEN,
    SyntaxError,  # of the XML
    # The library checks little: what is missing in a file shows as one of these.
    LookupError,
    TypeError,
    AttributeError,
)


def workbook_text(data: bytes) -> str:
    """Return the first sheet that is shown, with a semicolon between cells, a line for each row.

    A formula is what it showed when the file was saved; one that never showed anything stays a
    formula, and is refused like any other.

    Raises:
        Unusable: it is not such a spreadsheet, or too large.
    """
    return _read(data, lambda: _text_of(islice(_lines(data), LAST_ROW + 1)))


def workbook_sheets(data: bytes) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the name and the text of each sheet that is shown, and the names of the others.

    Raises:
        Unusable: it is not such a spreadsheet, or too large.
    """
    return _read(data, lambda: _sheets(data))


def _read(data: bytes, read: Callable[[], Found]) -> Found:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
        if len(entries) > MOST_FILES:
            raise Unusable("zip_many", limit=MOST_FILES)
        # No more than this is read of any entry, even where it holds more.
        if sum(entry.file_size for entry in entries) > LARGEST_UNPACKED * MEGABYTE:
            raise Unusable("zip_total", limit=LARGEST_UNPACKED)
        return read()
    except Unusable:
        raise
    except _BROKEN as error:
        raise Unusable("spreadsheet") from error


def _text_of(rows: Iterable[str]) -> str:
    lines = list(rows)
    while lines and not lines[-1].strip(DELIMITER):
        lines.pop()
    if len(lines) > LAST_ROW:
        raise Unusable("too_many_rows", limit=f"{LAST_ROW:,}")
    return "".join(f"{line}\n" for line in lines)


def _limits() -> dict[str, int]:
    return {
        "last_row": LAST_ROW,
        "last_column": MOST_COLUMNS,
        "most_cells": MOST_CELLS,
        "largest": LARGEST_UNPACKED,
    }


def _sheets(data: bytes) -> tuple[list[tuple[str, str]], list[str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if is_open_document(archive):
            lines: dict[int, list[str]] = defaultdict(list)
            names: dict[int, str] = {}
            for number, name, row in document_sheets(archive, **_limits()):
                names[number] = name
                lines[number].append(DELIMITER.join(map(_quoted, row)))
            return [(names[number], _text_of(lines[number])) for number in lines], []
    found: list[tuple[str, str]] = []
    hidden: list[str] = []
    for place, (name, is_shown) in enumerate(_tabs(data)):
        if not is_shown:
            hidden.append(name)
        elif len(found) == MOST_SHEETS:
            raise Unusable("too_many_sheets", limit=MOST_SHEETS)
        else:
            found.append((name, _text_of(islice(_lines_of(data, place), LAST_ROW + 1))))
    return found, hidden


def _lines(data: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if is_open_document(archive):
            rows = document_rows(archive, **_limits())
            yield from (DELIMITER.join(map(_quoted, row)) for row in rows)
            return
    first = next(place for place, (_name, is_shown) in enumerate(_tabs(data)) if is_shown)
    yield from _lines_of(data, first)


def _lines_of(data: bytes, place: int) -> Iterator[str]:
    sheet = _sheet(data, place, formulas=False)
    # Without formulas nothing is written but what is shown: one reading is enough.
    written = _sheet(data, place, formulas=True) if _has_formulas(data, sheet) else None
    rows = _rows(sheet)
    both = zip(rows, _rows(written), strict=True) if written else ((row, row) for row in rows)
    for pair in both:
        cells = [_text(*cell) for cell in zip(*pair, strict=True)]
        while cells and not cells[-1]:
            cells.pop()
        yield DELIMITER.join(cells)


def _has_formulas(data: bytes, sheet: Any) -> bool:
    """Tell whether a sheet may have formulas; looking is a hundredth of reading it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(sheet._worksheet_path) as file:
        end = b""
        while piece := file.read(_PIECE):
            if _FORMULA.search(end + piece):
                return True
            end = piece[-_LONGEST_TAG:]
    return False


def _book(data: bytes, *, formulas: bool) -> Any:
    # Only this reads spreadsheets, and the library takes 0.1 s to load.
    from openpyxl import load_workbook

    return load_workbook(io.BytesIO(data), read_only=True, data_only=not formulas, keep_links=False)


def _tabs(data: bytes) -> list[tuple[str, bool]]:
    """Return the name of each sheet, and whether it is shown."""
    book = _book(data, formulas=False)
    return [(sheet.title, sheet.sheet_state == "visible") for sheet in book.worksheets]


def _sheet(data: bytes, place: int, *, formulas: bool) -> Any:
    """Return a sheet, with formulas or what they showed."""
    sheet = _book(data, formulas=formulas).worksheets[place]
    # The size that a file declares is often wrong.
    sheet.reset_dimensions()
    _bound(sheet)
    return sheet


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    rows: Iterator[tuple[Any, ...]] = sheet.iter_rows(values_only=True)
    return rows


def _bound(sheet: Any) -> None:
    """Hold the limits of columns, rows and cells while the sheet is read, row by row."""
    whole, read, filled = sheet._get_row, 0, 0

    def bounded(row: list[dict[str, Any]], *given: Any) -> tuple[Any, ...]:
        nonlocal read, filled
        if row and row[-1]["column"] > MOST_COLUMNS:
            if any(_is_filled(cell) for cell in row if cell["column"] > MOST_COLUMNS):
                raise Unusable("too_many_columns", row=row[-1]["row"], limit=MOST_COLUMNS)
            row = [cell for cell in row if cell["column"] <= MOST_COLUMNS]
        filled += any(map(_is_filled, row))
        if filled > MOST_ROWS + 1:
            raise Unusable("too_many_rows", limit=f"{MOST_ROWS:,}")
        read += row[-1]["column"] if row else 1
        if read > MOST_CELLS:
            raise Unusable("too_many_cells", limit=f"{MOST_CELLS:,}")
        found: tuple[Any, ...] = whole(row, *given)
        return found

    sheet._get_row = bounded


def _is_filled(cell: dict[str, Any]) -> bool:
    value = cell["value"]
    return value is not None and not (isinstance(value, str) and not value.strip())


def _text(shown: Any, written: Any) -> str:
    match shown:
        case None:
            text = str(written) if written is not None else ""
        case bool():
            text = "yes" if shown else "no"
        case float():
            text = format(shown, _DIGITS)
        case datetime.datetime() if shown.time() == datetime.time():
            text = shown.date().isoformat()
        case _:
            text = " ".join(str(shown).split())
    return _quoted(text)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED & set(text) else text
