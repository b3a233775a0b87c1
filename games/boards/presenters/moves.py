"""What was played so far in the game that runs at a board, as the list beside it has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.boards.faces.backgammon.state import dice_text
from games.boards.faces.games import FACES
from games.boards.selectors.boards import steps_of_game
from games.models import Board

CUBE: Final[Mapping[str, str]] = {
    "double": gettext_noop("doubles"),
    "take": gettext_noop("takes"),
    "beaver": gettext_noop("beavers"),
    "drop": gettext_noop("drops"),
}
OFFERS: Final = frozenset({"draw", "takeback", "adjourn", "resign"})


@dataclass(frozen=True, slots=True)
class MoveSeen:
    """A play, a dance or an act with the cube, and who did it."""

    side: int
    text: str
    is_play: bool = False


def moves_of(board: Board) -> list[MoveSeen]:
    """Return the present game of a board of two; a turn that was taken back is not in it."""
    if board.session_id is not None:
        return []
    return moves_said(steps_of_game(board), board.phase, FACES[board.type].shown)


def moves_said(
    steps: Iterable[tuple[str, int | None, Mapping[str, Any]]], phase: str, shown: Any = str
) -> list[MoveSeen]:
    """Return the steps of a game in words; `phase` is what it waits for now."""
    moves: list[MoveSeen] = []
    rolled: tuple[int | None, str] | None = None
    played = rolled
    offered = ""
    for kind, side, payload in steps:
        if kind == "roll":
            moves += _danced(rolled)
            rolled = side, dice_text(payload["dice"])
        elif kind == "play" and side is not None:
            text = shown(payload["text"])
            moves.append(MoveSeen(side, f"{rolled[1]}: {text}" if rolled else text, is_play=True))
            rolled, played = None, rolled
        elif kind == "huff" and side is not None:
            moves.append(MoveSeen(side, f"x{payload['square']}"))
        elif kind in CUBE and side is not None:
            moves += _danced(rolled)
            rolled = None
            moves.append(MoveSeen(side, _(CUBE[kind])))
        elif kind == "accept" and offered == "takeback":
            last = max((at for at, one in enumerate(moves) if one.is_play), default=len(moves))
            del moves[last:]
            rolled = played
        if kind in OFFERS:
            offered = kind
        elif kind not in ("chat", "holiday"):
            offered = ""
    return moves if phase == "play" else [*moves, *_danced(rolled)]


def _danced(rolled: tuple[int | None, str] | None) -> list[MoveSeen]:
    """Return a roll after which nothing was played; the one for the opening belongs to nobody."""
    if rolled is None or rolled[0] is None:
        return []
    return [MoveSeen(rolled[0], f"{rolled[1]}: {_('nothing can be played')}")]
