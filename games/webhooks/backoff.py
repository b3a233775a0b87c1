"""When to retry: each pause is four times longer, with jitter."""

import random
from typing import Final

MOST_ATTEMPTS: Final = 8
"""The last one comes about two days after the first."""
FIRST_PAUSE = 60.0
FACTOR: Final = 4
LONGEST_PAUSE = 24 * 60 * 60.0
JITTER = 0.2


def pause(attempts: int, chance: random.Random | None = None) -> float:
    """Return the seconds to wait after this many failed attempts, plus or minus a fifth."""
    exact = min(FIRST_PAUSE * float(FACTOR ** (attempts - 1)), LONGEST_PAUSE)
    return exact * (chance or random.SystemRandom()).uniform(1 - JITTER, 1 + JITTER)
