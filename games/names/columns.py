"""What the columns of a table without a heading hold, by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from games.names import heads
from games.names.countries import CODES
from games.names.identity import identity
from games.names.lines import is_club, is_surname

_FEWEST_FOR_CLUBS: Final = 4
"""In so many rows a column that repeats itself holds clubs and not first names."""
_FEWEST_FOR_COUNTRIES: Final = 2
_MEMBER: Final = re.compile(r"[A-Za-z]{1,5}[-/. ]?\d{3,10}|\d{1,6}[-/.]\d{2,6}")
"""A number of a federation that is more than digits: DE-1041, 41-207."""
_DIGITS: Final = re.compile(r"\d{1,9}([.,]\d{1,4})?\.?")
_LARGEST_RATING: Final = 9_999
_SMALLEST_RATING: Final = 100


def guessed(columns: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the kind of each column.

    Of several columns with numbers like ratings, the one in which they differ least has them.
    """
    kinds = [heads.UNUSED] * len(columns)
    texts, ratings = [], []
    for place, column in enumerate(columns):
        if is_numeric(column):
            if not is_count(column):
                ratings.append(place)
            elif _are_members(column):
                kinds[place] = _free(kinds, heads.FEDERATION_NUMBER)
        elif all(map(_MEMBER.fullmatch, filter(None, column))) and any(column):
            kinds[place] = _free(kinds, heads.FEDERATION_NUMBER)
        elif _are_countries(column):
            kinds[place] = _free(kinds, heads.COUNTRY)
        else:
            texts.append(place)
    if ratings:
        kinds[min(ratings, key=lambda place: (_spread(columns[place]), place))] = heads.RATING
    if not texts:
        return kinds
    name, *more = texts
    if more and _is_first_names(columns[name], columns[more[0]], len(more) > 1):
        # Lists of ratings have the surname first.
        kinds[name], kinds[more[0]] = heads.LAST_NAME, heads.FIRST_NAME
        more = more[1:]
    else:
        kinds[name] = heads.NAME
    if more:
        kinds[more[0]] = heads.HOME_CLUB
    return kinds


def _free(kinds: Sequence[str], kind: str) -> str:
    return heads.UNUSED if kind in kinds else kind


def repeats(column: Sequence[str]) -> bool:
    """Tell whether a column says the same of several, as those of clubs and countries do."""
    filled = [identity(cell) for cell in column if cell]
    return len(filled) >= 2 and len(set(filled)) <= (
        len(filled) * 3 // 4 if len(filled) >= _FEWEST_FOR_CLUBS else len(filled) - 1
    )


def is_numeric(column: Sequence[str]) -> bool:
    """Tell whether a column has numbers only."""
    filled = [cell for cell in column if cell]
    return bool(filled) and all(map(_DIGITS.fullmatch, filled))


def is_count(column: Sequence[str]) -> bool:
    """Tell whether numbers are those of the rows, or of members, and no ratings."""
    filled = [cell.rstrip(".") for cell in column if cell]
    if not filled or not all(cell.isdigit() for cell in filled):
        return False
    numbers = list(map(int, filled))
    return _is_running(numbers) or max(numbers) < _SMALLEST_RATING or max(numbers) > _LARGEST_RATING


def is_running(column: Sequence[str]) -> bool:
    """Tell whether a column counts its rows."""
    filled = [cell.rstrip(".") for cell in column if cell]
    return len(filled) > 1 and all(map(str.isdigit, filled)) and _is_running(list(map(int, filled)))


def _is_running(numbers: Sequence[int]) -> bool:
    return {after - before for before, after in pairwise(numbers)} == {1}


def _are_members(column: Sequence[str]) -> bool:
    """Tell whether numbers too large for ratings are those of a federation: each is another's."""
    filled = [cell for cell in column if cell]
    return len(set(filled)) == len(filled) and max(map(int, filled)) > _LARGEST_RATING


def _are_countries(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell]
    return len(filled) >= _FEWEST_FOR_COUNTRIES and all(cell in CODES for cell in filled)


def _spread(column: Sequence[str]) -> float:
    """Return how far numbers are apart, in their mean."""
    numbers = [float(cell.rstrip(".").replace(",", ".")) for cell in column if cell]
    return (max(numbers) - min(numbers)) * len(numbers) / (sum(numbers) or 1)


def _is_first_names(names: Sequence[str], others: Sequence[str], has_more: bool) -> bool:
    """Tell whether a column behind surnames has first names: they repeat less than clubs do."""
    if not all(is_surname(one) for one in names if one) or any(map(is_club, others)):
        return False
    filled = [identity(one) for one in others if one]
    if len(filled) < _FEWEST_FOR_CLUBS:
        return len(set(filled)) == len(filled)
    return len(set(filled)) * (4 if has_more else 2) >= len(filled)
