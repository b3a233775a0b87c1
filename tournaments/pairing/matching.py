"""Perfect matchings of least cost, one after the other."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence

import rustworkx

Edge = tuple[int, int]
"""Two vertices, the lower first."""

MOST_BITS = 120
"""A cost may have so many bits: the library calculates with 128, and with four times a cost."""


def cheapest(size: int, edges: Sequence[tuple[int, int, int]]) -> list[Edge] | None:
    """Return the perfect matching of least cost over `size` vertices, or nothing.

    An edge is two vertices and a cost from 0 with at most `MOST_BITS` bits.
    """
    if not size:
        return []
    most = max((cost for _, _, cost in edges), default=0) + 1
    # Told that there may be parallel edges, the graph does not look for them, which takes longest.
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=True)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=most.__sub__)
    if len(matching) * 2 < size:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in matching)


def is_perfect(size: int, edges: Iterable[Edge]) -> bool:
    """Whether `size` vertices have a perfect matching; Dirac's bound answers it for dense fields.

    Where everyone has at least half of all others as neighbours, there is a circle through all
    (Dirac 1952), and every second step of it is a matching.
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

    `limit` ends the search after so many problems were solved; `first` is the cheapest, if known.
    """
    start = cheapest(size, _list(costs)) if first is None else first
    if start is None:
        return
    # What one may have is split by the first edge of the cheapest that it lacks.
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
