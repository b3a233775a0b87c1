"""Synthetic clubs with known skills, to test estimates against the truth.

Independent of the model's code on purpose: it imports nothing from `tournaments.ratings`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Truth:
    """The true parameters of a synthetic club."""

    team_weight: float = 0.6
    rho: float = 0.7
    sigma2: float = 6.0
    skill_sd: float = 0.15
    players: int = 16
    games: int = 1000
    games_a_session: int = 25
    captain_share: float = 0.6


@dataclass(frozen=True)
class Played:
    """A game: the box, the members with the captain first, and what they won from the box."""

    session: int
    box: int
    members: tuple[int, ...]
    points: tuple[float, ...]


def club(truth: Truth, seed: int) -> tuple[np.ndarray, list[Played]]:
    """Return the skills of a club and its games, with four to seven players and normal rotation."""
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, truth.skill_sd, truth.players)
    games: list[Played] = []
    session = 0
    while len(games) < truth.games:
        present = rng.choice(truth.players, size=int(rng.integers(4, 8)), replace=False)
        line = [int(player) for player in present]
        for _game in range(min(truth.games_a_session, truth.games - len(games))):
            box, *members = line
            points = _points(truth, skill, box, members, rng)
            games.append(Played(session, box, tuple(members), tuple(map(float, points))))
            # The captain's own cube decides who is box next; the loser goes to the end.
            captain, *rest = members
            line = [captain, *rest, box] if points[0] > 0 else [box, *rest, captain]
        session += 1
    return skill, games


def _points(
    truth: Truth, skill: np.ndarray, box: int, members: list[int], rng: np.random.Generator
) -> np.ndarray:
    m, w = len(members), truth.team_weight
    those = skill[members]
    team = truth.captain_share * those[0] + (1 - truth.captain_share) * those.mean()
    mean = (1 - w) * those + w * team - skill[box]
    noise = np.sqrt(truth.rho) * rng.normal() + np.sqrt(1 - truth.rho) * rng.normal(size=m)
    # Student's t with four degrees of freedom, scaled to variance 1; one tail factor per game.
    tail = np.sqrt(4 / rng.chisquare(4)) / np.sqrt(2)
    return mean + np.sqrt(truth.sigma2) * tail * noise
