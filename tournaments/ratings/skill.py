"""Skill in points per cube, with an interval: the Gaussian estimate from evidence.

Source: `docs/ratings.md`, "Chouettes". The prior is s ~ N(0, tau2); forgetting ages the evidence,
never the prior, so that a player who stops drifts back to the middle and becomes uncertain.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from tournaments.ratings.evidence import Evidence, Floats, Integers

Z80: Final = 0.8416212335729143
"""A player's skill is below this lower bound with a probability of one in five."""
Z95: Final = 1.959963984540054
FORGETTING_MONTHS: Final = 18.0
DAYS_A_MONTH: Final = 365.2425 / 12
SMALL: Final = 64
"""Up to this size a matrix is inverted as a whole: halving would cost more than it saves."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The variances of the model: of one cube's result, and the correlation within a game."""

    sigma2: float = 6.0
    rho: float = 0.7


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of the estimate.

    From `own_spread_from` games on, the spread is estimated from the club's own residuals.
    """

    spread: Spread = Spread()
    tau: float = 0.15
    own_spread_from: int = 500
    most_uncertain: float = 0.12
    fewest_games: int = 30


DEFAULTS: Final = Settings()


@dataclass(frozen=True, slots=True)
class Skill:
    """One player's estimate, in points per cube; `games` are all they ever played."""

    skill: float
    se: float
    games: int

    @property
    def figure(self) -> float:
        """The displayed figure: 1500 is the middle of the club."""
        return 1500 + 1000 * self.skill

    @property
    def lower(self) -> float:
        """The lower 80 % bound as a figure; lists are ordered by it."""
        return 1500 + 1000 * (self.skill - Z80 * self.se)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, as figures."""
        return (
            1500 + 1000 * (self.skill - Z95 * self.se),
            1500 + 1000 * (self.skill + Z95 * self.se),
        )

    def missing(self, settings: Settings = DEFAULTS) -> tuple[str, ...]:
        """Return why the estimate is provisional: "games", "certainty", both, or nothing."""
        reasons = []
        if self.games < settings.fewest_games:
            reasons.append("games")
        if self.se > settings.most_uncertain:
            reasons.append("certainty")
        return tuple(reasons)


def forgotten(days: float) -> float:
    """Return the weight of evidence after this many days."""
    return math.exp(-days / (FORGETTING_MONTHS * DAYS_A_MONTH))


def skills(
    evidence: Evidence,
    settings: Settings = DEFAULTS,
    settled: Mapping[str, float] | None = None,
    spread: Spread | None = None,
) -> dict[str, Skill]:
    """Return the estimates of all players in the evidence except `settled` ones.

    `settled` maps inactive players to their last skill: they cost no time, and games against them
    count as against that skill. `spread` defaults to that of `spread_of`.
    """
    if not evidence.players:
        return {}
    found, _everybody = skills_of(
        None, evidence, spread or spread_of(evidence, settings), settings, settled
    )
    return found


def skills_of(
    wanted: Collection[str] | None,
    evidence: Evidence,
    spread: Spread,
    settings: Settings = DEFAULTS,
    settled: Mapping[str, float] | None = None,
) -> tuple[dict[str, Skill], Floats]:
    """Return `skills` for some players, or all, and the estimates in their order.

    Faster than `skills` for few of many players: no matrix is inverted.
    """
    system = _system(evidence, spread, settings.tau, settled or {})
    everybody = system.known.copy()
    if wanted is None:
        root = _inverse_of_triangle(
            np.linalg.cholesky(system.precision).astype(np.float64, copy=False)
        )
        everybody[system.active] = root.T @ (root @ system.towards)
        numbers, variances = system.active, np.einsum("ij,ij->j", root, root)
    else:
        asked = set(wanted)
        places = [
            at for at, number in enumerate(system.active) if evidence.players[number] in asked
        ]
        columns = np.zeros((len(system.active), 1 + len(places)))
        columns[:, 0] = system.towards
        columns[places, range(1, 1 + len(places))] = 1
        solved = np.linalg.solve(system.precision, columns)
        everybody[system.active] = solved[:, 0]
        numbers, variances = system.active[places], solved[places, range(1, 1 + len(places))]
    found = {
        evidence.players[number]: Skill(float(s), float(e), int(evidence.played[number]))
        for number, s, e in zip(numbers, everybody[numbers], np.sqrt(variances), strict=True)
    }
    return found, everybody


def spread_of(evidence: Evidence, settings: Settings = DEFAULTS) -> Spread:
    """Return the club's own variances, from the residuals of a first estimate with the default
    ones.
    """
    if evidence.games <= settings.own_spread_from:
        return settings.spread
    _found, everybody = skills_of((), evidence, settings.spread, settings)
    return residual_spread(evidence, everybody, settings)


def residual_spread(evidence: Evidence, s: Floats, settings: Settings = DEFAULTS) -> Spread:
    """Return the variances of the residuals at the skills `s`, if there are enough games.

    `s` is in the order of the evidence's players. The age of the evidence does not matter: all of
    it is aged alike.
    """
    if evidence.games <= settings.own_spread_from:
        return settings.spread
    i, j = np.divmod(evidence.keys, len(evidence.players))
    # Off the diagonal, each entry stands for two of the symmetric matrix.
    twice = np.where(i == j, 1.0, 2.0) * s[i] * s[j]
    fitted = twice @ evidence.pairs - 2 * s @ evidence.along
    bets, squares, squared_sums = evidence.tallies.T
    sigma2 = (squares.sum() + fitted[0]) / bets.sum()
    common = squared_sums.sum() + fitted[1:].sum()
    others = (bets * (np.array(evidence.sizes) - 1)).sum()
    if others <= 0 or sigma2 <= 0:
        return settings.spread
    rho = (common / sigma2 - bets.sum()) / others
    return Spread(float(sigma2), float(min(0.95, max(0.0, rho))))


def surprise(evidence: Evidence, s: Mapping[str, float], spread: Spread) -> dict[str, float]:
    """Return each player's pull A'S(x - A s) from some games on their estimate.

    An estimate is tau2 times the sum of these pulls over all games, so each pull is a game's share
    of the figure.
    """
    values, weights = (
        np.array([s[player] for player in evidence.players]),
        _weights(evidence, spread),
    )
    i, j = np.divmod(evidence.keys, max(1, len(evidence.players)))
    pairs = evidence.pairs @ weights
    pull = evidence.along @ weights
    np.subtract.at(pull, i, pairs * values[j])
    apart = i != j
    np.subtract.at(pull, j[apart], pairs[apart] * values[i[apart]])
    return dict(zip(evidence.players, pull.tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """L and h for the active players, in the order of `active`; `known` are the skills of the
    others.
    """

    active: Integers
    precision: Floats
    towards: Floats
    known: Floats


def _system(
    evidence: Evidence, spread: Spread, tau: float, settled: Mapping[str, float]
) -> _System:
    players, weights = evidence.players, _weights(evidence, spread)
    n = len(players)
    known = np.array([settled.get(player, 0.0) for player in players])
    active = np.array([at for at in range(n) if players[at] not in settled], dtype=np.int64)
    place = np.full(n, -1)
    place[active] = np.arange(len(active))
    i, j = np.divmod(evidence.keys, max(1, n))
    values = evidence.pairs @ weights
    towards = evidence.along @ weights
    # Against a settled player, a game measures the other against the settled skill.
    one, other = (place[i] >= 0) & (place[j] < 0), (place[i] < 0) & (place[j] >= 0)
    np.subtract.at(towards, i[one], values[one] * known[j[one]])
    np.subtract.at(towards, j[other], values[other] * known[i[other]])
    both = (place[i] >= 0) & (place[j] >= 0)
    rows, columns = place[i[both]], place[j[both]]
    precision = np.zeros((len(active), len(active)))
    precision[rows, columns] = values[both]
    precision[columns, rows] = values[both]
    precision[np.diag_indices_from(precision)] += 1 / tau**2
    return _System(active, precision, towards[active], known)


def _inverse_of_triangle(lower: Floats) -> Floats:
    """Return the inverse of a lower triangular matrix, by halves.

    With a matrix's root, the diagonal of its inverse costs a third of a full inversion.
    """
    n = len(lower)
    if n <= SMALL:
        return np.linalg.inv(lower).astype(np.float64, copy=False)
    half = n // 2
    inverse = np.zeros_like(lower)
    inverse[:half, :half] = _inverse_of_triangle(lower[:half, :half])
    inverse[half:, half:] = _inverse_of_triangle(lower[half:, half:])
    inverse[half:, :half] = -inverse[half:, half:] @ (lower[half:, :half] @ inverse[:half, :half])
    return inverse


def _weights(evidence: Evidence, spread: Spread) -> Floats:
    """Return the weights of the evidence's columns in A'SA and A'Sx for these variances."""
    sizes = np.array(evidence.sizes, dtype=float)
    weights = np.r_[1.0, -spread.rho / (1 + (sizes - 1) * spread.rho)]
    scaled: Floats = weights / (spread.sigma2 * (1 - spread.rho))
    return scaled
