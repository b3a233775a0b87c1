"""What an engine is asked and answers: chances, plays and cubes with their equities.

All values are from the view of the side that plays or may double, with that side on roll. An
equity counts single games at the present cube: 1 is a game won, -1 a game lost. In a match it is
the chance of winning the match on that scale, 1 where a single game is won and -1 where one is
lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from games.rules.backgammon.game import Game
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll

Holder = Literal["nobody", "self", "other"]
"""Who owns the cube, as the side that is asked for sees it."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a side plays for: the cube and the score, as this side sees them.

    `needs` are the points the side and the other still need, None in unlimited play, where
    `jacoby` and `beavers` say what is played. `is_crawford`: nobody doubles in this game.
    """

    cube: int = 1
    holder: Holder = "nobody"
    needs: tuple[int, int] | None = None
    is_crawford: bool = False
    jacoby: bool = True
    beavers: bool = True

    @classmethod
    def of(cls, game: Game, side: int) -> Stakes:
        """Return what `side` plays for. An open offer of the cube is left out."""
        score = game.score
        cube, needs = score.cube, score.needs
        holder: Holder = "nobody"
        if cube.owner is not None:
            holder = "self" if cube.owner == side else "other"
        return cls(
            cube.value,
            holder,
            None if needs is None else (needs[side], needs[1 - side]),
            score.is_crawford,
            game.is_money and game.options.jacoby,
            game.is_money and game.options.animals != 0,
        )

    @property
    def gammons_count(self) -> bool:
        """Whether gammons count: under Jacoby's rule only once the cube was turned."""
        return self.needs is not None or not self.jacoby or self.holder != "nobody"

    @property
    def may_double(self) -> bool:
        return not self.is_crawford and self.holder != "other"

    def flipped(self) -> Stakes:
        """Return the same as the other side sees it."""
        holders: dict[Holder, Holder] = {"nobody": "nobody", "self": "other", "other": "self"}
        needs = None if self.needs is None else (self.needs[1], self.needs[0])
        return Stakes(
            self.cube, holders[self.holder], needs, self.is_crawford, self.jacoby, self.beavers
        )


MONEY: Final = Stakes()
"""A game of unlimited play with Jacoby and beavers, the cube in the middle."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a game without a cube, from 0 to 1.

    A gammon counts among the wins, a backgammon among the gammons; the same for losses.
    """

    win: float
    gammon: float = 0.0
    backgammon: float = 0.0
    gammon_lost: float = 0.0
    backgammon_lost: float = 0.0

    def flipped(self) -> Chances:
        """Return the other side's chances."""
        return Chances(
            1 - self.win, self.gammon_lost, self.backgammon_lost, self.gammon, self.backgammon
        )


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play by its result, the other side on roll, and what it is worth for who plays it.

    `chances` are the player's after it, None where an engine does not say them.
    """

    result: Position
    equity: float
    chances: Chances | None = None


@dataclass(frozen=True, slots=True)
class CubeRating:
    """What is worth what for the side on roll before it rolls.

    `hold`: it rolls without doubling; `taken` and `dropped`: it doubles, and the other takes or
    drops. In unlimited play with beavers, `taken` is with the beaver where that is right.
    """

    hold: float
    taken: float
    dropped: float
    chances: Chances

    @property
    def doubled(self) -> float:
        """The equity of a double that is answered well."""
        return min(self.taken, self.dropped)

    @property
    def is_double(self) -> bool:
        """Whether doubling is worth more than rolling."""
        return self.doubled > self.hold

    @property
    def is_take(self) -> bool:
        """Whether a double is to be taken."""
        return self.taken <= self.dropped

    @property
    def best(self) -> float:
        """The equity of the better of both."""
        return max(self.hold, self.doubled)


class MatchTable(Protocol):
    """A table of the chances to win a match by what both sides still need, before a game."""

    def __call__(self, own: int, other: int, *, is_post_crawford: bool = False) -> float:
        """Return the chance; with one side a point away this is the Crawford game, or after it."""
        ...


class Engine(Protocol):
    """Whatever can judge positions. The same question always has the same answer."""

    @property
    def name(self) -> str:
        """The engine and how far it looks, for people: "bgsage, 2-ply"."""
        ...

    @property
    def table(self) -> str:
        """The name of its match equity table, by which it counts equities in a match."""
        ...

    @property
    def match_chance(self) -> MatchTable:
        """That table."""
        ...

    def rate_plays(self, position: Position, roll: Roll, stakes: Stakes) -> tuple[RatedPlay, ...]:
        """Return every distinct legal play of a roll, the best first; empty for a dance."""
        ...

    def rate_cube(self, position: Position, stakes: Stakes) -> CubeRating:
        """Rate the cube of the side on roll; `hold` is right even where it may not double."""
        ...

    def rate_rolls(self, position: Position, stakes: Stakes) -> Mapping[Roll, float]:
        """Return what each of the 21 rolls, the higher die first, is worth if played best."""
        ...
