"""The same tables as `delimited`, as a spreadsheet of its own (`.xlsx`)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from games.ledger.delimited import Cell, neutral

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

NARROWEST = 8
WIDEST = 40


Rows = Iterable[Sequence[Cell]]


def write_workbook(rows: Rows, more: Iterable[tuple[str, Rows]] = ()) -> bytes:
    """Write the rows as a sheet whose heading stays in sight; numbers are numbers.

    `more` are further sheets with their titles. Texts are neutralised as in comma-separated text:
    the sheet may be saved as that.
    """
    # Only this writes spreadsheets, and the library takes 0.1 s to load.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    _fill(book.create_sheet(), rows)
    for title, others in more:
        _fill(book.create_sheet(title), others)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(sheet: WriteOnlyWorksheet, rows: Rows) -> None:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    table = [
        [
            ILLEGAL_CHARACTERS_RE.sub("", neutral(cell)) if isinstance(cell, str) else cell
            for cell in row
        ]
        for row in rows
    ]
    sheet.freeze_panes = "A2"
    for column in range(max(map(len, table), default=0)):
        width = max(len(str(row[column] or "")) for row in table if column < len(row))
        letter = get_column_letter(column + 1)
        # The stubs do not know that a sheet that is only written has columns.
        sheet.column_dimensions[letter].width = min(max(width + 2, NARROWEST), WIDEST)  # type: ignore[attr-defined]
    for number, row in enumerate(table):
        # The stubs know no decimals; the library writes them as numbers.
        cells = [WriteOnlyCell(sheet, cell) for cell in row]  # type: ignore[arg-type]
        if number == 0:
            for cell in cells:
                cell.font = Font(bold=True)
        sheet.append(cells)
