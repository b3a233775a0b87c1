"""The page of a board of backgammon: its picture and both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.boards.faces.backgammon.geometry import View, as_json
from games.boards.faces.backgammon.picture import Picture, picture_of
from games.boards.faces.backgammon.state import BackgammonSeen
from games.boards.faces.base import Frame
from games.boards.faces.stakes import resignation_words


@dataclass(frozen=True, slots=True)
class Side:
    """A player beside the board."""

    number: int
    name: str
    is_you: bool
    pips: int
    score: int


@dataclass(frozen=True)
class BoardPage(Frame[BackgammonSeen, Side]):
    """The page of a board as `boards/board.html` shows it."""

    @cached_property
    def picture(self) -> Picture:
        """The board with the reader's home below, in the layout of phones."""
        last = self.seen.last
        return picture_of(
            self.seen.game,
            view=View(below=self.seen.side or 0),
            last=(last.side, last.play) if last else None,
        )

    @property
    def geometry(self) -> dict[str, object]:
        """Where everything lies in both layouts."""
        return as_json()

    @property
    def levels(self) -> Sequence[tuple[str, str]]:
        """The levels of a resignation and their buttons; those of `state` can be chosen now."""
        return list(resignation_words().items())

    def side_of(self, number: int) -> Side:
        """Return a side as it stands beside the board."""
        return Side(
            number=number,
            name=self.seen.names[number],
            is_you=number == self.seen.side,
            pips=self.state["pips"][number],
            score=self.state["score"][number],
        )
