"""Where players stand in a list, and how surely: from their estimates and the covariances.

Source: `docs/ratings.md`, "The list". Everybody has a place, by the lower 80 % bound.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.lazy import Lazy
from tournaments.ratings.evidence import Floats, Integers
from tournaments.ratings.skill import Z80, Skill, Solved

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazy("numpy")

WIDE = 0.5
"""An interval is wide whose standard error is more than this part of the club's spread."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How surely a player stands where they stand.

    With a chance of four in five each, everybody listed before `first` is better than they are, and
    everybody listed after `last` is not. `above_next` is the chance that they are better than the
    next in the list; the last one has none. `evenings` more would make it twice as certain where in
    the club they stand; None where no evening has said anything yet.
    """

    first: int
    last: int
    above_next: float | None
    is_wide: bool
    evenings: int | None


def in_order(skills: Mapping[str, Skill]) -> list[str]:
    """Return players by the lower 80 % bound, the best first; of equals, who has played more."""
    return sorted(skills, key=lambda player: (-skills[player].lower, -skills[player].games, player))


def stands(
    names: Sequence[str], solved: Solved, order: Sequence[str], evenings: Mapping[str, float]
) -> dict[str, Stand]:
    """Return the stand of everybody estimated.

    `names` are the names of the active players, `order` lists them, and `evenings` are how many
    each has played, aged like their games.
    """
    row = {name: number for number, name in enumerate(names)}
    listed = np.array([row[name] for name in order], dtype=np.int64)
    found, errors = solved.found[listed], np.sqrt(solved.variances[listed])
    apart = _apart(solved, listed)
    ahead = found[:, None] - found[None, :] > Z80 * apart
    n, half_spread = len(listed), WIDE * solved.spread.tau
    first, last = 1 + ahead.sum(axis=0), n - ahead.sum(axis=1)
    halving = _halving(solved)[listed]
    return {
        name: Stand(
            int(first[at]),
            int(last[at]),
            _chance((found[at] - found[at + 1]) / apart[at, at + 1]) if at + 1 < n else None,
            bool(errors[at] > half_spread),
            _whole(halving[at] * evenings.get(name, 0.0)),
        )
        for at, name in enumerate(order)
    }


def _apart(solved: Solved, listed: Integers) -> Floats:
    """Return the standard errors of all differences between two players, in this order."""
    root, slopes = solved.root[:, listed], solved.slopes[listed]
    variances = solved.variances[listed]
    squares = root.T @ root
    squares += solved.moved * np.outer(slopes, slopes)
    squares *= -2
    squares += variances[:, None]
    squares += variances[None, :]
    np.fill_diagonal(squares, 0)
    found: Floats = np.sqrt(np.maximum(squares, 0, out=squares), out=squares)
    return found


def _halving(solved: Solved) -> Floats:
    """Return by which multiple of the evenings played so far the rest of the doubt is halved.

    That is the doubt about the difference from the club's middle: no evening among its players says
    anything about what all of them have in common.
    """
    n, summed = len(solved.found), solved.summed
    at_first = solved.spread.tau**2 * (1 - 1 / n)
    left = solved.inner - 2 * summed / n + summed.sum() / n**2
    told = 1 - left / at_first if at_first else np.zeros(n)
    multiples: Floats = np.divide(3.0, told, out=np.full(n, np.inf), where=told > 1e-6)
    return multiples


def _whole(evenings: float) -> int | None:
    return math.ceil(evenings) if math.isfinite(evenings) and evenings > 0 else None


def _chance(away: float) -> float:
    return float(math.erfc(-away / math.sqrt(2)) / 2)
