"""Chouettes played on the board by a machine: `python -m benchmarks.chouettes --games 1000`.

Random games over all presets, with beavers, settlements and extras where they are allowed. After
each the session's score is held against the fold of a plain `.csn` of the same cubes and results.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from games.rules.chouette import PRESETS
from games.rules.chouette.notation import parse, write
from tests.games.rules.online.chouettes import Evening, played_at_random

RULES = (*PRESETS, "extras=on; captain_may_buy=on; cube_limit=none", "cubes=team; animals=3")


def differs(number: int) -> tuple[bool, int]:
    """Play one game; tell whether its score differs, and how many steps the board's log has."""
    evening = Evening(RULES[number % len(RULES)], players=3 + number % 4)
    for _ in played_at_random(evening, Random(number)):
        pass
    table = parse(write(evening.start, evening.actions)).table
    return (table.totals, table.order) != (evening.table.totals, evening.table.order), len(
        evening.log
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    count = parser.parse_args().games
    began = time.perf_counter()
    found = [differs(number) for number in range(count)]
    wrong = [number for number, (other, _steps) in enumerate(found) if other]
    steps = sum(length for _other, length in found)
    print(f"{count} games over {len(RULES)} sets of rules, {steps} steps of boards")
    print(f"{time.perf_counter() - began:.0f} s; other scores than the plain file: {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
