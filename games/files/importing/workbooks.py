"""Reads the first sheet of a spreadsheet (`.xlsx`) as the text that it would be saved as."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from games.files.importing.problems import Unusable
from games.files.importing.zips import BROKEN, MEGABYTE, MOST_FILES

LARGEST_UNPACKED: Final = 40
"""Megabytes. 5,000 rows of 60 columns are 18."""
LAST_ROW: Final = 50_000
"""Sheets end before it. A row that somebody has formatted far below is no row of a table."""
LAST_COLUMN: Final = 200
"""No table is wider. A single cell in the last column would make a row of 16,384."""
MOST_CELLS: Final = 2_000_000
"""Cells, empty ones included, that a sheet may have."""
DELIMITER: Final = ";"

_QUOTED: Final = frozenset(';,\t"')
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
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
        if len(entries) > MOST_FILES:
            raise Unusable("zip_many", limit=MOST_FILES)
        # No more than this is read of any entry, even where it holds more.
        if sum(entry.file_size for entry in entries) > LARGEST_UNPACKED * MEGABYTE:
            raise Unusable("zip_total", limit=LARGEST_UNPACKED)
        lines = list(islice(_lines(data), LAST_ROW + 1))
    except Unusable:
        raise
    except _BROKEN as error:
        raise Unusable("spreadsheet") from error
    while lines and not lines[-1].strip(DELIMITER):
        lines.pop()
    if len(lines) > LAST_ROW:
        raise Unusable("too_many_rows", limit=f"{LAST_ROW:,}")
    return "".join(f"{line}\n" for line in lines)


def _lines(data: bytes) -> Iterator[str]:
    for shown, written in zip(_rows(data, shown=True), _rows(data, shown=False), strict=True):
        cells = [_text(*pair) for pair in zip(shown, written, strict=True)]
        while cells and not cells[-1]:
            cells.pop()
        yield DELIMITER.join(cells)


def _rows(data: bytes, *, shown: bool) -> Iterator[tuple[Any, ...]]:
    """Yield the rows: what formulas showed, or the formulas."""
    # Only this reads spreadsheets, and the library takes 0.1 s to load.
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=shown, keep_links=False)
    sheet = next(each for each in book.worksheets if each.sheet_state == "visible")
    # The size that a file declares is often wrong.
    sheet.reset_dimensions()
    _bound(sheet)
    yield from sheet.iter_rows(values_only=True)


def _bound(sheet: Any) -> None:
    """Hold the limits of columns and cells while the sheet is read, row by row."""
    whole, read = sheet._get_row, 0

    def bounded(row: list[dict[str, Any]], *given: Any) -> tuple[Any, ...]:
        nonlocal read
        if row and row[-1]["column"] > LAST_COLUMN:
            if any(cell["value"] is not None for cell in row if cell["column"] > LAST_COLUMN):
                raise Unusable("too_many_columns", row=row[-1]["row"], limit=LAST_COLUMN)
            row = [cell for cell in row if cell["column"] <= LAST_COLUMN]
        read += row[-1]["column"] if row else 1
        if read > MOST_CELLS:
            raise Unusable("too_many_cells", limit=f"{MOST_CELLS:,}")
        found: tuple[Any, ...] = whole(row, *given)
        return found

    sheet._get_row = bounded


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
    return '"' + text.replace('"', '""') + '"' if _QUOTED & set(text) else text
