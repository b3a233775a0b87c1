"""What a figure is made of: games and evenings beside what today's figures make one expect.

Source: `docs/ratings.md`, "Why did I go down?" and "Rates".
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.ratings.evidence import BoxGame, expected
from tournaments.ratings.skill import Z95, Spread


@dataclass(frozen=True, slots=True)
class Played:
    """A game from a player's side: role, points won, points expected by the estimate, and how far
    dice move them (a variance).
    """

    number: int
    role: str
    won: float
    expected: float
    variance: float


@dataclass(frozen=True, slots=True)
class Part:
    """Games of an evening from a player's side, and their effect on today's figure."""

    games: tuple[Played, ...]
    adds: float

    @property
    def won(self) -> float:
        """The points won, for a stake of one and without side bets."""
        return sum(game.won for game in self.games)

    @property
    def expected(self) -> float:
        """The points expected by today's figures."""
        return sum(game.expected for game in self.games)

    @property
    def beyond(self) -> float:
        """The points won beyond those expected."""
        return self.won - self.expected

    @property
    def width(self) -> float:
        """How far from the expected points dice alone take 19 of 20 such evenings."""
        return Z95 * math.sqrt(sum(game.variance for game in self.games))


def seen_by(
    player: str, games: Iterable[tuple[int, BoxGame]], skill: Mapping[str, float], spread: Spread
) -> tuple[Played, ...]:
    """Return those of the numbered games in which a player played, from their side."""
    found = (_seen_by(player, number, game, skill, spread) for number, game in games)
    return tuple(one for one in found if one is not None)


def _seen_by(
    player: str, number: int, game: BoxGame, skill: Mapping[str, float], spread: Spread
) -> Played | None:
    cubes, one, m = expected(game, skill), game.cube**2 * spread.sigma2, len(game.members)
    for place, (member, won) in enumerate(zip(game.members, game.points, strict=True)):
        if member == player:
            role = "crew" if place else "captain"
            return Played(number, role, won, cubes[place] * game.cube, one)
    for place, (name, share) in enumerate(game.box):
        if name == player:
            role = "partner" if place else "box"
            lost = -share * sum(game.points)
            swing = share**2 * one * m * (1 + (m - 1) * spread.rho)
            return Played(number, role, lost, -share * sum(cubes) * game.cube, swing)
    return None
