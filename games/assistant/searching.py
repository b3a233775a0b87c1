"""What the assistants that search have in common: how far a level looks, and how unsure it is.

>>> thought = Thought(SearchLevel(3, positions=2))
>>> thought.is_late(), thought.is_late(), thought.is_late()
(False, False, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from math import inf
from time import monotonic


@dataclass(frozen=True, slots=True)
class SearchLevel:
    """How many plies a level looks ahead, and how much it misjudges a move.

    So many `positions` or `seconds` end the thought wherever it is. `doubt` is in hundredths of a
    man or a pawn, the most that is added to or taken from a move.
    """

    depth: int
    doubt: int = 0
    positions: float = inf
    seconds: float = inf

    def misjudges(self, said: str) -> int:
        """Return by how much a move in a position is misjudged: always the same."""
        if not self.doubt:
            return 0
        drawn = int.from_bytes(sha256(said.encode()).digest()[:4])
        return drawn % (2 * self.doubt + 1) - self.doubt


class Thought:
    """Counts the positions that are looked at, and ends when a level has looked long enough."""

    def __init__(self, level: SearchLevel) -> None:
        self.most = level.positions
        self.until = monotonic() + level.seconds
        self.count = 0
        self.is_spent = False

    def is_late(self) -> bool:
        """Count a position, and tell whether it is one too many."""
        self.count += 1
        if self.count > self.most or (not self.count % 64 and monotonic() > self.until):
            self.is_spent = True
        return self.is_spent
