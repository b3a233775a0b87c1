"""FIBS Elo, the usual rating of matches, with the variants of federations.

Source: `docs/ratings.md`, "Match play". Ratings are points, experience is the sum of the lengths of
matches played, in points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

SPREAD: Final = 2000.0
"""The difference in points that means odds of ten to one in a one-point match."""
RAMP_ENDS: Final = 400
"""The experience at which K has fallen from 5 to 1."""

WIDEST: Final = 350.0
NARROWEST: Final = 30.0
WIDENING: Final = 10.0
"""The deviation of an unknown player, the least deviation, and what a month without play adds."""


@dataclass(frozen=True, slots=True)
class Variant:
    """How a federation departs from FIBS: the initial rating, and how fast newcomers' ratings move.

    `experience_after` includes the match itself in the experience for K, as some implementations
    do.
    """

    start: float = 1500.0
    has_ramp: bool = True
    experience_after: bool = False


FIBS: Final = Variant()
VARIANTS: Final[Mapping[str, Variant]] = {
    "fibs": FIBS,
    "no-ramp": Variant(has_ramp=False),
    "experience-after": Variant(experience_after=True),
    "start-1000": Variant(start=1000.0),
}


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating, the points of matches played, and the deviation."""

    rating: float = FIBS.start
    experience: int = 0
    deviation: float = WIDEST

    @classmethod
    def new(cls, variant: Variant = FIBS) -> Rating:
        """Return a new player's rating."""
        return cls(rating=variant.start)


def win_probability(difference: float, length: int) -> float:
    """Return the winning chance of the player who is `difference` points ahead, in a match to
    `length` points.

    Raises:
        ValueError: the length is below one point.
    """
    _check(length)
    return 1 / (1 + 10 ** (-difference * math.sqrt(length) / SPREAD))


def k_factor(experience: int, variant: Variant = FIBS) -> float:
    """Return the factor by which the usual change is multiplied at this experience."""
    return max(1.0, 5 - experience / 100) if variant.has_ramp else 1.0


def rate(
    winner: Rating, loser: Rating, length: int, variant: Variant = FIBS
) -> tuple[Rating, Rating]:
    """Return both ratings after a match to `length` points.

    Raises:
        ValueError: the length is below one point.
    """
    upset = 1 - win_probability(winner.rating - loser.rating, length)
    change = 4 * math.sqrt(length) * upset
    return (
        _after(winner, loser, change, length, variant),
        _after(loser, winner, -change, length, variant),
    )


def _after(own: Rating, other: Rating, change: float, length: int, variant: Variant) -> Rating:
    played = own.experience + length
    k = k_factor(played if variant.experience_after else own.experience, variant)
    return Rating(own.rating + k * change, played, _narrowed(own, other, length))


def _narrowed(own: Rating, other: Rating, length: int) -> float:
    """Return the deviation after a match by Glickman's first formula; longer matches tell more."""
    slope = math.log(10) * math.sqrt(length) / SPREAD
    damping = 1 / math.sqrt(1 + 3 * (slope * other.deviation / math.pi) ** 2)
    expected = 1 / (1 + math.exp(-slope * damping * (own.rating - other.rating)))
    information = (slope * damping) ** 2 * expected * (1 - expected)
    return max(NARROWEST, 1 / math.sqrt(1 / own.deviation**2 + information))


def rested(own: Rating, months: float) -> Rating:
    """Return a rating after a rest: the same figure, less certain."""
    wider = math.sqrt(own.deviation**2 + WIDENING**2 * max(0.0, months))
    return Rating(own.rating, own.experience, min(WIDEST, wider))


def danish_gain(winner: float, loser: float, length: int) -> float:
    """Return what the winner takes from the loser in the Danish form: n times the loser's chance.

    Raises:
        ValueError: the length is below one point.
    """
    return length * (1 - win_probability(winner - loser, length))


def _check(length: int) -> None:
    if length < 1:
        raise ValueError("a match is to at least one point")
