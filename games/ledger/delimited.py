"""Comma-separated text that a spreadsheet opens as data, never as formulas."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from unicodedata import category

Cell = str | int | Decimal | None

# Characters that start a formula, or that spreadsheets skip before one; the wide forms come from
# East Asian keyboards.
_FORMULA_STARTS = (
    *"=+-@",
    "\N{FULLWIDTH EQUALS SIGN}",
    "\N{FULLWIDTH PLUS SIGN}",
    "\N{FULLWIDTH HYPHEN-MINUS}",
    "\N{FULLWIDTH COMMERCIAL AT}",
)
# Without it, spreadsheets read UTF-8 as the local code page and garble umlauts.
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def neutral(text: str) -> str:
    """Prefix an apostrophe to a text that a spreadsheet would run as a formula.

    Blanks of every kind and signs that nobody sees may stand before it.
    """
    first = next((one for one in text if not (one.isspace() or category(one) == "Cf")), "")
    is_formula = first in _FORMULA_STARTS or text.lstrip(" ").startswith(("\t", "\r", "\n"))
    return "'" + text if first and is_formula else text


def points_number(hundredths: int) -> Decimal:
    """Write points as a number for programs: 150 is 1.5, 300 is 3."""
    number = Decimal(hundredths) / 100
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number


def write_rows(rows: Iterable[Sequence[Cell]], *, point: str = ".") -> str:
    """Write the rows with a byte-order mark; texts are neutralised, numbers stay numbers.

    With a decimal comma the cells are separated by semicolons, as spreadsheets of those countries
    expect it.
    """
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, delimiter=";" if point == "," else ",")
    for row in rows:
        writer.writerow([_written(cell, point) for cell in row])
    return out.getvalue()


def _written(cell: Cell, point: str) -> Cell:
    if isinstance(cell, str):
        return neutral(cell)
    return str(cell).replace(".", point) if isinstance(cell, Decimal) else cell
