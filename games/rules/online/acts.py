"""What sides do at a board of two: the names of acts, what is typed for them, and sent along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final


def _nothing(_text: str) -> dict[str, Any]:
    return {}


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


@dataclass(frozen=True, slots=True)
class Act:
    """An act of a side; its name is that of its step in the log.

    `words` are what can be typed for it: at boards with a cube only, or at those without, or of one
    `game` only. `by_game`: the game's own rules do it, by `GameType.act`. `payload` makes the
    step's payload of the text that comes with the act.
    """

    words: tuple[str, ...] = ()
    by_game: bool = False
    has_cube: bool | None = None
    game: str = ""
    payload: Callable[[str], dict[str, Any]] = _nothing


ACTS: Final[Mapping[str, Act]] = {
    "roll": Act(("$roll",), by_game=True, has_cube=True),
    "play": Act(by_game=True, payload=lambda text: {"text": text}),
    "double": Act(("$double",), by_game=True, has_cube=True),
    "take": Act(("$take",), by_game=True, has_cube=True),
    "drop": Act(("$drop",), by_game=True, has_cube=True),
    "beaver": Act(("$beaver", "$raccoon"), by_game=True, has_cube=True),
    "resign": Act(("$quit",), by_game=True, payload=lambda text: {"level": text or "single"}),
    "draw": Act(("$remis",)),
    "accept": Act(("$accept",)),
    "refuse": Act(("$refuse",)),
    "takeback": Act(("$takeback",)),
    "next": Act(("$next",), has_cube=True),
    "flag": Act(("$flag",)),
    "claim": Act(("$claim",), by_game=True, has_cube=False),
    "huff": Act(
        ("$blasen",), by_game=True, game="dame", payload=lambda text: {"square": _number(text)}
    ),
    "adjourn": Act(),
    "resume": Act(),
    "holiday": Act(payload=lambda text: {"days": _number(text) or 0}),
}
