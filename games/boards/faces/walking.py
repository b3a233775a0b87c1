"""Walking through a game that is over: which frame is shown, and which come before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar


class Stepped(Protocol):
    """A frame: its number from 0, and the side that acted, None at the start."""

    @property
    def number(self) -> int: ...
    @property
    def side(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the page; `is_here` marks the game that is shown."""

    text: str
    url: str
    is_here: bool = False


FrameT = TypeVar("FrameT", bound=Stepped)


class Walk(Generic[FrameT]):
    """A page that draws one of its `frames`: the one with number `at`."""

    at: int

    if TYPE_CHECKING:  # at run time a property would be the default of a dataclass's field

        @property
        def frames(self) -> Sequence[FrameT]:
            """All frames from the start on."""

    @property
    def frame(self) -> FrameT:
        """The frame that is drawn: the last one if there are not so many."""
        return self.frames[max(0, min(self.at, self.last))]

    @property
    def marked(self) -> int:
        """The number of the frame that is marked in the list of all plays."""
        return self.frame.number

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    @property
    def before(self) -> int:
        """The number of the frame before the one that is drawn."""
        return max(0, self.frame.number - 1)

    @property
    def after(self) -> int:
        """The number of the frame after it."""
        return min(self.last, self.frame.number + 1)

    @property
    def rows(self) -> Sequence[tuple[int, FrameT | None, FrameT | None]]:
        """The actions in two columns, White's and Black's, as games are written down."""
        rows: list[tuple[int, FrameT | None, FrameT | None]] = []
        for frame in self.frames[1:]:
            if frame.side == 1 and rows and rows[-1][2] is None:
                rows[-1] = (rows[-1][0], rows[-1][1], frame)
            else:
                pair = (frame, None) if frame.side == 0 else (None, frame)
                rows.append((len(rows) + 1, *pair))
        return rows
