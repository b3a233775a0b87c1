"""Perfect matchings of least cost, in ascending order."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence

import rustworkx

Edge = tuple[int, int]
"""Two vertices, the lower first."""

MOST_BITS = 120
"""The most bits of a cost: the library calculates with 128 bits, and with four times a cost."""


def cheapest(size: int, edges: Sequence[tuple[int, int, int]]) -> list[Edge] | None:
    """Return the perfect matching of least cost over `size` vertices, or None.

    An edge is two vertices and a cost from 0 with at most `MOST_BITS` bits.
    """
    if not size:
        return []
    most = max((cost for _, _, cost in edges), default=0) + 1
    # A multigraph does not check for parallel edges, which would take most of the time.
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=True)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=most.__sub__)
    if len(matching) * 2 < size:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in matching)


def is_perfect(size: int, edges: Iterable[Edge]) -> bool:
    """Tell whether `size` vertices have a perfect matching; dense fields are decided by Dirac's
    theorem.

    If everyone is adjacent to at least half of all others, there is a Hamiltonian cycle (Dirac
    1952), and every second edge of it is a matching.
    """
    if size % 2:
        return False
    edges = list(edges)
    degrees = [0] * size
    for one, other in edges:
        degrees[one] += 1
        degrees[other] += 1
    if not min(degrees, default=1):
        return False
    if size > 2 and min(degrees) * 2 >= size:
        return True
    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph(multigraph=True)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from_no_data(edges)
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) * 2 == size


def ascending(
    size: int, costs: Mapping[Edge, int], limit: int, first: list[Edge] | None = None
) -> Iterator[list[Edge]]:
    """Yield perfect matchings from the cheapest on, each once (Murty 1968).

    `limit` is the most problems to solve; `first` is the cheapest, if known.
    """
    start = cheapest(size, _list(costs)) if first is None else first
    if start is None:
        return
    # The search space is split by the first edge of the cheapest matching that a candidate lacks.
    heap: list[tuple[int, int, list[Edge], tuple[Edge, ...], frozenset[Edge]]] = []
    solved = 0
    heap.append((_sum(start, costs), solved, start, (), frozenset()))
    while heap:
        _, _, matching, kept, barred = heapq.heappop(heap)
        yield matching
        free = [edge for edge in matching if edge not in kept]
        for number, edge in enumerate(free):
            if solved == limit:
                break
            solved += 1
            keeping, barring = (*kept, *free[:number]), barred | {edge}
            other = _within(size, costs, keeping, barring)
            if other is not None:
                heapq.heappush(heap, (_sum(other, costs), solved, other, keeping, barring))


def _within(
    size: int, costs: Mapping[Edge, int], kept: tuple[Edge, ...], barred: frozenset[Edge]
) -> list[Edge] | None:
    """Return the cheapest matching that has all of `kept` and none of `barred`."""
    taken = {vertex for edge in kept for vertex in edge}
    left = [vertex for vertex in range(size) if vertex not in taken]
    number = {vertex: place for place, vertex in enumerate(left)}
    edges = [
        (number[one], number[other], cost)
        for (one, other), cost in costs.items()
        if one in number and other in number and (one, other) not in barred
    ]
    found = cheapest(len(left), edges)
    if found is None:
        return None
    return sorted([*kept, *((left[one], left[other]) for one, other in found)])


def _list(costs: Mapping[Edge, int]) -> list[tuple[int, int, int]]:
    return [(one, other, cost) for (one, other), cost in costs.items()]


def _sum(matching: Iterable[Edge], costs: Mapping[Edge, int]) -> int:
    return sum(costs[edge] for edge in matching)
