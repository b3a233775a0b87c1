"""Whether rounds may follow a draw, and the cheapest draw that leaves some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from tournaments.pairing.costs import Costs
from tournaments.pairing.entrants import Field
from tournaments.pairing.matching import Edge, ascending, is_perfect

SMALL: Final = 10
"""Up to so many players every draw is looked at for one that leaves a further round."""
SEARCH_SMALL: Final = 5_000
SEARCH: Final = 250
"""So many problems are solved at most in that search, in small fields and in others."""
DEEP: Final = 12
"""Up to so many players several rounds are looked ahead: larger fields never run out so soon."""
DEPTH: Final = 3
"""So many rounds: with three new opponents left for each, ten players can be in a dead end, which
is Petersen's graph."""
STEPS: Final = 2_000
"""So many rounds are tried on the way; after them it is taken that the rounds exist."""


class Outlook(IntEnum):
    """What may follow a draw, best first."""

    ENOUGH = 0
    """Legal rounds, as many as are looked for."""
    ONE = 1
    """One legal round at least."""
    SECOND_BYE = 2
    """A round without a rematch or a forbidden pair, in which somebody has a second bye."""
    NONE = 3
    """No round without a rematch or a forbidden pair."""


@dataclass(frozen=True, slots=True)
class Future:
    """What may follow the draws of one field; `strict` leaves out second byes, `loose` has them."""

    size: int
    strict: frozenset[Edge]
    loose: frozenset[Edge]
    depth: int

    @classmethod
    def of(cls, field: Field, further: int) -> Future:
        """Return how to look at draws of a field after which `further` rounds are to follow."""
        strict = field.legal_edges()
        most = max(1, field.least_choice() - 1)
        depth = min(further, DEPTH, most) if field.count <= DEEP else 1
        return cls(field.size, frozenset(strict), frozenset(strict | field.bye_edges()), depth)

    def after(self, matching: list[Edge]) -> Outlook:
        """Return what may follow this draw."""
        left = self.strict.difference(matching)
        if is_perfect(self.size, left):
            return Outlook.ENOUGH if has_rounds(self.size, left, self.depth) else Outlook.ONE
        if is_perfect(self.size, self.loose.difference(matching)):
            return Outlook.SECOND_BYE
        return Outlook.NONE

    def hoped(self) -> Outlook:
        """Return a bound: no draw without a rematch or a forbidden pair has a better outlook."""
        return Outlook.ENOUGH if is_perfect(self.size, self.strict) else Outlook.SECOND_BYE


def with_future(
    field: Field, costs: Costs, matching: list[Edge], further: int
) -> tuple[list[Edge], bool]:
    """Return the cheapest draw with the best outlook, and whether a round may follow it.

    None is taken that gives somebody one more bye now than the cheapest, which is `matching`.
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
    """Whether so many rounds exist in which no edge is used twice."""
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
    """Yield all perfect matchings, beginning with who has the fewest opponents."""
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


def _is_roomy(field: Field) -> bool:
    """Whether legal rounds exist after any, because everyone has half the field left (Dirac)."""
    needed = DEPTH if field.count <= DEEP else 1
    return field.size > 2 and (field.least_choice() - needed) * 2 >= field.size


def _byes(field: Field, matching: list[Edge]) -> int:
    """Return how many byes whoever has this one has had before."""
    return sum(field.entrants[one].byes for one, other in matching if other == field.count)
