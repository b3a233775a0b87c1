"""Actions per second of the chouette rules, and how folding grows with the log.

Run ``python benchmarks/rules.py`` in the project's environment. Five players, canberra, random
legal play from a fixed seed; applying includes the legality check. It only prints figures.

``--beside COMMIT`` reads and scores one text with the rules of now and with those of that commit,
in turns, each in a process of its own, and compares the figures as well as the processor's time.
"""

import argparse
import gc
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rules.chouette import Action, Automatic, EndGame, Leave, Open, SetOrder, Table
from games.rules.chouette.notation import parse, scores, write

PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve")
START = Table.new(PLAYERS).apply(SetOrder(PLAYERS))
TURNS = 6
HERE = Path(__file__).resolve().parent.parent


def played(games: int, seed: int = 1) -> list[Action]:
    """Return the actions of random legal games: offers, replies and animals, then the end."""
    chance, table, actions = Random(seed), START, []
    while table.played < games:
        choices = list(islice(table.legal_actions(), 300))
        # Commits that this is compared with know no automatic doubles without their dice.
        choices = [one for one in choices if not isinstance(one, Leave | Automatic)]
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


def scored(file: str) -> None:
    """Print the processor's seconds for one text, and what stands for all of its figures."""
    text = Path(file).read_text()
    # As every command of the program does (chouette/garbage.py).
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)
    began = time.process_time()
    result = scores(parse(text))
    took = time.process_time() - began
    print(took, hashlib.sha256(json.dumps(result).encode()).hexdigest())


def beside(commit: str) -> None:
    """Print the seconds of the rules of that commit, and of those of now."""
    text = write(Table.new(PLAYERS), [SetOrder(PLAYERS), *played(5_735)])
    statements = sum(bool(line.strip()) and line[0] != "[" for line in text.splitlines())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.csn")
        file.write_text(text)
        packed = subprocess.run(
            ["git", "archive", commit, "games"], cwd=HERE, check=True, capture_output=True
        ).stdout
        subprocess.run(["tar", "x", "-C", folder], input=packed, check=True)
        Path(folder, "benchmarks").mkdir()
        Path(folder, "benchmarks", "rules.py").write_text(
            Path(__file__).read_text().replace(", Automatic, ", ", ").replace(" | Automatic", "")
        )
        took: dict[str, list[float]] = {commit: [], "now": []}
        found = set()
        for _ in range(TURNS):
            for name, root in ((commit, Path(folder)), ("now", HERE)):
                program = [sys.executable, str(root / "benchmarks" / "rules.py")]
                done = subprocess.run(
                    [*program, "--scored", str(file)], check=True, capture_output=True, text=True
                )
                seconds, figure = done.stdout.split()
                took[name].append(float(seconds))
                found.add(figure)
    print(f"{statements:,} statements, load {os.getloadavg()[0]:.1f}, same figures:", end=" ")
    print("yes" if len(found) == 1 else "NO")
    for name, each in took.items():
        print(f"{name:>8}  least {min(each):.2f} s  all {' '.join(f'{one:.2f}' for one in each)}")
    print(f"now takes {min(took['now']) / min(took[commit]):.2f} of the time")
    sys.exit(len(found) != 1)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--beside", metavar="COMMIT")
    parser.add_argument("--scored", metavar="FILE", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.scored:
        scored(chosen.scored)
    elif chosen.beside:
        beside(chosen.beside)
    else:
        figures()


def figures() -> None:
    """Print what applying, listing and scoring cost."""
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
