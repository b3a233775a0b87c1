"""What the pages of all boards have: the reader, the title, the addresses, both sides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from games.boards.presenters.away import away_text


class SeenBoard(Protocol):
    """A board as one reader sees it; `side` is None for onlookers."""

    @property
    def side(self) -> int | None:
        """The reader's side."""

    @property
    def count(self) -> Mapping[str, Any] | None:
        """Who is not connected, see `away.py`."""


SeenT = TypeVar("SeenT", bound=SeenBoard)
SideT = TypeVar("SideT")


@dataclass(frozen=True)
class Frame(ABC, Generic[SeenT, SideT]):
    """The page of a board as `boards/frame.html` shows it."""

    seen: SeenT
    title: str
    act_url: str
    text_url: str
    live_url: str = ""
    replay_url: str = ""
    wall_url: str = ""

    @property
    def seat(self) -> bool:
        """Whether the reader plays."""
        return self.seen.side is not None

    @property
    def away(self) -> str:
        """Who is not connected, in a sentence of this moment."""
        return away_text(self.seen.count)

    @property
    def near(self) -> SideT:
        """The side whose home is below; onlookers look from White's."""
        return self.side_of(self.seen.side or 0)

    @property
    def far(self) -> SideT:
        """The side whose home is above."""
        return self.side_of(1 - (self.seen.side or 0))

    @abstractmethod
    def side_of(self, number: int) -> SideT:
        """Return a side as it stands beside the board."""
