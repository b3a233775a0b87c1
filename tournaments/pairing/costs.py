"""The cost of a pair: the guarantees of a Swiss draw as the digits of one number.

In the order of `docs/tournament-formats.md`, "Match play": broken rules (a rematch 1, a forbidden
pair 2), a second bye, the bye's score group from below, the square of the score gap, floats
repeated in the same direction, players of one club or country, distance from fold or slide, seeded
noise. The base of a digit exceeds the sum that all lower ones can reach in a round, so that a
better digit always wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from games.lazy import Lazy
from tournaments.pairing.chance import Chance
from tournaments.pairing.entrants import DOWN, UP, Entrants
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching import MOST_BITS, Edge, cheapest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
else:
    np = Lazy("numpy")
    Numbers = Any

Inside = Literal["fold", "slide", "random"]
"""How a score group is paired: first against last, upper half against lower half in order, or at
random.
"""

NOISE_BITS: Final = 40
"""With this many bits, two equal draws have a chance of one in a million; fewer if space is
short.
"""
MOST_SPAN: Final = 1_000_000
"""The largest difference of scores; its squares must fit beside the other digits."""


DENSE: Final = 32
FEW: Final = 12
"""With at least this many pairs per player, a few pairs for each are searched first."""


class Costs:
    """The cost of every pair of a field, in arrays over all pairs, byes at the end."""

    def __init__(self, field: Entrants, chance: Chance, inside: Inside, round_number: int) -> None:
        self.field = field
        self.bytes = NOISE_BITS // 8
        self.one, self.other = _all_pairs(field)
        self.broken = self._broken()
        self.digits = [
            *self._bye(),
            self._gap() ** 2,
            self._repeated(),
            self._apart(),
            self._distance(inside),
        ]
        self.noise = self._noise(chance, round_number)
        self.least_gaps, self.excess = self._bounds()

    def ideal(self) -> list[tuple[int, int, int]]:
        """Return the pairs that cost nothing but noise: a draw of only these is the best.

        In the first round these are all pairs of a whole field; it is small enough for a fast
        search.
        """
        *upper, (_, lowest) = self.field.groups.values()
        if any(size % 2 for _, size in upper) or lowest % 2 != self.field.count % 2:
            return []
        kept = self.broken == 0
        for digit in self.digits:
            kept &= digit == 0
        if int(kept.sum()) > DENSE * self.field.size:
            kept[kept] = self._promising(self.one[kept], self.other[kept], self.noise[kept])
        return _listed(self.one[kept], self.other[kept], self.noise[kept])

    def _promising(self, one: Numbers, other: Numbers, cost: Numbers) -> NDArray[np.bool_]:
        """Return which pairs of a dense field may be in its cheapest draw.

        Everybody pays at least half of their cheapest pair. If a pair exceeds these halves by more
        than a whole draw of few pairs per player does, it cannot be in the cheapest draw.
        """
        size = self.field.size
        table = np.full((size, size), 1 << NOISE_BITS, dtype=np.int64)
        table[one, other] = table[other, one] = cost
        limit = np.partition(table, FEW, axis=1)[:, FEW]
        few = (cost <= limit[one]) | (cost <= limit[other])
        found = cheapest(size, _listed(one[few], other[few], cost[few]))
        if found is None:
            return np.ones_like(few)
        lowest = table.min(axis=1)
        above = 2 * sum(int(table[edge]) for edge in found) - int(lowest.sum())
        promising: NDArray[np.bool_] = 2 * cost - lowest[one] - lowest[other] <= above
        return promising

    def near(self, slack: int) -> list[tuple[int, int, int]]:
        """Return the legal pairs for draws whose gaps exceed the minimum by at most `slack`.

        The minimum is `least_gaps`, with the bye in the lowest group and nobody's second.
        """
        kept = (self.broken == 0) & (self.excess <= slack)
        had, group, *_ = self.digits
        return self._edges(kept & (had == 0) & (group == 0), self.digits)

    def gaps(self, matching: Sequence[Edge]) -> int:
        """Return the sum of squared gaps in a draw."""
        scores = [entrant.score for entrant in self.field.entrants]
        return sum(
            (scores[one] - scores[other]) ** 2
            for one, other in matching
            if other < self.field.count
        )

    def edges(self, has_broken: bool) -> list[tuple[int, int, int]]:
        """Return every pair with its cost, with or without those that break a rule.

        Raises:
            PairingError: scores are so far apart that the digits do not fit.
        """
        if has_broken:
            return self._edges(np.ones_like(self.broken, dtype=bool), [self.broken, *self.digits])
        return self._edges(self.broken == 0, self.digits)

    def _edges(
        self, kept: NDArray[np.bool_], digits: Sequence[Numbers]
    ) -> list[tuple[int, int, int]]:
        costs = self._joined([digit[kept] for digit in digits], self.noise[kept])
        return list(zip(self.one[kept].tolist(), self.other[kept].tolist(), costs, strict=True))

    def _joined(self, digits: Sequence[Numbers], noise: Numbers) -> list[int]:
        """Join the digits of each pair; the bases come from the largest values that occur."""
        pairs = self.field.size // 2
        most = [int(digit.max(initial=0)) for digit in digits]
        bits = [(pairs * each).bit_length() for each in most]
        spare = MOST_BITS - sum(bits) - pairs.bit_length()
        if spare < 1:
            raise PairingError("scores_too_far", span=self._span())
        noise = noise >> max(0, NOISE_BITS - spare)
        # numpy joins the digits that fit into 64 bits, and Python the rest.
        words: list[tuple[Numbers, int]] = [(noise, (pairs << min(NOISE_BITS, spare)).bit_length())]
        for digit, width in zip(reversed(digits), reversed(bits), strict=True):
            word, filled = words[-1]
            if filled + width <= 62:
                words[-1] = ((digit << filled) | word, filled + width)
            else:
                words.append((digit, width))
        costs: list[int] = words[-1][0].tolist()
        for word, width in reversed(words[:-1]):
            costs = [(high << width) + low for high, low in zip(costs, word.tolist(), strict=True)]
        return costs

    def _broken(self) -> Numbers:
        broken = np.zeros(len(self.one), dtype=np.int64)
        for pairs, cost in ((self.field.met, 1), (self.field.barred, 2)):
            for one, other in pairs:
                broken[self._index(one, other)] += cost
        return broken

    def _apart(self) -> Numbers:
        """Return which pairs should be kept apart if that costs nothing fairer."""
        apart = np.zeros(len(self.one), dtype=np.int64)
        for one, other in self.field.apart:
            apart[self._index(one, other)] = 1
        return apart

    def _bye(self) -> tuple[Numbers, Numbers]:
        """Return each player's byes so far, and their score group counted from below."""
        had, group = np.zeros((2, len(self.one)), dtype=np.int64)
        if self.field.has_bye:
            entrants = self.field.entrants
            scores = {score: rank for rank, score in enumerate(sorted(self.field.groups))}
            had[-self.field.count :] = [entrant.byes for entrant in entrants]
            group[-self.field.count :] = [scores[entrant.score] for entrant in entrants]
        return had, group

    def _gap(self) -> Numbers:
        if self._span() > MOST_SPAN:
            raise PairingError("scores_too_far", span=self._span())
        lowest = self.field.entrants[-1].score
        scores = self._by_place([entrant.score - lowest for entrant in self.field.entrants])
        gap: Numbers = scores[self.one] - scores[self.other]
        gap[self.other == self.field.count] = 0
        return gap

    def _bounds(self) -> tuple[int, Numbers]:
        """Return a lower bound for all gaps, and by how much each pair raises it.

        Between two neighbouring scores there is a cut. If an odd number of players is above it, a
        pair must cross it; if an even number is, none or two do. The square of a gap is at least
        the sum of the squares of the cuts it crosses. So a pair that crosses cuts saves the odd
        ones of them, and pays the even ones twice. The bye is assumed to be in the lowest group,
        where it is above no cut.
        """
        above, total, least = [0], 0, 0
        scores = [entrant.score for entrant in self.field.entrants]
        for place, (upper, lower) in enumerate(pairwise(scores), start=1):
            square = (upper - lower) ** 2
            least += square if place % 2 else 0
            total += -square if place % 2 else square
            above.append(total)
        crossed = self._by_place(above)
        excess: Numbers = self._gap() ** 2 + crossed[self.other] - crossed[self.one]
        excess[self.other == self.field.count] = 0
        return least, excess

    def _repeated(self) -> Numbers:
        """Return how often the two have floated before in the same direction."""
        entrants = self.field.entrants
        down = self._by_place([entrant.floats.count(DOWN) for entrant in entrants])
        up = self._by_place([entrant.floats.count(UP) for entrant in entrants])
        repeated: Numbers = np.where(self._gap() > 0, down[self.one] + up[self.other], 0)
        return repeated

    def _distance(self, inside: Inside) -> Numbers:
        """Return the square of each pair's distance from what the system wants.

        A float should be the last of the upper group and meet the first of the lower; the bye
        should be the last of its group. If an odd number of players is above a group, one is
        assumed to float down into it, and its first player is left out of fold and slide; likewise
        its last player, if one floats down or has the bye.
        """
        if inside == "random":
            return np.zeros(len(self.one), dtype=np.int64)
        groups = [self.field.group(place) for place in range(self.field.count)]
        column, size = (np.array(one, dtype=np.int64) for one in zip(*groups, strict=True))
        start = np.arange(self.field.count) - column
        low, high = start % 2, size - 1 - (start + size) % 2
        place, last = self._by_place(column.tolist()), self._by_place((size - 1).tolist())
        first, second = place[self.one], place[self.other]
        if inside == "fold":
            same = (first + second - (low + high)[self.one]) ** 2
        else:
            same = (second - first - ((high - low + 1) // 2)[self.one]) ** 2
        across = 2 * ((last[self.one] - first) ** 2 + second**2)
        is_across = (self._gap() > 0) | (self.other == self.field.count)
        distance: Numbers = np.where(is_across, across, same)
        return distance

    def _noise(self, chance: Chance, round_number: int) -> Numbers:
        """Return noise that depends on the players, not on the order of the input."""
        size = self.field.size
        length = size * (size - 1) // 2
        stream = np.frombuffer(
            chance.stream(length * self.bytes, "swiss", round_number), dtype=np.uint8
        )
        numbers = np.zeros(length, dtype=np.int64)
        for column in stream.reshape(length, self.bytes).T:
            numbers = (numbers << 8) | column
        table = np.zeros((size, size), dtype=np.int64)
        table[np.triu_indices(size, 1)] = numbers
        table += table.T
        keys = sorted(self.field.number)
        by_key = {key: place for place, key in enumerate(keys)}
        order = np.arange(size)
        order[: self.field.count] = [by_key[entrant.key] for entrant in self.field.entrants]
        noise: Numbers = table[order[self.one], order[self.other]]
        return noise

    def _index(self, one: int, other: int) -> int:
        """Return the index of a pair in the arrays."""
        return one * (2 * self.field.count - one - 1) // 2 + other - one - 1

    def _by_place(self, numbers: Sequence[int]) -> Numbers:
        """Return an array with a 0 for the bye's vertex."""
        return np.array([*numbers, 0], dtype=np.int64)

    def _span(self) -> int:
        return self.field.entrants[0].score - self.field.entrants[-1].score


def _all_pairs(field: Entrants) -> tuple[Numbers, Numbers]:
    """Return every pair of players by place, then everyone with the bye."""
    one, other = np.triu_indices(field.count, 1)
    if field.has_bye:
        everyone = np.arange(field.count)
        one = np.concatenate([one, everyone])
        other = np.concatenate([other, np.full(field.count, field.count)])
    return one.astype(np.int64), other.astype(np.int64)


def _listed(one: Numbers, other: Numbers, cost: Numbers) -> list[tuple[int, int, int]]:
    return list(zip(one.tolist(), other.tolist(), cost.tolist(), strict=True))
