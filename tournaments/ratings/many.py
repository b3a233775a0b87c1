"""The ratings of very many matches at once, to the last bit those of `ladder.play`.

What each match changed stands in columns, so that no object is made for a match or a player's step;
what only depends on the length of a match is calculated once for each length.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from tournaments.ratings.fibs import (
    FIBS,
    NARROWEST,
    RAMP_ENDS,
    SPREAD,
    WIDENING,
    WIDEST,
    Rating,
    Variant,
    k_factor,
)
from tournaments.ratings.ladder import DAYS_IN_A_MONTH, Key, Record, new

NEVER: Final = date.max.toordinal() + 1
"""The last day of players without one: they have rested on no day before it."""

_State = tuple[float, int, float, int, int, int]
"""A record as plain numbers: rating, experience, deviation, last day, matches, won."""


@dataclass(frozen=True, slots=True)
class Side:
    """What matches changed for their winners, or for their losers: one entry a match.

    `numbers` and `wins` count the player's matches and wins, this one included; `expected` is their
    chance, `experience` and `before` are what they had before it.
    """

    numbers: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    expected: list[float] = field(default_factory=list)
    experience: list[int] = field(default_factory=list)
    before: list[float] = field(default_factory=list)
    rating: list[float] = field(default_factory=list)
    deviation: list[float] = field(default_factory=list)

    @property
    def counted(self) -> tuple[list[int], list[int], list[int]]:
        """The columns of whole numbers."""
        return self.numbers, self.wins, self.experience

    @property
    def measured(self) -> tuple[list[float], list[float], list[float], list[float]]:
        """The columns of other numbers."""
        return self.expected, self.before, self.rating, self.deviation


def play_all(
    known: Mapping[Key, Record],
    matches: Iterable[tuple[Key, Key, int, int]],
    variant: Variant = FIBS,
) -> tuple[dict[Key, Record], Side, Side]:
    """Return everybody's record after some matches, and what each changed for its two players.

    A match is its winner, its loser, the number of its day (`date.toordinal`) and its length;
    `known` are the records before the first, of those who have one.

    Raises:
        ValueError: a length is below one point.
    """
    states = {key: _state(record) for key, record in known.items()}
    beginner = _state(new(variant))
    won, lost = Side(), Side()
    roots: dict[int, tuple[float, float, float]] = {}
    ramp = [k_factor(experience, variant) for experience in range(RAMP_ENDS)]
    ramp_ends, after = RAMP_ENDS, variant.experience_after
    sqrt, exp, pi, wider = math.sqrt, math.exp, math.pi, WIDENING**2
    add_won, add_lost = _adder(won), _adder(lost)

    for winner, loser, day, length in matches:
        r1, e1, d1, last1, n1, w1 = states.get(winner, beginner)
        r2, e2, d2, last2, n2, w2 = states.get(loser, beginner)
        if length not in roots:
            roots[length] = _roots(length)
        root, most, slope = roots[length]

        if day > last1:
            wide = sqrt(d1**2 + wider * ((day - last1) / DAYS_IN_A_MONTH))
            d1 = wide if wide < WIDEST else WIDEST
        if day > last2:
            wide = sqrt(d2**2 + wider * ((day - last2) / DAYS_IN_A_MONTH))
            d2 = wide if wide < WIDEST else WIDEST

        ahead = r1 - r2
        expected = 1 / (1 + 10.0 ** (-ahead * root / SPREAD))
        upset = 1 - expected
        change = most * upset
        p1, p2 = e1 + length, e2 + length
        k1, k2 = (p1, p2) if after else (e1, e2)
        rated1 = r1 + (ramp[k1] if k1 < ramp_ends else 1.0) * change
        rated2 = r2 + (ramp[k2] if k2 < ramp_ends else 1.0) * -change

        steep = slope * (1 / sqrt(1 + 3 * (slope * d2 / pi) ** 2))
        chance = 1 / (1 + exp(-steep * ahead))
        narrow = 1 / sqrt(1 / d1**2 + steep**2 * chance * (1 - chance))
        narrow1 = narrow if narrow > NARROWEST else NARROWEST
        steep = slope * (1 / sqrt(1 + 3 * (slope * d1 / pi) ** 2))
        chance = 1 / (1 + exp(-steep * (r2 - r1)))
        narrow = 1 / sqrt(1 / d2**2 + steep**2 * chance * (1 - chance))
        narrow2 = narrow if narrow > NARROWEST else NARROWEST

        n1, w1, n2 = n1 + 1, w1 + 1, n2 + 1
        states[winner] = (rated1, p1, narrow1, day, n1, w1)
        states[loser] = (rated2, p2, narrow2, day, n2, w2)
        add_won(n1, w1, expected, e1, r1, rated1, narrow1)
        add_lost(n2, w2, upset, e2, r2, rated2, narrow2)
    return {key: _record(state) for key, state in states.items()}, won, lost


def _adder(side: Side) -> Callable[[int, int, float, int, float, float, float], None]:
    """Return what adds a match to a side; its lists are looked up once, not at each match."""
    number, win, experience = (one.append for one in side.counted)
    chance, before, rating, deviation = (one.append for one in side.measured)

    def add(n: int, w: int, expected: float, e: int, r: float, rated: float, d: float) -> None:
        number(n)
        win(w)
        chance(expected)
        experience(e)
        before(r)
        rating(rated)
        deviation(d)

    return add


def _roots(length: int) -> tuple[float, float, float]:
    """Return what only depends on a length: its root, the most a match is worth, and how steeply
    chances rise with the difference.
    """
    if length < 1:
        raise ValueError("a match is to at least one point")
    root = math.sqrt(length)
    return root, 4 * root, math.log(10) * root / SPREAD


def _state(record: Record) -> _State:
    own = record.rating
    last = record.last.toordinal() if record.last else NEVER
    return own.rating, own.experience, own.deviation, last, record.matches, record.won


def _record(state: _State) -> Record:
    rating, experience, deviation, last, matches, won = state
    day = None if last == NEVER else date.fromordinal(last)
    return Record(Rating(rating, experience, deviation), day, matches, won)
