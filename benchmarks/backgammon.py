"""Rolls per second of the backgammon rules, compared with a plain reference.

Run ``python -m benchmarks.backgammon`` in the project's environment; with ``--perft`` it counts
three rolls as well, which takes minutes. The reference follows the wording of the rules and uses
only lists. Both must find the same results. It only prints figures.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rules.backgammon import START, Position, Roll, perft, results
from games.rules.backgammon.generator import boards_after

Half = tuple[int, ...]
Board = tuple[Half, Half]


def plain_step(board: Board, point: int, die: int) -> Board | None:
    """Return the board after one number from a point (25 is the bar), or None if it is illegal."""
    own, opp = list(board[0]), list(board[1])
    if not own[point - 1] or (own[24] and point != 25):
        return None
    target = point - die
    if target <= 0:
        if any(own[6:]) or (target < 0 and any(own[point:])):
            return None
        own[point - 1] -= 1
        return tuple(own), tuple(opp)
    there = opp[24 - target]
    if there > 1:
        return None
    own[point - 1] -= 1
    own[target - 1] += 1
    if there:
        opp[24 - target] = 0
        opp[24] += 1
    return tuple(own), tuple(opp)


def plain_results(board: Board, roll: Roll) -> set[Board]:
    """Return every board after a legal play, by trying everything."""
    first, second = max(roll), min(roll)
    orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
    most, found = 0, {0: set[Board]()}
    for dice in orders:
        layer = {board}
        for count, die in enumerate(dice, 1):
            tried = (plain_step(one, point, die) for one in layer for point in range(25, 0, -1))
            layer = {after for after in tried if after is not None}
            if not layer:
                break
            if count > most or count > 1:
                most = max(most, count)
                found.setdefault(count, set()).update(layer)
    return found[most]


def rolls_of_random_games(games: int, seed: int = 1) -> list[tuple[Position, Roll]]:
    """Return the positions and rolls of games with random play."""
    chance, met = Random(seed), []
    for _ in range(games):
        position = START
        while not position.is_over:
            roll = chance.randint(1, 6), chance.randint(1, 6)
            met.append((position, roll))
            after = results(position, roll)
            position = chance.choice(after) if after else position.flipped()
    return met


def rate(work: Callable[[], None], count: int) -> float:
    """Return calls per second, the best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return count / best


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--perft", action="store_true", help="count three rolls, too")
    arguments = parser.parse_args()
    met = rolls_of_random_games(60)
    boards = [((position.own, position.opp), roll) for position, roll in met]
    for (position, roll), (board, _) in zip(met, boards, strict=True):
        found = {(one.opp, one.own) for one in results(position, roll)}
        assert found == plain_results(board, roll)

    def numbers() -> None:
        for position, (first, second) in met:
            boards_after(position.code, first, second)

    def positions() -> None:
        for position, roll in met:
            results(position, roll)

    def plain() -> None:
        for board, roll in boards:
            plain_results(board, roll)

    print(f"{len(met):,} position-rolls of random games, the same results")
    print(f"boards as numbers  {rate(numbers, len(met)):>9,.0f} a second")
    print(f"results            {rate(positions, len(met)):>9,.0f} a second")
    print(f"plain reference    {rate(plain, len(met)):>9,.0f} a second")
    for depth in (1, 2, 3) if arguments.perft else (1, 2):
        began = time.process_time()
        print(f"perft {depth}  {perft(START, depth):>13,}  {time.process_time() - began:8.1f} s")


if __name__ == "__main__":
    main()
