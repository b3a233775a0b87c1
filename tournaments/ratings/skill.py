"""Skill in points per cube, with an interval: the Gaussian estimate from evidence.

Source: `docs/ratings.md`, "Chouettes". The prior is s ~ N(0, tau2); forgetting ages the evidence,
never the prior, so that a player who stops drifts back to the middle and becomes uncertain.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.lazy import Lazy
from tournaments.ratings.evidence import Evidence, Floats, Integers

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazy("numpy")

Z80: Final = 0.8416212335729143
"""A player's skill is below this lower bound with a probability of one in five."""
Z95: Final = 1.959963984540054
FORGETTING_MONTHS: Final = 18.0
DAYS_A_MONTH: Final = 365.2425 / 12
PRIOR_TEAM: Final = 4
"""The number of members in the games that the usual spread is worth."""
MOST_STEPS: Final = 12
LONGEST_STEP: Final = 1.0
"""In the logarithm of tau2."""
NEAR: Final = 0.1
"""A step of tau by less than this part of its own standard error is the last."""
NEAR_VARIANCE: Final = 0.01
TOLD_FROM: Final = 200.0
"""Aged games of a club from which on its figures are told: before, one result that is put right
can move a figure out of its interval."""
SMALL: Final = 64
"""Up to this size a matrix is inverted as a whole: halving would cost more than it saves."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The variances of the model: of one cube's result, the correlation within a game, and how far
    the players' skills are apart (a standard deviation).
    """

    sigma2: float = 6.0
    rho: float = 0.7
    tau: float = 0.15


@dataclass(frozen=True, slots=True)
class Settings:
    """What is believed of a club before it has played, and for how much that counts.

    `spread` weighs as much as what `prior_games` games say about the dice, each with a team of
    `PRIOR_TEAM`, and what `prior_players` well-known players say about how far they are apart.
    """

    spread: Spread = Spread()
    prior_games: float = 50.0
    prior_players: float = 1.0


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
    def width(self) -> float:
        """Half of the 95 % interval."""
        return 1000 * Z95 * self.se

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, as figures."""
        return self.figure - self.width, self.figure + self.width


def is_told(evidence: Evidence) -> bool:
    """Return whether no single game can turn over what the estimates of this evidence say."""
    return evidence.weight >= TOLD_FROM


def forgotten(days: float) -> float:
    """Return the weight of evidence after this many days."""
    return math.exp(-days / (FORGETTING_MONTHS * DAYS_A_MONTH))


@dataclass(frozen=True, slots=True)
class Estimates:
    """The estimates of all players in some evidence except settled ones.

    `spread` is what they were judged with, and `following` what one more step makes of it: where
    the next estimate of the club begins. `solved` is what the estimates come from, if there were
    games.
    """

    skills: dict[str, Skill]
    spread: Spread
    following: Spread
    solved: Solved | None = None


def skills(
    evidence: Evidence,
    settings: Settings = DEFAULTS,
    settled: Mapping[str, float] | None = None,
) -> dict[str, Skill]:
    """Return the estimates of all players in the evidence except `settled` ones."""
    return estimated(evidence, settings.spread, settings, settled).skills


def estimated(
    evidence: Evidence,
    start: Spread,
    settings: Settings = DEFAULTS,
    settled: Mapping[str, float] | None = None,
) -> Estimates:
    """Estimate the players and, step by step, the spread of the club from the same games.

    `start` is where the steps begin. They end when one changes next to nothing, compared with how
    uncertain the spread is anyway: in a club that has played before, mostly after one. `settled`
    maps inactive players to their last skill: they cost no time, and games against them count as
    against that skill.
    """
    if not evidence.players:
        return Estimates({}, start, start)
    spread = start
    for _step in range(MOST_STEPS):
        solved = solved_at(evidence, spread, settings, settled)
        following = _following(evidence, solved, spread, settings)
        if _is_near(spread, following, solved.information):
            break
        spread = following
    return Estimates(solved.skills(evidence), solved.spread, following, solved)


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """The estimates at one spread: `active` players by number, and their `variances`, first as if
    tau were known (`inner`), then with what its error adds; `information` is how precisely tau2's
    logarithm is known; `everybody` are the estimates of all players, settled ones included.

    The rest is what covariances are made of, V = `root`' `root` as if tau were known: the sums of
    its rows, how far each estimate moves with tau2's logarithm, and how far chance moves that.
    """

    active: Integers
    everybody: Floats
    inner: Floats
    variances: Floats
    information: float
    spread: Spread
    root: Floats
    summed: Floats
    slopes: Floats
    moved: float

    @property
    def found(self) -> Floats:
        """The estimates of the active players."""
        found: Floats = self.everybody[self.active]
        return found

    def skills(self, evidence: Evidence) -> dict[str, Skill]:
        """Return everybody's estimate."""
        found, errors = self.found, np.sqrt(self.variances)
        return {
            evidence.players[number]: Skill(float(s), float(e), int(evidence.played[number]))
            for number, s, e in zip(self.active, found, errors, strict=True)
        }


def solved_at(
    evidence: Evidence,
    spread: Spread,
    settings: Settings = DEFAULTS,
    settled: Mapping[str, float] | None = None,
) -> Solved:
    """Return the estimates at this spread."""
    system = _system(evidence, spread, settled or {})
    root = _inverse_of_triangle(np.linalg.cholesky(system.precision).astype(np.float64, copy=False))
    n, tau2 = len(root), spread.tau**2
    found, summed = (root.T @ (root @ np.c_[system.towards, np.ones(n)])).T
    inner = np.einsum("ij,ij->j", root, root)
    everybody = system.known.copy()
    everybody[system.active] = found

    # What the games say of tau, and how far chance moves it.
    told = float(((1 - inner / tau2) ** 2).sum())
    information = (settings.prior_players + told) / 2
    moved = told / 2 / information**2
    # With tau2's logarithm an estimate moves by V s / tau2, its variance by the squares of a row of
    # V / tau2. Beside the diagonal, the row's mean stands for each of its entries.
    slopes = root.T @ (root @ found) / tau2
    others = (summed - inner) ** 2 / max(1, n - 1)
    variances = inner + moved * (slopes**2 + (inner**2 + others) / tau2)
    return Solved(
        *(system.active, everybody, inner, variances, information, spread),
        *(root, summed, slopes, moved),
    )


def _following(evidence: Evidence, solved: Solved, spread: Spread, settings: Settings) -> Spread:
    """Return the spread that the estimates speak for, one step from the one they were made with.

    For tau that is a step of Fisher's scoring on the logarithm of tau2, for sigma2 and rho the
    mean squares and products of the residuals; the age of the evidence counts.
    """
    usual, tau2 = settings.spread, spread.tau**2
    found = solved.found
    squares = float(found @ found + solved.inner.sum())
    squares += settings.prior_players * usual.tau**2
    gradient = (squares / tau2 - len(found) - settings.prior_players) / 2
    # The prior bends the more the closer together the players are: steps that forget it would go
    # back and forth where the games say little.
    bend = solved.information + settings.prior_players * max(0.0, usual.tau**2 / tau2 - 1) / 2
    step = min(LONGEST_STEP, max(-LONGEST_STEP, gradient / bend))
    tau = spread.tau * math.exp(step / 2)

    bets, own, common = _residuals(evidence, solved.everybody)
    others = bets * (np.array(evidence.sizes) - 1)
    prior = settings.prior_games * PRIOR_TEAM
    sigma2 = (prior * usual.sigma2 + own) / (prior + bets.sum())
    prior *= PRIOR_TEAM - 1
    shared = prior * usual.sigma2 * usual.rho + common - own
    rho = shared / ((prior + others.sum()) * sigma2)
    return Spread(float(sigma2), float(min(0.95, max(0.0, rho))), tau)


def _residuals(evidence: Evidence, s: Floats) -> tuple[Floats, float, float]:
    """Return the bets by size of team, and the sums of e'e and of (1'e)^2 at the skills `s`."""
    i, j = np.divmod(evidence.keys, len(evidence.players))
    # Off the diagonal, each entry stands for two of the symmetric matrix.
    twice = np.where(i == j, 1.0, 2.0) * s[i] * s[j]
    fitted = twice @ evidence.pairs - 2 * s @ evidence.along
    bets, squares, squared_sums = evidence.tallies.T
    return bets, squares.sum() + fitted[0], squared_sums.sum() + fitted[1:].sum()


def _is_near(one: Spread, other: Spread, information: float) -> bool:
    """Return whether two spreads differ by next to nothing."""
    apart = 2 * math.log(other.tau / one.tau)
    return (
        apart**2 * information < NEAR**2
        and abs(math.log(other.sigma2 / one.sigma2)) < NEAR_VARIANCE
        and abs(other.rho - one.rho) < NEAR_VARIANCE
    )


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


def _system(evidence: Evidence, spread: Spread, settled: Mapping[str, float]) -> _System:
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
    precision[np.diag_indices_from(precision)] += 1 / spread.tau**2
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
