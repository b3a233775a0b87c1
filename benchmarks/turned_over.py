"""What one result does to the skill of a young club: `python -m benchmarks.turned_over`.

In synthetic clubs that play weekly one game is played otherwise, or is 64 points for either side.
Each version of the club's list is held against each other one: how far a figure moves, measured by
the half of its own interval, and whether places and sure orders stay within what was said.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.synthetic_clubs import Played, Truth, club
from tournaments.ratings.chain import Chain, Evening, months, ranked
from tournaments.ratings.evidence import BoxGame, Evidence, evidence_of

GAMES = 25
FIRST = date(2026, 1, 6)
A_MISTAKE = 64.0
"""Points that somebody typed into the wrong row."""
SURE = 0.8
SPREADS = (0.05, 0.15, 0.4)


def versions(games: Sequence[Played], at: int) -> list[list[Played]]:
    """Return a club's games as they were, and with one of them otherwise."""
    one, size = games[at], len(games[at].members)
    results = (
        one.points,
        tuple(-point for point in one.points),
        (A_MISTAKE,) * size,
        (-A_MISTAKE,) * size,
    )
    return [[*games[:at], replace(one, points=it), *games[at + 1 :]] for it in results]


def evidence(games: Sequence[Played]) -> Evidence:
    """Return what some games say."""
    return evidence_of(
        BoxGame(((f"{one.box:02}", 1.0),), tuple(f"{p:02}" for p in one.members), one.points)
        for one in games
    )


def played(games: Sequence[Played]) -> Chain:
    """Return a club after these games, an evening a week."""
    chain = Chain()
    weeks = range(0, len(games), GAMES)
    evenings = [
        Evening(FIRST + timedelta(weeks=week), evidence(games[first : first + GAMES]))
        for week, first in enumerate(weeks)
    ]
    for _month, those in months(evenings):
        chain.play(those)
    return chain


@dataclass(frozen=True)
class Moved:
    """What became of a player between two versions of a list.

    `halves` is by how many halves of the interval the figure moved, `far` by how much; `left` says
    that the place is not among those that were named, `turned` that a sure order was not so.
    """

    halves: float
    far: float
    left: bool
    turned: bool


def moves(before: Chain, after: Chain) -> Iterator[Moved]:
    """Yield what a list said, held against another one, for each player."""
    was, now = before.listed(), after.listed()
    order, later = ranked(was), ranked(now)
    for place, name in enumerate(order, 1):
        stand = was[name].stand
        assert stand is not None
        far = abs(now[name].skill.figure - was[name].skill.figure)
        sure = stand.above_next is not None and stand.above_next > SURE
        yield Moved(
            far / was[name].skill.width,
            far,
            not stand.first <= later.index(name) + 1 <= stand.last,
            sure and now[name].skill.figure < now[order[place]].skill.figure,
        )


def measured(players: int, evenings: int, clubs: int, games: int = 5) -> list[Moved]:
    """Return all moves in some clubs of each spread, for some of each club's games."""
    found = []
    for spread, seed in itertools.product(SPREADS, range(clubs)):
        truth = Truth(players=players, skill_sd=spread, games=evenings * GAMES)
        _skill, those = club(truth, seed)
        for at in np.random.default_rng(seed).integers(len(those), size=games).tolist():
            chains = [played(one) for one in versions(those, at)]
            for before, after in itertools.permutations(chains, 2):
                found.extend(moves(before, after))
    return found


def main() -> None:
    """Print the table, a row for each size and age of a club."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clubs", type=int, default=24, help="of each spread")
    taken = parser.parse_args()
    print("| players | games | halves of the interval | figure | figure left | place left |")
    print("| ---: |" + " ---: |" * 5)
    for players, evenings in itertools.product((8, 11, 16), (1, 4, 6, 8, 9, 10)):
        those = measured(players, evenings, taken.clubs)
        cells = (
            f"{max(one.halves for one in those):.2f}",
            f"{max(one.far for one in those):.0f}",
            f"{sum(one.halves > 1 for one in those)} of {len(those)}",
            f"{sum(one.left for one in those)}",
        )
        print(f"| {players} | {evenings * GAMES} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
