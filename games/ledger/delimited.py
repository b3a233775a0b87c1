"""Comma-separated text that a spreadsheet opens as data and never as formulas."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

Cell = str | int | Decimal | None

# What spreadsheets take for the start of a formula, or skip before looking for one; the wide forms
# are what East Asian keyboards write.
_FORMULA_STARTS = (
    *"=+-@\t\r\n",
    "\N{FULLWIDTH EQUALS SIGN}",
    "\N{FULLWIDTH PLUS SIGN}",
    "\N{FULLWIDTH HYPHEN-MINUS}",
    "\N{FULLWIDTH COMMERCIAL AT}",
)
# Without it, spreadsheets read UTF-8 as the local code page and spoil every umlaut.
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def neutral(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run."""
    return "'" + text if text.lstrip(" ").startswith(_FORMULA_STARTS) else text


def points_number(hundredths: int) -> Decimal:
    """Points as a number for programs: 150 is 1.5, 300 is 3."""
    number = Decimal(hundredths) / 100
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number


def write_rows(rows: Iterable[Sequence[Cell]]) -> str:
    """Write the rows with a byte-order mark; texts are neutralised, numbers stay numbers."""
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([neutral(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()
