"""Synthetic clubs with known skills, to test estimates against the truth.

Independent of the model's code on purpose: it imports nothing from `tournaments.ratings`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Truth:
    """The true parameters of a synthetic club.

    With `box_stays` the box stays as long as all cubes of a game together bring it something, else
    while it beats the captain. With `whole_cubes` a cube is won or lost by whole points, never 0.
    """

    team_weight: float = 0.6
    rho: float = 0.7
    sigma2: float = 6.0
    skill_sd: float = 0.15
    players: int = 16
    games: int = 1000
    games_a_session: int = 25
    captain_share: float = 0.6
    box_stays: bool = False
    whole_cubes: bool = False


@dataclass(frozen=True)
class Played:
    """A game: the box, the members with the captain first, and what they won from the box."""

    session: int
    box: int
    members: tuple[int, ...]
    points: tuple[float, ...]


def club(truth: Truth, seed: int) -> tuple[np.ndarray, list[Played]]:
    """Return the skills of a club and its games, with four to seven players a session."""
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
            # The captain's own cube decides who is box next, or all of them; the loser goes to the
            # end.
            captain, *rest = members
            lost = points.sum() > 0 if truth.box_stays else points[0] > 0
            line = [captain, *rest, box] if lost else [box, *rest, captain]
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
    points = mean + np.sqrt(truth.sigma2) * tail * noise
    return _whole(points, rng) if truth.whole_cubes else points


def _whole(points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return whole points, never 0, whose means are these points."""
    chance, below = rng.random(len(points)), np.floor(points)
    rounded = below + (chance < points - below)
    return np.where(np.abs(points) < 1, np.where(chance < (1 + points) / 2, 1, -1), rounded)
