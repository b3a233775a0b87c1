"""Glicko-2: a rating with a deviation that grows without play, and a volatility.

Source: Mark Glickman, "Example of the Glicko-2 system" (2013); steps are numbered as there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SCALE: Final = 173.7178
CENTRE: Final = 1500.0
EXACT: Final = 1e-9
WIDEST: Final = 350.0


@dataclass(frozen=True, slots=True)
class Glicko:
    """A player's rating, its deviation, and the volatility."""

    rating: float = CENTRE
    deviation: float = WIDEST
    volatility: float = 0.06


Score = tuple[Glicko, float]
"""An opponent before the period, and 1 for a win, 0 for a loss."""


def rate(own: Glicko, scores: Sequence[Score], tau: float = 0.5) -> Glicko:
    """Return a rating after a period with these results; without any, only its deviation grows."""
    mu, phi = (own.rating - CENTRE) / SCALE, own.deviation / SCALE
    if not scores:
        return _unscaled(mu, math.hypot(phi, own.volatility), own.volatility)
    information = surprise = 0.0
    for opponent, score in scores:
        damping = _damping(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-damping * (mu - (opponent.rating - CENTRE) / SCALE)))
        information += damping**2 * expected * (1 - expected)
        surprise += damping * (score - expected)
    variance = 1 / information
    volatility = _volatility(phi, own.volatility, variance, variance * surprise, tau)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return _unscaled(mu + after**2 * surprise, after, volatility)


def _unscaled(mu: float, phi: float, volatility: float) -> Glicko:
    return Glicko(CENTRE + SCALE * mu, min(WIDEST, SCALE * phi), volatility)


def _damping(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: find the root of a decreasing function between two values of opposite sign."""
    a = math.log(sigma**2)

    def off(x: float) -> float:
        grown = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while off(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    off_low, off_high = off(low), off(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * off_low / (off_high - off_low)
        off_middle = off(middle)
        if off_middle * off_high <= 0:
            low, off_low = high, off_high
        else:
            off_low /= 2
        high, off_high = middle, off_middle
    return math.exp(low / 2)
