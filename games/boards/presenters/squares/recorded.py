"""A game on squares as a text holds it that other programs write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Recorded:
    """How it began, what was done as at a board, the result as the text says it, and its tags.

    `first` is a value of the game's rules; `result` is 1-0, 0-1, 1/2-1/2 or *.
    """

    first: Any
    acts: Sequence[tuple[str, Mapping[str, Any]]]
    result: str
    tags: Mapping[str, str]
