"""Replaces the identifiers inside a log by portable numbers, and back.

Player 3 is written "~p3", note 2 of a session "~n2"; a text that begins with a tilde gets a second
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

MARK: Final = "~"


def numbered(value: Any, numbers: Mapping[str, str]) -> Any:
    """Return JSON data with numbers for identifiers; `numbers` says "p3" for an identifier."""
    if isinstance(value, str):
        if value in numbers:
            return MARK + numbers[value]
        return MARK + value if value.startswith(MARK) else value
    return _inside(value, numbered, numbers)


def named(value: Any, ids: Mapping[str, str]) -> Any:
    """Return JSON data with identifiers for numbers: the inverse of `numbered`.

    Raises:
        KeyError: a number is unknown.
    """
    if isinstance(value, str) and value.startswith(MARK):
        rest = value[len(MARK) :]
        return rest if rest.startswith(MARK) else ids[rest]
    return _inside(value, named, ids)


def _inside(value: Any, exchange: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [exchange(item, names) for item in value]
    if isinstance(value, dict):
        return {exchange(key, names): exchange(item, names) for key, item in value.items()}
    return value
