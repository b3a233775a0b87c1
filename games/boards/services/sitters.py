"""Who acts at a board."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import BoardSeat, User
from games.permissions import Capability, Reader


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a board: their seat, None for onlookers, and their account, None for guests."""

    seat: int | None = None
    user: User | None = None


ONLOOKER = Sitter()


@dataclass(frozen=True, slots=True)
class BoardReader:
    """Somebody at a board: as a reader of the club, and on a seat if they have one."""

    reader: Reader
    sitter: Sitter
    seats: tuple[BoardSeat, ...]

    @property
    def side(self) -> int | None:
        return self.sitter.seat

    @property
    def sees_names(self) -> bool:
        """Whether they see names that are hidden from the public: who plays knows the other."""
        return self.side is not None or self.reader.may(Capability.SEE_NAMES)

    @property
    def scores(self) -> bool:
        """Whether they keep the score of a chouette, whether or not they play in it."""
        return self.reader.may(Capability.SCORE)
