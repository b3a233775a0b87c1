"""Reads days as people write them into a table, also with a month's name, or without a year."""

from __future__ import annotations

import datetime
import re
from enum import IntEnum
from typing import Final

from games.files.importing.cells import DAY_FIRST, date_in
from games.files.importing.names import folded
from games.files.importing.problems import WrongCell

_MONTHS: Final = (
    ("jan", "januar", "january"),
    ("feb", "februar", "february"),
    ("mar", "marz", "maerz", "mrz", "march"),
    ("apr", "april"),
    ("mai", "may"),
    ("jun", "juni", "june"),
    ("jul", "juli", "july"),
    ("aug", "august"),
    ("sep", "sept", "september"),
    ("okt", "oct", "oktober", "october"),
    ("nov", "november"),
    ("dez", "dec", "dezember", "december"),
)
_BY_NAME: Final = {name: month for month, names in enumerate(_MONTHS, 1) for name in names}
_DAYS: Final = re.compile(
    r"(?:(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)(?=.*\d)",
    re.IGNORECASE,
)
_NO_YEAR: Final = re.compile(r"(\d{1,2})([./-])\s?(\d{1,2})\.?")
_DAY: Final = re.compile(r"(\d{1,2})\.?")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_LONGEST: Final = 40

Month = tuple[int, int]
"""A year and a month; 0 for one that is not known."""
NO_MONTH: Final[Month] = (0, 0)


def month_in(text: str) -> Month:
    """Return the year and the month that a title or the name of a sheet says: “March 2026”."""
    year = _YEAR.search(text)
    named = (_BY_NAME.get(word, 0) for word in folded(text).split())
    return (int(year[0]) if year else 0), next((one for one in named if one), 0)


class Care(IntEnum):
    """What counts as a day. Points may look like a day without a year: 1.5, or 7."""

    WHOLE = 0
    NO_YEAR = 1
    DAY_ALONE = 2


def day_in(
    cell: str, order: str = DAY_FIRST, month: Month = NO_MONTH, care: Care = Care.WHOLE
) -> datetime.date | None:
    """Return the day in a cell, or None; `month` is what stands above, or on the sheet's tab."""
    text = _DAYS.sub("", cell.strip(), count=1)
    if not text or len(text) > _LONGEST:
        return None
    try:
        return date_in(text, order)
    except WrongCell:
        pass
    year, known_month = month
    named = _named(text, year)
    if named is not None:
        return named
    if care >= Care.NO_YEAR and (found := _NO_YEAR.fullmatch(text)):
        day, between, month_number = found.groups()
        if order != DAY_FIRST and between != ".":
            day, month_number = month_number, day
        return _date(year, int(month_number), int(day))
    if care == Care.DAY_ALONE and known_month and (only := _DAY.fullmatch(text)):
        return _date(year, known_month, int(only[1]))
    return None


def _named(text: str, year: int) -> datetime.date | None:
    """Read 3 March 2026, March 3, 2026, 3. März."""
    words = folded(text).split()
    months = [_BY_NAME[word] for word in words if word in _BY_NAME]
    numbers = [word.rstrip("stndrh") for word in words if word not in _BY_NAME]
    if len(months) != 1 or not all(one.isdigit() for one in numbers):
        return None
    days = [int(one) for one in numbers if len(one) <= 2]
    years = [int(one) for one in numbers if len(one) == 4]
    if len(days) == 1 and len(years) <= 1:
        return _date(years[0] if years else year, months[0], days[0])
    return None


def _date(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
