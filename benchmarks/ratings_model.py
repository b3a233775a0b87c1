"""Quality of skill estimates where the truth is known: `python -m benchmarks.ratings_model`.

Makes synthetic clubs (`benchmarks.synthetic_clubs`, independent of the model's code) of different
sizes, whose players are more or less far apart, with more or less luck, another rotation, whole
cubes, and with captains that matter more or less than the model believes. Prints how often the
truth lies inside the estimate's 95 % interval, and how the order by the estimate agrees with the
truth (Spearman), beside the orders by total points, by Elo from each member's bet with the box,
with and without its margin, and by openskill, of the same clubs.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from openskill.models import PlackettLuce

from benchmarks.synthetic_clubs import Played, Truth, club
from tournaments.ratings import fibs
from tournaments.ratings.evidence import BoxGame, Evidence, evidence_of
from tournaments.ratings.skill import Z95, skills

SPREADS = (0.05, 0.15, 0.30, 0.40)


def truths() -> Iterator[tuple[str, Truth]]:
    """Yield every kind of club, with its name."""
    kinds = {
        "": Truth(),
        "box stays": Truth(box_stays=True),
        "whole cubes": Truth(whole_cubes=True),
    }
    for players in (8, 16, 40):
        for kind, truth in kinds.items():
            for spread in SPREADS:
                name = f"{players} players, spread {spread:.2f}" + (f", {kind}" if kind else "")
                yield name, replace(truth, players=players, skill_sd=spread)
    for sigma2 in (3.0, 12.0):
        for spread in SPREADS:
            name = f"16 players, spread {spread:.2f}, variance {sigma2:.0f}"
            yield name, Truth(sigma2=sigma2, skill_sd=spread)
    yield "16 players, w .3, rho .5", Truth(team_weight=0.3, rho=0.5)
    yield "16 players, w .8, rho .85", Truth(team_weight=0.8, rho=0.85)


def evidence(games: list[Played]) -> Evidence:
    """Convert synthetic games to evidence."""
    return evidence_of(
        BoxGame(((f"{one.box:02}", 1.0),), tuple(f"{p:02}" for p in one.members), one.points)
        for one in games
    )


def by_points(players: int, games: list[Played]) -> np.ndarray:
    """Rank by total points."""
    total = np.zeros(players)
    for one in games:
        total[list(one.members)] += one.points
        total[one.box] -= sum(one.points)
    return total


def by_elo(players: int, games: list[Played], *, margin: bool = False) -> np.ndarray:
    """Rank by FIBS Elo: every bet is a match to one point between its member and the box.

    With the margin, both move by as much more as the logarithm of its points says.
    """
    known = [fibs.Rating.new() for _player in range(players)]
    for one in games:
        for member, points in zip(one.members, one.points, strict=True):
            winner, loser = (member, one.box) if points > 0 else (one.box, member)
            before = known[winner], known[loser]
            after = fibs.rate(*before, 1)
            weight = math.log1p(abs(points)) if margin else 1.0
            for player, old, new in zip((winner, loser), before, after, strict=True):
                change = weight * (new.rating - old.rating)
                known[player] = replace(new, rating=old.rating + change)
    return np.array([one.rating for one in known])


def by_openskill(players: int, games: list[Played]) -> np.ndarray:
    """Rank by openskill, box against team; the side with more points wins."""
    model = PlackettLuce()
    known = [model.rating() for _player in range(players)]
    for one in games:
        team = [known[member] for member in one.members]
        ranks = [2, 1] if sum(one.points) > 0 else [1, 2]
        [box], team = model.rate([[known[one.box]], team], ranks=ranks)
        known[one.box] = box
        for member, rating in zip(one.members, team, strict=True):
            known[member] = rating
    return np.array([one.mu for one in known])


OTHERS: dict[str, Callable[[int, list[Played]], np.ndarray]] = {
    "points": by_points,
    "Elo": by_elo,
    "Elo, margin": partial(by_elo, margin=True),
    "openskill": by_openskill,
}


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """Return the rank correlation of two orders, -1 to 1."""
    ranks = [np.argsort(np.argsort(values)) for values in (one, other)]
    return float(np.corrcoef(*ranks)[0, 1])


@dataclass(frozen=True)
class Outcome:
    """One kind of club: how often intervals hold, and how each order agrees with the truth."""

    name: str
    coverage: float
    estimate: np.ndarray
    others: dict[str, np.ndarray]

    def line(self) -> str:
        """Return a row of the table; a star where another order is as good or better."""
        cells = [f"{self.coverage:.3f}", f"{np.mean(self.estimate):.3f}"]
        for found in self.others.values():
            apart = self.estimate - found
            error = np.std(apart) / math.sqrt(len(apart))
            star = " *" if np.mean(apart) <= 0 else ""
            cells.append(f"{np.mean(found):.3f} ({np.mean(apart):+.3f} ± {error:.3f}){star}")
        return f"| {self.name} | " + " | ".join(cells) + " |"


def measured(named: tuple[str, Truth], repeats: int, compared: int) -> Outcome:
    """Return what comes out for one kind of club."""
    name, truth = named
    covered, estimates = [], []
    others: dict[str, list[float]] = {order: [] for order in OTHERS}
    for seed in range(repeats):
        skill, games = club(truth, seed)
        found = skills(evidence(games))
        # In a large club somebody may never come.
        came = [player for player in range(truth.players) if f"{player:02}" in found]
        estimate = np.array([found[f"{player:02}"].skill for player in came])
        se = np.array([found[f"{player:02}"].se for player in came])
        covered.append(float(np.mean(np.abs(estimate - skill[came]) < Z95 * se)))
        if seed < compared:
            estimates.append(spearman(estimate, skill[came]))
            for order, ranking in OTHERS.items():
                figures = ranking(truth.players, games)[came]
                others[order].append(spearman(figures, skill[came]))
    arrays = {order: np.array(values) for order, values in others.items()}
    return Outcome(name, float(np.mean(covered)), np.array(estimates), arrays)


def main() -> None:
    """Print the table, a row for each kind of club."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=200, help="clubs of each kind")
    parser.add_argument("--compared", type=int, default=100, help="how many for other orders")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", default="", help="part of the names of the clubs")
    taken = parser.parse_args()
    began = time.perf_counter()
    print(f"{taken.repeats} clubs of each kind, 1,000 games each; orders of {taken.compared},")
    print("with how much the estimate's is above (paired, ± standard error)\n")
    print("| club | 95 % holds | estimate | " + " | ".join(OTHERS) + " |")
    print("| --- |" + " ---: |" * (2 + len(OTHERS)))
    work = partial(measured, repeats=taken.repeats, compared=taken.compared)
    with ProcessPoolExecutor(taken.processes) as pool:
        for outcome in pool.map(work, [one for one in truths() if taken.only in one[0]]):
            print(outcome.line(), flush=True)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
