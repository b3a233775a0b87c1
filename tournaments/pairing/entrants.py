"""The players of a Swiss round, and what a draw needs to know about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.errors import PairingError

Forbidden = frozenset[frozenset[str]]
"""Pairs of keys that may not meet."""

DOWN: Final = -1
UP: Final = 1
"""Directions of a float: up, against an opponent with more points; down, with fewer."""


def two_of(one: int, other: int) -> frozenset[str]:
    """Return two as they stand among the forbidden pairs."""
    return frozenset((str(one), str(other)))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the round: score, seeding and history.

    `score` is a whole number in any unit (half points, say), `rank` the seeding with 1 for the
    best; `opponents` are keys, `floats` has -1, 0 or 1 for each round played.
    """

    key: str
    score: int
    rank: int
    opponents: tuple[str, ...] = ()
    byes: int = 0
    floats: tuple[int, ...] = ()


class Entrants:
    """The entrants in order, best first, with their legal opponents.

    Raises:
        PairingError: fewer than two, or one of them twice.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        forbidden: Forbidden,
        apart: Forbidden = frozenset(),
    ) -> None:
        self.entrants = sorted(entrants, key=lambda one: (-one.score, one.rank, one.key))
        if len(self.entrants) < 2:
            raise PairingError("too_few", count=len(self.entrants))
        self.number: dict[str, int] = {}
        for place, entrant in enumerate(self.entrants):
            if entrant.key in self.number:
                raise PairingError("entered_twice", player=entrant.key)
            self.number[entrant.key] = place
        self.met = self._met()
        self.barred = self._edges(forbidden)
        self.apart = self._edges(apart) - self.barred
        self.groups = _groups(self.entrants)

    @property
    def count(self) -> int:
        return len(self.entrants)

    @property
    def size(self) -> int:
        """The number of vertices in the graph: in an odd field the last is the bye."""
        return self.count + self.count % 2

    @property
    def has_bye(self) -> bool:
        return self.count % 2 == 1

    def group(self, place: int) -> tuple[int, int]:
        """Return the place within the score group, from 0, and the size of the group."""
        start, size = self.groups[self.entrants[place].score]
        return place - start, size

    def legal_edges(self) -> set[tuple[int, int]]:
        """Return the legal pairs, and who may have the bye (the vertex `count`)."""
        edges = {(one, other) for one in range(self.count) for other in range(one + 1, self.count)}
        edges -= self.met | self.barred
        return edges | {edge for edge in self.bye_edges() if not self.entrants[edge[0]].byes}

    def bye_edges(self) -> set[tuple[int, int]]:
        """Return everybody paired with the bye, in an odd field."""
        return {(place, self.count) for place in range(self.count) if self.has_bye}

    def least_choice(self) -> int:
        """Return the smallest number of legal opponents, the bye included, that a player has."""
        banned = [0] * self.count
        for pair in self.met | self.barred:
            for place in pair:
                banned[place] += 1
        free = [not entrant.byes for entrant in self.entrants] if self.has_bye else []
        choices = [
            self.count - 1 - number + own
            for number, own in zip(banned, free or [False] * self.count, strict=True)
        ]
        return min([*choices, sum(free)] if free else choices)

    def _edges(self, pairs: Forbidden) -> set[tuple[int, int]]:
        """Return pairs of keys as places, of those who play."""
        found = ([self.number[key] for key in pair if key in self.number] for pair in pairs)
        return {(min(places), max(places)) for places in found if len(places) == 2}

    def _met(self) -> set[tuple[int, int]]:
        """Return the pairs who have met: it is enough if one of the two says so."""
        met = set()
        for place, entrant in enumerate(self.entrants):
            for key in entrant.opponents:
                other = self.number.get(key)
                if other is not None and other != place:
                    met.add((min(place, other), max(place, other)))
        return met


def _groups(entrants: list[Entrant]) -> Mapping[int, tuple[int, int]]:
    """Return where each score's group starts, and its size."""
    groups: dict[int, tuple[int, int]] = {}
    for place, entrant in enumerate(entrants):
        start, size = groups.get(entrant.score, (place, 0))
        groups[entrant.score] = (start, size + 1)
    return groups
