"""Ratings as lists have them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

RATING: Final = re.compile(r"(?<![\w.,])(\d{3,4}(?:[.,]\d{1,2})?)(?!\w|[.,]\d)")
"""One that stands among other words."""
_WHOLE: Final = re.compile(r"\d{1,4}(?:[.,]\d{1,4})?")
_WITHOUT: Final = frozenset({"unr", "unrated", "n/a", "na", "none", "new", "neu", "ohne", "keine"})
_CENTS: Final = Decimal("0.01")


def rating_of(text: str) -> Decimal | None:
    """Return a rating with at most two decimals; None if it is none, or 0, which means unrated."""
    found = _WHOLE.fullmatch(text.strip())
    if found is None:
        return None
    number = Decimal(found.group().replace(",", "."))
    rating = number.quantize(_CENTS) if number != number.to_integral_value() else number
    return rating or None


def is_no_rating(text: str) -> bool:
    """Tell whether a cell for a rating says something else: no blank, no dash, not "unrated"."""
    said = text.strip().casefold().rstrip(".")
    is_blank = not any(letter.isalnum() for letter in said) or said in _WITHOUT
    return not is_blank and _WHOLE.fullmatch(said) is None
