"""How boards of a game on squares are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.boards.faces.base import Face, ReplayAsked
from games.boards.faces.squares.game import SquaresGame
from games.boards.faces.squares.page import SquaresPage, SquaresSeen, SquaresText, messages_of
from games.boards.faces.squares.replay import SquaresReplay, record_text, squares_replay
from games.models import Board
from games.rules.online import Board as State


class SquaresFace(Face):
    """The face of a game on squares."""

    templates = "boards/squares"
    page = SquaresPage
    text = SquaresText

    def __init__(self, of: SquaresGame) -> None:
        self.of = of

    def seen(self, state: State, common: Mapping[str, Any]) -> SquaresSeen:
        said = messages_of(self.of, state.type, state.last, common["names"], common["side"])
        return SquaresSeen(**common, of=self.of, rules=state.type, last=state.last, messages=said)

    def shown(self, text: str) -> str:
        return self.of.shown(text)

    def replay(self, asked: ReplayAsked) -> SquaresReplay:
        return squares_replay(self.of, asked)

    def record(self, board: Board, names: tuple[str, str], kind: str) -> str | None:
        return record_text(self.of, board, names) if kind == self.of.FILE else None
