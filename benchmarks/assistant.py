"""How strong the assistant is, and how long it thinks.

Run ``python -m benchmarks.assistant`` in the project's environment. Each level plays games without
a cube against random play, and is held against the best engine there is on the positions of real
matches; so is the own engine without doubts. Then what a turn of *strong* takes, roll and cube, and
the analysis of a game of 60 rolls. It only prints figures.
"""

import argparse
import sys
import time
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.figures import busy, milliseconds
from games.assistant import (
    LEVELS,
    Chances,
    CubeRating,
    RatedPlay,
    Stakes,
    choose,
    engine_of,
    has_sage,
)
from games.assistant.analysis import analysed
from games.assistant.judging import JudgedPlay
from games.assistant.levels import CUBE_PLIES
from games.assistant.worth import match_chance
from games.rules.backgammon import (
    Game,
    GameRecord,
    MatchRecord,
    Options,
    Rolled,
    game_from_xgid,
    results,
)
from games.rules.backgammon.mat import read_mat
from games.rules.backgammon.match_score import MatchScore
from tests.games.rules.backgammon.boards import real_matches

MONEY = Game(MatchScore(None), Options(jacoby=False))
PLIES = 60


def against_random(level, games, seed=1):
    """Return the points of each game that a level plays against random plays, no cube."""
    dice, points = Random(seed), []
    for number in range(games):
        game, side = MONEY, number % 2
        while game.phase != "over":
            if game.phase == "opening":
                game = game.open(dice.randint(1, 6), dice.randint(1, 6))
            elif game.phase == "roll":
                game = game.rolls(dice.randint(1, 6), dice.randint(1, 6))
            elif game.turn == side:
                game = game.plays(choose(game, level).play.result)
            else:
                game = game.plays(dice.choice(results(game.position, game.roll)))
        points.append(game.result.points * (1 if game.result.winner == side else -1))
    return points


def of_matches(plays, seed=2):
    """Return games of real matches that wait for a play, in any order."""
    met = []
    for _, content in sorted(real_matches().items()):
        if len(met) > 20 * plays:
            break
        record = read_mat(content)
        for game in record.games:
            short = replace(record, games=(game,))
            met += [
                game_from_xgid(one.position)
                for step in analysed(short, NoEngine())
                for one in step.found
                if isinstance(one, JudgedPlay) and one.best is not None
            ]
    return Random(seed).sample(met, min(plays, len(met)))


class NoEngine:
    """Knows nothing; walks through records."""

    name = table = "none"
    match_chance = staticmethod(match_chance)

    def rate_plays(self, position, roll, stakes):
        return tuple(RatedPlay(one, 0.0) for one in results(position, roll))

    def rate_cube(self, position, stakes):
        return CubeRating(0, 0, 0, Chances(0.5))

    def rate_rolls(self, position, stakes):
        return {(high, low): 0.0 for high in range(1, 7) for low in range(1, high + 1)}


def losses(play, games):
    """Return what plays cost, as the best engine sees it; `play` returns the result of one."""
    judge, lost = engine_of(CUBE_PLIES), []
    for game in games:
        rated = judge.rate_plays(game.position, game.roll, Stakes.of(game, game.turn))
        if len(rated) > 1:
            result = play(game)
            lost.append(rated[0].equity - next(x.equity for x in rated if x.result == result))
    return lost


def own_best(game):
    """Return the result of the play that the own engine likes best."""
    stakes = Stakes.of(game, game.turn)
    return engine_of(0).rate_plays(game.position, game.roll, stakes)[0].result


def turns(games):
    """Return the seconds, by the clock and of the processor, of strong's cubes and plays."""
    for what, asked in (
        ("a cube", [one for one in map(before_roll, games) if one.cube_problem(one.turn) is None]),
        ("a play", games),
    ):
        clock, used = [], []
        for game in asked:
            began, so_far = time.perf_counter(), time.process_time()
            choose(game, "strong")
            clock.append(time.perf_counter() - began)
            used.append(time.process_time() - so_far)
        yield what, clock, used


def before_roll(game):
    """Return the game before its roll."""
    return replace(game, roll=None)


def long_game():
    """Return a record of one real game, cut after 60 rolls."""
    for _, content in sorted(real_matches().items()):
        record = read_mat(content)
        for game in record.games:
            if game.plies >= PLIES:
                return MatchRecord(record.length, record.players, (cut(game),))
    raise SystemExit("no match has a game of 60 rolls")


def cut(game):
    """Return the game up to its sixtieth roll."""
    moves, rolls = [], 0
    for move in game.moves:
        rolls += isinstance(move, Rolled)
        moves.append(move)
        if rolls == PLIES:
            break
    return GameRecord(game.score, tuple(moves), 0, 1, "resign", game.is_crawford)


def main():
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="against random play, each level")
    parser.add_argument("--plays", type=int, default=300, help="of real matches, each level")
    arguments = parser.parse_args()
    engine = engine_of(CUBE_PLIES)
    print(f"engine {engine.name}, {'' if has_sage() else 'bgsage is missing, '}{busy()}")
    games = of_matches(arguments.plays)
    for level in LEVELS:
        points = against_random(level, arguments.games)
        error = stdev(points) / sqrt(len(points))
        lost = losses(lambda game, level=level: choose(game, level).play.result, games)
        print(
            f"{level:7}  {fmean(points):+.2f} +- {error:.2f} points a game against random,"
            f"  loses {fmean(lost):.4f} a play of {len(lost)}"
        )
    lost = losses(own_best, games)
    print(f"own engine without doubts  loses {fmean(lost):.4f} a play of {len(lost)}")
    for what, clock, used in turns(games):
        print(f"strong, {what}  {milliseconds(clock)} ms, of one core {milliseconds(used)} ms")
    began, used = time.perf_counter(), time.process_time()
    longest = last = 0.0
    for _ in analysed(long_game(), engine):
        now = time.perf_counter() - began
        longest, last = max(longest, now - last), now
    print(
        f"analysis of {PLIES} rolls  {last:.1f} s, {time.process_time() - used:.1f} s of one core,"
        f"  progress every {longest:.1f} s at the longest;  {busy()}"
    )


if __name__ == "__main__":
    main()
