"""The page of a board: its picture, both sides, and the state for the script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.boards.presenters.choices import ChoiceField, choice_fields
from games.boards.presenters.frame import Frame
from games.boards.presenters.geometry import View, as_json
from games.boards.presenters.picture import Picture, picture_of
from games.boards.presenters.stakes import resignation_words
from games.boards.presenters.state import Seen, board_state


@dataclass(frozen=True, slots=True)
class Side:
    """A player beside the board."""

    number: int
    name: str
    is_you: bool
    pips: int
    score: int


@dataclass(frozen=True)
class BoardPage(Frame[Seen, Side]):
    """The page of a board as `boards/board.html` shows it."""

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state that the script reads; the page without script shows the same."""
        return board_state(self.seen)

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
    def options(self) -> list[ChoiceField]:
        """What can be chosen on this device."""
        return choice_fields()

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
