"""Quality of skill estimates where the truth is known: `python -m benchmarks.ratings_model`.

Makes synthetic clubs (`benchmarks.synthetic_clubs`, independent of the model's code) and ranks
their players by the chouette estimate and, in the same run, by total points, by Elo from each
member's bet with the box, and by openskill; prints how each order agrees with the truth (Spearman)
and how often the truth lies inside the estimate's 95 % interval. It does the same for two clubs
that violate the model's assumptions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from openskill.models import PlackettLuce

from benchmarks.synthetic_clubs import Played, Truth, club
from tournaments.ratings import fibs
from tournaments.ratings.evidence import BoxGame, Evidence, evidence_of
from tournaments.ratings.skill import Z95, skills

TRUTHS = {
    "as the model believes: w .6, rho .7": Truth(),
    "another truth: w .3, rho .5": Truth(team_weight=0.3, rho=0.5),
    "another truth: w .8, rho .85": Truth(team_weight=0.8, rho=0.85),
}
TARGET = "targets, first club: Spearman >= .60, coverage .93 to .97; all: no worse than the others"


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


def by_elo(players: int, games: list[Played]) -> np.ndarray:
    """Rank by FIBS Elo: every bet is a one-point match between its member and the box."""
    known = [fibs.Rating.new() for _player in range(players)]
    for one in games:
        for member, points in zip(one.members, one.points, strict=True):
            pair = (member, one.box) if points > 0 else (one.box, member)
            known[pair[0]], known[pair[1]] = fibs.rate(known[pair[0]], known[pair[1]], 1)
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


def by_openskill_bets(players: int, games: list[Played]) -> np.ndarray:
    """Rank by openskill: every bet is a game between its member and the box."""
    model = PlackettLuce()
    known = [model.rating() for _player in range(players)]
    for one in games:
        for member, points in zip(one.members, one.points, strict=True):
            ranks = [2, 1] if points > 0 else [1, 2]
            pair = model.rate([[known[one.box]], [known[member]]], ranks=ranks)
            known[one.box], known[member] = pair[0][0], pair[1][0]
    return np.array([one.mu for one in known])


OTHERS: dict[str, Callable[[int, list[Played]], np.ndarray]] = {
    "total points": by_points,
    "Elo of the bets": by_elo,
    "openskill, teams": by_openskill,
    "openskill, bets": by_openskill_bets,
}


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """Return the rank correlation of two orders, -1 to 1."""
    ranks = [np.argsort(np.argsort(values)) for values in (one, other)]
    return float(np.corrcoef(*ranks)[0, 1])


def measured(truth: Truth, repeats: int) -> tuple[dict[str, list[float]], list[float]]:
    """Return each order's correlation with the truth, and the coverage of the estimate's
    interval.
    """
    agreements: dict[str, list[float]] = {name: [] for name in ("chouette estimate", *OTHERS)}
    covered = []
    for seed in range(repeats):
        skill, games = club(truth, seed)
        found = skills(evidence(games))
        estimate = np.array([found[f"{player:02}"].skill for player in range(len(skill))])
        se = np.array([found[f"{player:02}"].se for player in range(len(skill))])
        agreements["chouette estimate"].append(spearman(estimate, skill))
        covered.append(float(np.mean(np.abs(estimate - skill) < Z95 * se)))
        for name, order in OTHERS.items():
            agreements[name].append(spearman(order(len(skill), games), skill))
    return agreements, covered


def main() -> None:
    """Print a table for each truth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=100)
    repeats = parser.parse_args().repeats
    began = time.perf_counter()
    print(f"{repeats} clubs each of 16 players and 1,000 games; mean ± standard error\n{TARGET}")
    for name, truth in TRUTHS.items():
        agreements, covered = measured(truth, repeats)
        print(f"\n{name}")
        for order, found in agreements.items():
            error = np.std(found) / np.sqrt(repeats)
            print(f"  {order:<18} Spearman {np.mean(found):.3f} ± {error:.3f}")
        print(f"  95 % interval holds the truth in {np.mean(covered):.3f}", flush=True)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
