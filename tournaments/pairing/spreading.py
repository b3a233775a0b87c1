"""The lines of a single elimination for people some of whom have met: apart as far as possible."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from tournaments.pairing.structure import lines, seeding_order

FAR: Final = 32
"""How many meetings in one round weigh as much as one in the round before."""


def spread(acquainted: Sequence[Sequence[int]], rank: Sequence[int]) -> list[int]:
    """Return the line of each, from 0: who are `acquainted` meet as late as that can be found.

    `rank` is in order, the best first; the best have the byes. Everybody is placed in turn, and
    then two change places as long as that helps; the result is always the same.
    """
    return _Lines(acquainted, rank).arranged()


class _Lines:
    def __init__(self, acquainted: Sequence[Sequence[int]], rank: Sequence[int]) -> None:
        self.acquainted, self.rank = acquainted, rank
        count, self.size = len(rank), lines(len(rank))
        self.rounds = self.size.bit_length() - 1
        seeds = seeding_order(self.size)
        self.has_bye = [seeds[line ^ 1] > count for line in range(self.size)]
        self.open = [line for line in range(self.size) if seeds[line] <= count]
        self.held: list[int] = []

    def arranged(self) -> list[int]:
        free = {
            True: {line for line in self.open if self.has_bye[line]},
            False: {line for line in self.open if not self.has_bye[line]},
        }
        for one in range(len(self.rank)):
            among = free[bool(free[True])]
            line = self._placed(one, among)
            among.remove(line)
            self.held.append(line)
        while self._swaps():
            pass
        return self.held

    def _placed(self, one: int, among: Set[int]) -> int:
        """Return a free line: from the final back, the half in which fewer are acquainted."""
        known = [self.held[other] for other in self.acquainted[one] if other < len(self.held)]
        here = sorted(among)
        for far in range(self.rounds - 1, -1, -1):
            halves = [[line for line in here if line >> far & 1 == side] for side in (0, 1)]
            meet = [sum(line >> far == half[0] >> far for line in known) for half in halves if half]
            if all(halves):
                here = halves[(meet[1], -len(halves[1])) < (meet[0], -len(halves[0]))]
        return here[0]

    def _cost(self, one: int, line: int, without: int = -1) -> int:
        """Return the weight of whom they would meet again; `without` stays out of it."""
        return sum(
            FAR ** (self.rounds - (line ^ self.held[other]).bit_length())
            for other in self.acquainted[one]
            if other < len(self.held) and other != without
        )

    def _swaps(self) -> bool:
        """Let two change places, beginning with those who meet again soonest.

        Who meet again when eight are left or fewer are well placed, and in a small field from
        round 3.
        """
        early = FAR ** (self.rounds - max(self.rounds - 2, 3) + 1)
        now = [self._cost(one, line) for one, line in enumerate(self.held)]
        for one in sorted(range(len(now)), key=lambda one: (-now[one], one)):
            if now[one] < early:
                return False
            others = [other for other in range(len(now)) if self._may_swap(one, other)]
            gains = [(self._gain(one, other, now), -other) for other in others]
            gain, other = max(gains, default=(0, 0))
            if gain > 0:
                here, there = self.held[one], self.held[-other]
                self.held[one], self.held[-other] = there, here
                return True
        return False

    def _may_swap(self, one: int, other: int) -> bool:
        """Tell whether two may change places without a bye going to who came less far."""
        same_kind = self.has_bye[self.held[one]] == self.has_bye[self.held[other]]
        return one != other and (same_kind or self.rank[one] == self.rank[other])

    def _gain(self, one: int, other: int, now: Sequence[int]) -> int:
        here, there = self.held[one], self.held[other]
        before = now[one] + now[other]
        after = self._cost(one, there, other) + self._cost(other, here, one)
        if other in self.acquainted[one]:
            before -= 2 * FAR ** (self.rounds - (here ^ there).bit_length())
        return before - after
