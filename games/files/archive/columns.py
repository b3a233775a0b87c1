"""Columns that rows and archives call the same: written, and found again, by one list of names."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any


def written(row: object, names: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row, as an archive has them."""
    return {name: plain(getattr(row, name)) for name in names}


def picked(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row that was read, for a new row."""
    return {name: data[name] for name in names}


def plain(value: Any) -> Any:
    """Return a day or a moment as a text, an amount as one without trailing zeros."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    return f"{value.normalize():f}" if isinstance(value, Decimal) else value
