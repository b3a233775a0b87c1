"""Who plays in the demo club: twelve people with habits of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays.

    `skill` moves every roll a little; `doubles` is the chance to win from which they turn a cube,
    `takes` the one from which they keep it, `beavers` the one from which they send it back.
    `comes` is how many of ten evenings see them.
    """

    skill: float
    doubles: float
    takes: float
    beavers: float
    comes: int


PEOPLE: Final = {
    "Ann": Style(skill=0.0066, doubles=0.70, takes=0.25, beavers=0.52, comes=9),
    "Bob": Style(skill=0.0022, doubles=0.66, takes=0.22, beavers=0.50, comes=8),
    "Cid": Style(skill=0.0099, doubles=0.71, takes=0.24, beavers=0.51, comes=9),
    "Dee": Style(skill=-0.0022, doubles=0.64, takes=0.19, beavers=0.47, comes=8),
    "Eve": Style(skill=0.0044, doubles=0.73, takes=0.28, beavers=0.56, comes=8),
    "Fay": Style(skill=-0.0066, doubles=0.62, takes=0.14, beavers=0.44, comes=7),
    "Gus": Style(skill=-0.0099, doubles=0.78, takes=0.12, beavers=0.46, comes=6),
    "Hal": Style(skill=0.0011, doubles=0.69, takes=0.33, beavers=0.60, comes=5),
    "Ida": Style(skill=0.0083, doubles=0.68, takes=0.26, beavers=0.53, comes=5),
    "Jon": Style(skill=-0.0044, doubles=0.60, takes=0.20, beavers=0.48, comes=4),
    "Kim": Style(skill=0.0, doubles=0.70, takes=0.25, beavers=0.52, comes=2),
    "Leo": Style(skill=-0.0121, doubles=0.75, takes=0.30, beavers=0.40, comes=1),
}
"""In the order in which they joined the club."""
