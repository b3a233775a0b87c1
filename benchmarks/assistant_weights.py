"""Makes the weights of the assistant's own engine, and writes `games/assistant/weights.py`.

Run ``python -m benchmarks.assistant_weights`` in the project's environment, with bgsage; it takes
some minutes. Open Sage plays games against itself, now and then badly, so that all kinds of
positions come up; its chances after each play, and after some that were not played, are what the
weights are fitted to: a logistic regression for each of five chances, positions with contact and
races apart.
"""

import argparse
import sys
import textwrap
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bgsage import BgBotAnalyzer

from games.assistant.features import SIZE, features
from games.assistant.sage import _board
from games.rules.backgammon import START, results

TARGET = Path(__file__).resolve().parent.parent / "games" / "assistant" / "weights.py"
HEAD = '''"""Weights of the own engine, in thousandths, for each of the numbers in `features`.

Made by `benchmarks.assistant_weights` from the chances that Open Sage gives for positions of games
against itself. A row each for winning, a gammon, a backgammon, losing a gammon, losing a
backgammon.
"""

from typing import Final

# fmt: off
SCALE: Final = 1000

'''
CHANCES = 5
MOST_PLAYS = 60
SMOOTHING = 2.0
LARGEST = 20.0


def samples(count, seed):
    """Yield positions and the five chances of the side on roll."""
    sage, dice, made = BgBotAnalyzer(eval_level="1ply", cubeful=False), Random(seed), 0
    while made < count:
        position, doubt, is_opening = START, dice.choice([0.02, 0.05, 0.15, 0.4, 1.5]), True
        while not position.is_over:
            roll = dice.randint(1, 6), dice.randint(1, 6)
            if is_opening and roll[0] == roll[1]:
                continue
            is_opening = False
            ours = {_board(one.flipped()): one for one in results(position, roll)}
            if not ours:
                position = position.flipped()
                continue
            moves = sage.checker_play(list(_board(position)), *roll).moves
            rated = [(one, ours[tuple(one.board)]) for one in moves][:MOST_PLAYS]
            _, played = max(rated, key=lambda one: one[0].equity + dice.gauss(0, doubt))
            others = dice.sample(rated, min(2, len(rated)))
            for move, after in {one[1]: one for one in (rated[0], *others)}.values():
                if not after.is_over:
                    win, gammon, backgammon, gammon_lost, backgammon_lost = move.probs.to_list()
                    yield after, (1 - win, gammon_lost, backgammon_lost, gammon, backgammon)
                    made += 1
            position = played


def fitted(numbers, chance):
    """Return the weights of a logistic regression, by Newton's method, large ones held back."""
    weights = np.zeros(SIZE)
    for _ in range(30):
        found = 1 / (1 + np.exp(-np.clip(numbers @ weights, -30, 30)))
        slope = numbers.T @ (chance - found) - SMOOTHING * weights
        bend = np.maximum(found * (1 - found), 1e-4)
        curve = (numbers * bend[:, None]).T @ numbers + SMOOTHING * np.eye(SIZE)
        step = np.linalg.solve(curve, slope)
        step *= min(1.0, 3 / np.abs(step).max())
        weights += step
        if np.abs(step).max() < 1e-4:
            break
    error = np.sqrt(np.mean((found - chance) ** 2))
    return np.clip(weights, -LARGEST, LARGEST), error


def main():
    """Write the weights and print how well they fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    numbers, chances, contact = [], [], []
    for position, five in samples(arguments.positions, arguments.seed):
        numbers.append(np.array(features(position), dtype=np.float32))
        chances.append(five)
        contact.append(position.has_contact)
    numbers, chances, contact = np.array(numbers), np.array(chances), np.array(contact)
    text = HEAD
    for name, chosen in (("CONTACT", contact), ("RACE", ~contact)):
        text += f"{name}: Final = (\n"
        for place in range(CHANCES):
            weights, error = fitted(numbers[chosen].astype(float), chances[chosen, place])
            print(f"{name} {place}: {chosen.sum():,} positions, error {error:.4f}")
            row = ", ".join(str(round(one * 1000)) for one in weights)
            text += (
                "    (\n" + textwrap.indent(textwrap.fill(f"{row},", 90), " " * 8) + "\n    ),\n"
            )
        text += ")\n\n" if name == "CONTACT" else ")\n"
    TARGET.write_text(text + "# fmt: on\n", encoding="utf-8")


if __name__ == "__main__":
    main()
