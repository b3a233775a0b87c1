"""Reads single cells: names, numbers, dates, yes and no."""

from __future__ import annotations

import datetime
import re
from typing import Final

from games.files.importing.problems import WrongCell
from games.names.identity import as_pasted

DAY_FIRST: Final = "dmy"
MONTH_FIRST: Final = "mdy"

_FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")
_NUMBER: Final = re.compile(r"([+-]?)(\d+)(?:[.,](\d{1,2})0*)?")
_LONGEST_NUMBER: Final = 12
_BLANKS: Final = re.compile(r"[\s\u00a0\u202f]+")
_YEAR_FIRST: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ].*)?")
_TIME: Final = (
    r"(?:(?:T|,?\s+)\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?"
    r"(?:\s?[AaPp]\.?[Mm]\.?|\s?Uhr|\s?h)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?"
)
_YEAR_LAST: Final = re.compile(rf"(\d{{1,2}})([-./])\s?(\d{{1,2}})[-./]\s?(\d{{4}}|\d{{2}}){_TIME}")
_YES: Final = frozenset({"yes", "y", "true", "1", "x", "active", "ja", "j", "wahr", "aktiv"})
_NO: Final = frozenset({"no", "n", "false", "0", "-", "inactive", "nein", "falsch", "inaktiv"})
_CENTURY_TURNS: Final = 70


def text_in(cell: str) -> str:
    """Return a cell's text with single blanks, without signs that nobody sees.

    Removes the apostrophe that exports prefix so that spreadsheets do not run the text.

    Raises:
        WrongCell: it is a formula.
    """
    text = " ".join(as_pasted(cell).split())
    if text.startswith("'") and text[1:].lstrip(" ").startswith(_FORMULA_STARTS):
        return text[1:]
    if text.startswith(_FORMULA_STARTS):
        raise WrongCell("formula")
    return text


def points_in(cell: str) -> int:
    """Return points in hundredths: 1.5, 1,5 and +1.50 are 150.

    Raises:
        WrongCell: it is not a number, or has more than two decimals.
    """
    text = _BLANKS.sub("", cell).replace("\N{MINUS SIGN}", "-")
    found = _NUMBER.fullmatch(text)
    if found is None or not text.isascii():
        raise WrongCell("formula" if text.startswith(("=", "@")) else "number", text=cell)
    sign, whole, decimals = found.groups()
    if len(whole) > _LONGEST_NUMBER:
        raise WrongCell("number_too_large", text=cell)
    size = int(whole) * 100 + int((decimals or "").ljust(2, "0"))
    return -size if sign == "-" else size


def is_number(cell: str) -> bool:
    """Tell whether a cell holds points."""
    try:
        points_in(cell)
    except WrongCell:
        return False
    return True


def date_in(cell: str, order: str = DAY_FIRST) -> datetime.date:
    """Return a date; `order` resolves dates in which either day or month could come first.

    With points between the parts the day comes first; a slash is ambiguous. A time behind it is
    left out.

    Raises:
        WrongCell: the cell holds no date, or a day that does not exist.
    """
    if not cell:
        raise WrongCell("date_missing")
    if found := _YEAR_FIRST.fullmatch(cell):
        year, month, day = found.groups()
    elif found := _YEAR_LAST.fullmatch(cell):
        day, between, month, year = found.groups()
        if order == MONTH_FIRST and between != ".":
            day, month = month, day
    else:
        raise WrongCell("date", text=cell)
    try:
        return datetime.date(_full(year), int(month), int(day))
    except ValueError as error:
        raise WrongCell("date", text=cell) from error


def _full(year: str) -> int:
    number = int(year)
    if len(year) > 2:
        if not 1900 <= number <= 2100:
            raise ValueError(year)
        return number
    return number + (1900 if number >= _CENTURY_TURNS else 2000)


def guessed_order(cells: list[str]) -> str:
    """Return the order of day and month that makes every cell of a column a date."""
    firsts = [found for cell in cells if (found := _YEAR_LAST.fullmatch(cell))]
    month_first = any(int(found[3]) > 12 for found in firsts)
    day_first = any(int(found[1]) > 12 for found in firsts)
    return MONTH_FIRST if month_first and not day_first else DAY_FIRST


def has_open_order(cells: list[str]) -> bool:
    """Tell whether the cells leave open which comes first, day or month."""
    return any((found := _YEAR_LAST.fullmatch(cell)) and found[2] != "." for cell in cells)


def yes_in(cell: str) -> bool:
    """Return yes or no; blank means yes.

    Raises:
        WrongCell: it is something else.
    """
    word = cell.casefold()
    if not word or word in _YES:
        return True
    if word in _NO:
        return False
    raise WrongCell("yes_or_no", text=cell)
