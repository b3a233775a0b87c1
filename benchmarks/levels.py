"""How levels of the assistant do against random moves and each other, in any game of two."""

from collections import defaultdict
from time import perf_counter

PAIRS = (
    ("easy", "random"),
    ("medium", "random"),
    ("strong", "random"),
    ("medium", "easy"),
    ("strong", "easy"),
    ("strong", "medium"),
)


def compared(games, played):
    """Yield each pair with the points of its first level.

    `played(levels, seed)` plays a game of two levels, White first, and returns White's points.
    Colours change from game to game.
    """
    for first, second in PAIRS:
        points = 0.0
        for number in range(games):
            is_white = number % 2 == 0
            value = played((first, second) if is_white else (second, first), number)
            points += value if is_white else 1 - value
        yield first, second, points


class Thinking:
    """How long each level thinks about a move, forced ones included."""

    def __init__(self):
        self.seconds = defaultdict(list)

    def about(self, level, choose, *given):
        """Return what is chosen, and keep how long that takes."""
        began = perf_counter()
        chosen = choose(*given)
        self.seconds[level].append(perf_counter() - began)
        return chosen

    def show(self):
        """Print the middle one, one of twenty and the longest, in seconds a move."""
        for level in ("easy", "medium", "strong"):
            taken = sorted(self.seconds[level])
            if taken:
                half, late = (taken[int(part * (len(taken) - 1))] for part in (0.5, 0.95))
                print(
                    f"{level:<6}  {len(taken):6,} moves  p50 {half:.3f} s  p95 {late:.3f} s  "
                    f"max {taken[-1]:.3f} s"
                )
