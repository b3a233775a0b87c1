"""Actions per second of the chouette rules, and how folding grows with the log.

Run ``python benchmarks/rules.py`` in the project's environment. Five players, canberra, random
legal play from a fixed seed; applying includes the legality check. It only prints figures.
"""

import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rules.chouette import Action, EndGame, Leave, Open, SetOrder, Table
from games.rules.chouette.notation import parse, scores, write

PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve")
START = Table.new(PLAYERS).apply(SetOrder(PLAYERS))


def played(games: int, seed: int = 1) -> list[Action]:
    """Return the actions of random legal games: offers, replies and animals, then the end."""
    chance, table, actions = Random(seed), START, []
    while table.played < games:
        choices = [one for one in islice(table.legal_actions(), 300) if not isinstance(one, Leave)]
        if table.phase == "play" and chance.random() < 0.4:
            choices = [one for one in choices if isinstance(one, EndGame)]
        elif table.phase == "play":
            choices = [one for one in choices if not isinstance(one, EndGame | Open)] or choices
        elif table.phase == "between":
            choices = choices[:1]
        action = chance.choice(choices)
        table = table.apply(action)
        actions.append(action)
    return actions


def fold(actions: Sequence[Action]) -> float:
    """Return the CPU seconds of folding."""
    began = time.process_time()
    table = START
    for action in actions:
        table = table.apply(action)
    return time.process_time() - began


def main() -> None:
    """Print the figures."""
    actions = played(4_000)
    for share in (0.25, 0.5, 1.0):
        part = actions[: int(len(actions) * share)]
        took = fold(part)
        print(f"apply  {len(part):>7,} actions  {took:6.2f} s  {len(part) / took:>9,.0f} a second")
    table = START
    began, listed = time.process_time(), 0
    for action in actions[:2_000]:
        listed += sum(1 for _ in table.legal_actions())
        table = table.apply(action)
    took = time.process_time() - began
    print(f"list   {listed:>7,} legal actions at 2,000 tables: {2_000 / took:,.0f} tables a second")
    text = write(Table.new(PLAYERS), [SetOrder(PLAYERS), *played(10_000)])
    statements = sum(bool(line.strip()) and line[0] != "[" for line in text.splitlines())
    began = time.process_time()
    scores(parse(text))
    took = time.process_time() - began
    print(f"score  10,000 games, {statements:,} statements, {len(text) / 1e6:.1f} MB: {took:.2f} s")


if __name__ == "__main__":
    main()
