"""Counts of long sequences of moves of Dame, how long counting takes, and how strong levels are.

Run ``python -m benchmarks.dame`` in the project's environment. It fails if a count is wrong. With
``--games 50`` it plays so many games of each level against random moves and of levels against each
other instead, colours changing, two random moves first; a draw counts half. At the end it says how
long each level has thought about a move.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.levels import Thinking, compared
from games.assistant.dame import choose_dame
from games.rules.dame import START, Game, Options, perft

FREE = (7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931)
STRICT_NINE = 3_963_671


def counted(depth: int, options: Options, expected: int) -> None:
    """Count the sequences of so many moves, and print how long that takes."""
    began = time.process_time()
    count = perft(START, depth, options)
    took = time.process_time() - began
    print(f"{options.landing:<6}  perft {depth}  {count:>11,}  {took:8.1f} s")
    if count != expected:
        sys.exit(f"{expected:,} were expected")


LONGEST = 200
"""A game that is not over after so many moves is drawn."""


def played(levels: tuple[str, str], seed: int, thinking: Thinking) -> float:
    """Return what White gets in a game."""
    random, game = Random(seed), Game.begin()
    for number in range(LONGEST):
        if game.turn is None:
            break
        level = levels[game.turn]
        if level == "random" or number < 2:
            move = random.choice(game.legal_moves())
        else:
            move = thinking.about(level, choose_dame, game, level)
        game = game.play(move)
        if game.repetitions >= 3 and game.result is None:
            game = game.claim_repetition()
    winner = game.result.winner if game.result else None
    return 0.5 if winner is None else float(winner == 0)


def levels(count: int) -> None:
    """Print how levels do against each other."""
    thinking = Thinking()
    for first, second, points in compared(count, partial(played, thinking=thinking)):
        print(f"{first:<6}  {second:<6}  {points:5.1f} of {count}", flush=True)
    thinking.show()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    games = parser.parse_args().games
    if games:
        levels(games)
        return
    for depth, expected in enumerate(FREE, 1):
        counted(depth, Options(), expected)
    counted(9, Options(landing="strict"), STRICT_NINE)


if __name__ == "__main__":
    main()
