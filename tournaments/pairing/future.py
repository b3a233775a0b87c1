"""Whether rounds are possible after a draw, and the cheapest draw that leaves some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from tournaments.pairing.costs import Costs
from tournaments.pairing.entrants import Entrants
from tournaments.pairing.matching import Edge, ascending, is_perfect

SMALL: Final = 10
"""Up to this many players, all draws may be searched for one that leaves a further round."""
SEARCH_SMALL: Final = 5_000
SEARCH: Final = 250
"""The most problems solved in that search, for small fields and for others."""
DEEP: Final = 12
"""Up to this many players several rounds are looked ahead: larger fields never run out so soon."""
DEPTH: Final = 3
"""Rounds to look ahead: even with three new opponents for each, ten players can reach a dead end
(Petersen's graph).
"""
STEPS: Final = 2_000
"""The most rounds tried; beyond that they are assumed to exist."""


class Outlook(IntEnum):
    """What is possible after a draw, best first."""

    ENOUGH = 0
    """As many legal rounds as are looked for."""
    ONE = 1
    """At least one legal round."""
    SECOND_BYE = 2
    """A round without a rematch or a forbidden pair, but with a second bye."""
    NONE = 3
    """No round without a rematch or a forbidden pair."""


@dataclass(frozen=True, slots=True)
class Future:
    """What is possible after draws of one field; `strict` excludes second byes, `loose` allows
    them.
    """

    size: int
    strict: frozenset[Edge]
    loose: frozenset[Edge]
    depth: int

    @classmethod
    def of(cls, field: Entrants, further: int) -> Future:
        """Return the outlook for draws of a field after which `further` rounds follow."""
        strict = field.legal_edges()
        most = max(1, field.least_choice() - 1)
        depth = min(further, DEPTH, most) if field.count <= DEEP else 1
        return cls(field.size, frozenset(strict), frozenset(strict | field.bye_edges()), depth)

    def after(self, matching: list[Edge]) -> Outlook:
        """Return what is possible after this draw."""
        left = self.strict.difference(matching)
        if is_perfect(self.size, left):
            return Outlook.ENOUGH if has_rounds(self.size, left, self.depth) else Outlook.ONE
        if is_perfect(self.size, self.loose.difference(matching)):
            return Outlook.SECOND_BYE
        return Outlook.NONE

    def hoped(self) -> Outlook:
        """Return an upper bound for draws without a rematch or a forbidden pair."""
        return Outlook.ENOUGH if is_perfect(self.size, self.strict) else Outlook.SECOND_BYE


def with_future(
    field: Entrants, costs: Costs, matching: list[Edge], further: int
) -> tuple[list[Edge], bool]:
    """Return the cheapest draw with the best outlook, and whether a round is possible after it.

    It never gives more second byes now than `matching`, the cheapest draw.
    """
    if _is_roomy(field):
        return matching, True
    future = Future.of(field, further)
    best, outlook, hoped = matching, future.after(matching), future.hoped()
    if outlook > hoped:
        limit = SEARCH_SMALL if field.count <= SMALL else SEARCH
        allowed = {(one, other): cost for one, other, cost in costs.edges(has_broken=False)}
        byes = _byes(field, matching)
        for candidate in ascending(field.size, allowed, limit, matching):
            if _byes(field, candidate) > byes:
                break
            its = future.after(candidate)
            if its < outlook:
                best, outlook = candidate, its
            if outlook <= hoped:
                break
    return best, outlook < Outlook.NONE


def has_rounds(size: int, edges: frozenset[Edge], wanted: int) -> bool:
    """Tell whether this many rounds exist in which no edge is used twice."""
    return _has_rounds(size, edges, wanted, [STEPS])


def _has_rounds(size: int, edges: frozenset[Edge], wanted: int, left: list[int]) -> bool:
    if wanted < 2:
        return not wanted or is_perfect(size, edges)
    degrees = [0] * size
    for edge in edges:
        for vertex in edge:
            degrees[vertex] += 1
    if min(degrees) < wanted:
        return False
    if size > 2 and (min(degrees) - wanted + 1) * 2 >= size:
        return True
    for matching in _rounds(frozenset(range(size)), edges):
        left[0] -= 1
        if left[0] < 0 or _has_rounds(size, edges.difference(matching), wanted - 1, left):
            return True
    return False


def _rounds(vertices: frozenset[int], edges: frozenset[Edge]) -> Iterator[list[Edge]]:
    """Yield all perfect matchings, beginning with the player who has the fewest opponents."""
    if not vertices:
        yield []
        return
    beside: dict[int, list[Edge]] = {vertex: [] for vertex in sorted(vertices)}
    for edge in sorted(edges):
        for vertex in edge:
            beside[vertex].append(edge)
    for edge in min(beside.values(), key=len):
        rest = vertices.difference(edge)
        inner = frozenset(one for one in edges if rest.issuperset(one))
        for others in _rounds(rest, inner):
            yield [edge, *others]


def _is_roomy(field: Entrants) -> bool:
    """Tell whether legal rounds surely remain, because everyone has half the field left (Dirac)."""
    needed = DEPTH if field.count <= DEEP else 1
    return field.size > 2 and (field.least_choice() - needed) * 2 >= field.size


def _byes(field: Entrants, matching: list[Edge]) -> int:
    """Return how many byes the player with this draw's bye has had before."""
    return sum(field.entrants[one].byes for one, other in matching if other == field.count)
