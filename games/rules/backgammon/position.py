"""A position: both players' checkers, from the view of the player on roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.backgammon.board import BAR, CHECKERS, HALF, LOW, POINTS, flipped, pack, unpack
from games.rules.backgammon.errors import PositionError
from games.rules.backgammon.match_score import Level
from games.rules.backgammon.position_id import halves_of, id_of

Half = tuple[int, ...]
"""A player's checkers on their own points 1 to 24, then those on the bar."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as one number (see `board`); `Position.of` builds it from counts of checkers.

    Checkers missing from fifteen have been borne off.
    """

    code: int

    @classmethod
    def of(cls, own: Sequence[int], opp: Sequence[int]) -> Position:
        """Return the position with these 25 numbers per side, each in its player's own numbering.

        Raises:
            PositionError: there are not 25 numbers from 0, more than 15 checkers, or both hold a
                point.
        """
        for half in (own, opp):
            if len(half) != POINTS + 1 or not all(_is_count(count) for count in half):
                raise PositionError("half_malformed")
            if sum(half) > CHECKERS:
                raise PositionError("checkers_many", count=sum(half))
        for place in range(POINTS):
            if own[place] and opp[POINTS - 1 - place]:
                raise PositionError("point_shared", point=place + 1)
        return cls(pack(own, opp))

    @property
    def own(self) -> Half:
        """The checkers of the player on roll."""
        return unpack(self.code)[0]

    @property
    def opp(self) -> Half:
        """The checkers of the other player, in that player's numbering."""
        return unpack(self.code)[1]

    @property
    def off(self) -> tuple[int, int]:
        """The numbers of checkers borne off by the player on roll and by the other."""
        return CHECKERS - sum(self.own), CHECKERS - sum(self.opp)

    @property
    def pips(self) -> tuple[int, int]:
        """The pip counts of the player on roll and of the other; the bar counts 25."""
        first, second = (
            sum(place * count for place, count in enumerate(half, 1))
            for half in (self.own, self.opp)
        )
        return first, second

    @property
    def has_contact(self) -> bool:
        """Whether a checker of one side can still meet one of the other."""
        own, opp = self.code & LOW, self.code >> HALF
        rear, other_rear = (own.bit_length() + 3) // 4, (opp.bit_length() + 3) // 4
        return own > 0 and opp > 0 and rear + other_rear > BAR

    @property
    def level(self) -> Level | None:
        """The level at which the player on roll has won; None while they have a checker on the
        board.

        Single if the other has a checker off; a backgammon if one of theirs is in the winner's home
        or on the bar, a gammon otherwise.
        """
        if self.code & LOW:
            return None
        opp = self.opp
        if sum(opp) < CHECKERS:
            return "single"
        return "backgammon" if any(opp[POINTS - 6 :]) else "gammon"

    @property
    def is_over(self) -> bool:
        """Whether one side has borne off all checkers."""
        return not self.code & LOW or not self.code >> HALF

    def flipped(self) -> Position:
        """Return the same board with the other player on roll."""
        return Position(flipped(self.code))

    @property
    def id(self) -> str:
        """The Position ID of GNU Backgammon."""
        return id_of(self.code)

    @classmethod
    def from_id(cls, text: str) -> Position:
        """Read a Position ID.

        Raises:
            PositionError: it is malformed, or the position is impossible.
        """
        position = cls.of(*halves_of(text))
        if position.id != text:
            raise PositionError("id_malformed", text=text)
        return position

    def __str__(self) -> str:
        return self.id


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


_FIRST_HALF: Final = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(point, 0) for point in range(1, 26))

START: Final = Position.of(_FIRST_HALF, _FIRST_HALF)
"""The starting position: two checkers on 24, five on 13, three on 8, five on 6."""
