"""A rate, such as points per game, with its interval; evenings are the units.

Source: `docs/ratings.md`, "Rates". The games of one evening are far from independent: the same
people sit there, and all cubes of a game hang on the same dice. So what says how far a rate may be
off is how much it differs from evening to evening.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.ledger.figures import average_hundredths
from tournaments.ratings.skill import Z95

FEWEST: Final = 3
"""With fewer evenings nothing can be said of how much they differ."""
SMALL_T: Final = (12.7062, 4.3027, 3.1824, 2.7764)


class Sums(NamedTuple):
    """What a rate is made of: for the evenings' results p and counts g, `units` of them, the sums
    of p, g, p p, p g and g g.
    """

    units: int
    made: int
    counted: int
    made_squared: int
    made_counted: int
    count_squared: int


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate in hundredths, and half the width of its 95 % interval; None for too few evenings."""

    value: int
    width: int | None

    @property
    def interval(self) -> tuple[int, int] | None:
        """The 95 % interval, in hundredths."""
        return None if self.width is None else (self.value - self.width, self.value + self.width)


def summed(evenings: Iterable[tuple[int, int]]) -> Sums:
    """Return the sums of evenings' results and counts; those that count nothing are left out."""
    known = [(made, count) for made, count in evenings if count]
    return Sums(
        len(known),
        sum(made for made, _count in known),
        sum(count for _made, count in known),
        sum(made * made for made, _count in known),
        sum(made * count for made, count in known),
        sum(count * count for _made, count in known),
    )


def rate_of(sums: Sums, scale: int = 1) -> Rate:
    """Return the rate of results in hundredths to counts in units of 1 / `scale`."""
    units, made, count = sums.units, sums.made, sums.counted
    value = average_hundredths(scale * made, count)
    if units < FEWEST or not count:
        return Rate(value, None)
    rate = made / count
    left = sums.made_squared - 2 * rate * sums.made_counted + rate**2 * sums.count_squared
    variance = units / (units - 1) * max(0.0, float(left)) / float(count) ** 2
    return Rate(value, round(scale * student(units - 1) * math.sqrt(variance)))


def student(freedom: int) -> float:
    """Return within how many standard errors 95 % of Student's distribution lie."""
    if freedom <= len(SMALL_T):
        return SMALL_T[freedom - 1]
    z, n = Z95, freedom
    # Abramowitz and Stegun, 26.7.5.
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
