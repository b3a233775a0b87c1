"""How strong the levels of the assistant at chess are: against random moves and each other.

Run ``python -m benchmarks.chess_levels --games 10 --positions 3000`` in the project's environment.
Two random moves first, colours changing, a draw half. *Strong* looks at so many positions a move
instead of a time, so that every machine prints the same.
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.levels import compared
from games.assistant.chess import choose_chess
from games.rules.chess import Game

LONGEST = 160
"""A game that is not over after so many moves of both together is drawn."""


def played(levels: tuple[str, str], seed: int, positions: int) -> float:
    """Return what White gets in a game."""
    random, game = Random(seed), Game()
    for number in range(LONGEST):
        if game.turn is None:
            break
        level = levels[game.turn]
        if level == "random" or number < 2:
            move = random.choice(game.legal_moves())
        else:
            move = choose_chess(game, level, positions)
        game = game.play(move)
        if game.result is None and game.may_claim:
            game = game.claim()
    winner = game.result.winner if game.result else None
    return 0.5 if winner is None else float(winner == 0)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--positions", type=int, default=3_000)
    asked = parser.parse_args()
    play = partial(played, positions=asked.positions)
    for first, second, points in compared(asked.games, play):
        print(f"{first:<6}  {second:<6}  {points:5.1f} of {asked.games}", flush=True)


if __name__ == "__main__":
    main()
