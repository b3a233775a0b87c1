"""Counts of long sequences of moves of Dame, and how long counting takes.

Run ``python -m benchmarks.dame`` in the project's environment. It fails if a count is wrong.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rules.dame import START, Options, perft

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


def main() -> None:
    """Print the figures."""
    for depth, expected in enumerate(FREE, 1):
        counted(depth, Options(), expected)
    counted(9, Options(landing="strict"), STRICT_NINE)


if __name__ == "__main__":
    main()
