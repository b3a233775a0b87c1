"""Results at the end of a game without a cube, as people write them."""

from __future__ import annotations

import re
from typing import Final

_DASH: Final = r"\s*[-\u2010-\u2015\u2212:]\s*"
_HALF: Final = r"(?:1/2|½|0[.,]5)"
RESULT: Final = rf"(?:\*|1{_DASH}0|0{_DASH}1|{_HALF}(?:{_DASH}{_HALF})?)"
"""What a result looks like, for readers that divide a text into words."""
_HALVES: Final = re.compile(rf"{_HALF}(?:{_DASH}{_HALF})?")
_WON: Final = re.compile(rf"([01]){_DASH}([01])")


def result_said(text: str) -> str | None:
    """Return a result as PGN writes it: 1-0, 0-1, 1/2-1/2 or *; None for any other text."""
    said = text.strip()
    if said == "*":
        return said
    if _HALVES.fullmatch(said):
        return "1/2-1/2"
    won = _WON.fullmatch(said)
    return f"{won[1]}-{won[2]}" if won and won[1] != won[2] else None
