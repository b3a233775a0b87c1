"""Points as letters: ``a`` is White's 1 point and Black's 24, ``x`` the other end."""

from __future__ import annotations

from typing import Final

from games.rules.backgammon.board import BAR, OFF
from games.rules.backgammon.game import WHITE

SIDES: Final = "WB"
"""White is side 0, Black side 1."""

TAGS: Final = (("EventDate", "DT"), ("Event", "EV"), ("Round", "RO"), ("Site", "PC"))
"""Names of tags in match text, and the properties that mean the same."""


def letter_of(point: int, side: int) -> str:
    """Return the letter of an own point, the bar (25) or the place beside the board (0)."""
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return chr(ord("a") + (point if side == WHITE else BAR - point) - 1)


def point_of(letter: str, side: int) -> int:
    """Return the own point of a letter."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    place = ord(letter) - ord("a") + 1
    return place if side == WHITE else BAR - place
