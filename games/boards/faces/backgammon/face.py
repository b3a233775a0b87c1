"""How boards of backgammon are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.boards.faces.backgammon.page import BoardPage
from games.boards.faces.backgammon.records import WRITERS, backgammon_replay, board_record
from games.boards.faces.backgammon.replay import ReplayPage
from games.boards.faces.backgammon.state import BackgammonSeen, last_play, messages
from games.boards.faces.backgammon.text import TextBoard
from games.boards.faces.base import Face, ReplayAsked
from games.models import Board
from games.rules.online import Board as State


class BackgammonFace(Face):
    """The face of backgammon."""

    templates = "boards"
    page = BoardPage
    text = TextBoard

    def seen(self, state: State, common: Mapping[str, Any]) -> BackgammonSeen:
        last = None if state.last is None else last_play(state.last)
        said = messages(last, common["names"])
        return BackgammonSeen(**common, last=last, messages=said, score=state.score)

    def replay(self, asked: ReplayAsked) -> ReplayPage | None:
        return backgammon_replay(asked)

    def record(self, board: Board, names: tuple[str, str], kind: str) -> str | None:
        write = WRITERS.get(kind)
        return None if write is None else write(board_record(board, names))
