"""The own engine: weighs what stands where, one roll deep, without any library.

Its chances are sums of weights, one for each number in `features`, made into a probability. It
plays everywhere, sensibly and at once; it is no teacher.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from games.assistant.engine import Chances, CubeRating, RatedPlay, Stakes
from games.assistant.features import KINDS, PLACES, kinds, shape
from games.assistant.weights import CONTACT, RACE, SCALE
from games.assistant.worth import cubeless, match_chance, rate_cube
from games.rules.backgammon.board import CHECKERS
from games.rules.backgammon.plays import results
from games.rules.backgammon.position import Position
from games.rules.backgammon.steps import Roll

OUTPUTS: Final = 5
"""Winning, a gammon, a backgammon, losing a gammon, losing a backgammon."""

ROLLS: Final[tuple[Roll, ...]] = tuple(
    (high, low) for high in range(1, 7) for low in range(1, high + 1)
)

_Row = tuple[float, ...]


class _Weights:
    """The weights of one kind of position, as tables by place and count of checkers."""

    def __init__(self, columns: Sequence[Sequence[int]]) -> None:
        rows = [tuple(number / SCALE for number in row) for row in zip(*columns, strict=True)]
        half = PLACES * KINDS + 1
        self.halves = [self._tables(rows[start : start + half]) for start in (0, half)]
        self.shape = rows[2 * half :]

    def sums(self, position: Position) -> _Row:
        """Return the five sums of the weights that a position has."""
        rows = []
        for tables, half in zip(self.halves, (position.own, position.opp), strict=True):
            rows += [table[count] for table, count in zip(tables, half, strict=False)]
            rows.append(tables[PLACES][CHECKERS - sum(half)])
        for number, weights in zip(shape(position), self.shape, strict=True):
            if number:
                rows.append(tuple(number * weight for weight in weights))
        return tuple(map(sum, zip(*rows, strict=True)))

    @staticmethod
    def _tables(rows: list[_Row]) -> list[list[_Row]]:
        """Return for each place, and for the checkers borne off, the sums by their count."""
        tables = [
            [_weighed(kinds(count), rows[start : start + KINDS]) for count in range(CHECKERS + 1)]
            for start in range(0, PLACES * KINDS, KINDS)
        ]
        off = [_weighed([count / CHECKERS], rows[-1:]) for count in range(CHECKERS + 1)]
        return [*tables, off]


def _weighed(numbers: Sequence[float], rows: list[_Row]) -> _Row:
    columns = zip(*rows, strict=True)
    return tuple(
        sum(number * weight for number, weight in zip(numbers, column, strict=True))
        for column in columns
    )


_CONTACT: Final = _Weights(CONTACT)
_RACE: Final = _Weights(RACE)


HOME_OF_OTHER: Final = 18
"""From this place on lie the other's home and the bar."""


@lru_cache(maxsize=4096)
def chances_of(position: Position) -> Chances:
    """Return the chances of the side on roll as the weights have them."""
    if position.is_over:
        return _ended(position)
    weights = _CONTACT if position.has_contact else _RACE
    win, *others = (1 / (1 + exp(-one)) for one in weights.sums(position))
    gammon, backgammon, gammon_lost, backgammon_lost = others
    own, opp = position.off
    gammon = 0.0 if opp else min(gammon, win)
    gammon_lost = 0.0 if own else min(gammon_lost, 1 - win)
    if not position.has_contact:  # nobody is sent back any more
        backgammon *= any(position.opp[HOME_OF_OTHER:])
        backgammon_lost *= any(position.own[HOME_OF_OTHER:])
    return Chances(
        win, gammon, min(backgammon, gammon), gammon_lost, min(backgammon_lost, gammon_lost)
    )


def _ended(position: Position) -> Chances:
    """The chances of a game that is over."""
    level = position.level or position.flipped().level
    gammon, backgammon = float(level != "single"), float(level == "backgammon")
    lost = Chances(0.0, gammon_lost=gammon, backgammon_lost=backgammon)
    return lost.flipped() if position.level else lost


class OwnEngine:
    """The engine that is always there."""

    name: Final = "own"
    table: Final = "Janowski"
    match_chance = staticmethod(match_chance)

    def rate_plays(self, position: Position, roll: Roll, stakes: Stakes) -> tuple[RatedPlay, ...]:
        """Return every legal play of a roll, the best first, by the chances after it."""
        turned = stakes.flipped()
        rated = [
            RatedPlay(result, -cubeless(chances, turned), chances.flipped())
            for result in results(position, roll)
            for chances in (chances_of(result),)
        ]
        return tuple(sorted(rated, key=lambda one: (-one.equity, one.result.code)))

    def rate_cube(self, position: Position, stakes: Stakes) -> CubeRating:
        """Rate the cube by the chances alone."""
        return rate_cube(chances_of(position), stakes)

    def rate_rolls(self, position: Position, stakes: Stakes) -> dict[Roll, float]:
        """Return what each roll is worth, a dance by what the other side then has."""
        danced = -cubeless(chances_of(position.flipped()), stakes.flipped())
        rated = {roll: self.rate_plays(position, roll, stakes) for roll in ROLLS}
        return {roll: plays[0].equity if plays else danced for roll, plays in rated.items()}
