"""The faces of all games, by the name of their type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.boards.faces import chess, dame
from games.boards.faces.backgammon.face import BackgammonFace
from games.boards.faces.base import Face
from games.boards.faces.squares.face import SquaresFace
from games.boards.faces.squares.game import SquaresGame

GAMES: Final[Mapping[str, SquaresGame]] = {"dame": dame, "chess": chess}
"""The games on squares."""
FACES: Final[Mapping[str, Face]] = {
    "backgammon": BackgammonFace(),
    **{name: SquaresFace(of) for name, of in GAMES.items()},
}
