"""The consolation of a main bracket, and the last chance: computed as a whole before anybody plays.

Source: `docs/tournament-formats.md`, "Consolation and last chance". The consolation is laid out for
a full main bracket: its byes are the empty places of main round 1, so they lie in its first round.
Where each loser enters is chosen once for each power of two, so that two who have met are far
apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tournaments.pairing.chance import Chance
from tournaments.pairing.matching import cheapest
from tournaments.pairing.spreading import spread
from tournaments.pairing.structure import (
    LoserOf,
    Nobody,
    Node,
    Source,
    WinnerOf,
    lines,
    rounds_of,
)

PART: Final = "consolation"
LAST: Final = "last_chance"
FEWEST: Final = 2
FAR: Final = 8
"""How many meetings in one round weigh as much as one in the round before."""
NOISE_BITS: Final = 48
NOISE: Final = Chance("lots")
"""Decides among places that are equally good: not the seed of an event, so that every event of one
size has the same structure.
"""

Spot = tuple[int, int]
"""A match of the consolation: its round, from 1, and its place there, from 0."""
Path = tuple[Spot, ...]
"""The matches from one to the final."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the losers of a full main bracket enter: by its round from 1 and place from 0.

    `after` has the match to which the winner of each goes on.
    """

    rounds: int
    enters: Mapping[tuple[int, int], Spot]
    after: Mapping[Spot, Spot]


def entered(rounds: int) -> tuple[int, ...]:
    """Return in which round of the consolation the losers of main rounds 1, 2, ... enter.

    It is the round with the same number, or for the last of them one later, so that from then on a
    power of two are left. The main bracket has so many `rounds`; nobody enters from its final.
    """
    before = rounds - 1
    late = (1 << (before - 1).bit_length()) - before
    return tuple(number + (number > before - late) for number in range(1, rounds))


def consolation(main: Sequence[Node]) -> list[Node]:
    """Return the consolation of a main bracket, round by round; empty for fewer than 4 players.

    In round 1 are the losers of main round 1, if two of them meet there at all. Otherwise they
    enter in round 2, and there is no round 1.
    """
    final = main[-1].round
    losers = [node for node in main if node.round < final and not node.is_bye]
    if len(losers) < FEWEST:
        return []
    layout = _layout(final)
    coming: dict[Spot, list[Source]] = {}
    for node in losers:
        spot = layout.enters[node.round, node.position - 1]
        coming.setdefault(spot, []).append(LoserOf(node.key))
    if all(len(sources) < FEWEST for (number, _), sources in coming.items() if number == 1):
        for spot in [one for one in coming if one[0] == 1]:
            coming.setdefault(layout.after[spot], []).extend(coming.pop(spot))
    nodes = []
    for number in range(1, layout.rounds + 1):
        for spot in sorted(one for one in coming if one[0] == number):
            first, *others = coming[spot]
            key = f"{PART}-{number}-{spot[1] + 1}"
            second = others[0] if others else Nobody()
            nodes.append(Node(key, PART, number, spot[1] + 1, (first, second)))
            if spot in layout.after:
                coming.setdefault(layout.after[spot], []).append(WinnerOf(key))
    return nodes


def last_chance(main: Sequence[Node], second: Sequence[Node]) -> list[Node]:
    """Return the last chance: of those who lose in the consolation's first two rounds.

    It is single elimination. Byes are in its first round and go to those who came furthest.
    """
    begins, ends = second[0].round, second[-1].round
    losing = [
        node
        for number in (begins + 1, begins)
        for node in second
        if node.round == number < ends and not node.is_bye
    ]
    if len(losing) < FEWEST:
        return []
    held = spread(_acquainted(main, second, losing), [node.round for node in losing])
    entering: list[Source] = [Nobody()] * lines(len(losing))
    for node, line in zip(losing, held, strict=True):
        entering[line] = LoserOf(node.key)
    return rounds_of(LAST, entering)


def acquaintances(main: Sequence[Node]) -> tuple[dict[str, int], dict[str, int]]:
    """Return for each match of the main bracket its bit, and the bits of those with whose losers
    its loser may have played: the matches that lead to it, and those that it leads to.
    """
    bits = {node.key: 1 << place for place, node in enumerate(main)}
    below: dict[str, int] = {}
    for node in main:
        below[node.key] = 0
        for source in node.sources:
            if isinstance(source, WinnerOf):
                below[node.key] |= bits[source.key] | below[source.key]
    known = dict(below)
    for node in reversed(main):
        for source in node.sources:
            if isinstance(source, WinnerOf):
                known[source.key] |= bits[node.key] | (known[node.key] & ~below[node.key])
    return bits, known


def _acquainted(
    main: Sequence[Node], second: Sequence[Node], losing: Sequence[Node]
) -> list[list[int]]:
    """Return for each loser the others they may have met, in either bracket."""
    bits, known = acquaintances(main)
    came: dict[str, tuple[int, int]] = {}
    place = {node.key: number for number, node in enumerate(losing)}
    holders: dict[int, list[int]] = {}
    acquainted: list[set[int]] = [set() for _ in losing]
    for node in second:
        here = there = 0
        for source in node.sources:
            if isinstance(source, LoserOf):
                here, there = here | bits[source.key], there | known[source.key]
            elif isinstance(source, WinnerOf):
                before = came[source.key]
                here, there = here | before[0], there | before[1]
                if {node.key, source.key} <= place.keys():
                    acquainted[place[node.key]].add(place[source.key])
                    acquainted[place[source.key]].add(place[node.key])
        came[node.key] = here, there
        if node.key in place:
            for bit in _ones(here):
                holders.setdefault(bit, []).append(place[node.key])
    for number, node in enumerate(losing):
        for bit in _ones(came[node.key][1]):
            acquainted[number].update(holders.get(bit, ()))
        acquainted[number].discard(number)
    return [sorted(one) for one in acquainted]


def _ones(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


@lru_cache(maxsize=16)
def _layout(final: int) -> Layout:
    """Return where everybody enters below a full main bracket of `final` rounds.

    From the semi-finals back, each round's losers get the places farthest from those who may have
    beaten somebody they will meet: an assignment of least cost.
    """
    rounds, free, after = _entrances(final)
    chosen: dict[tuple[int, int], Path] = {}
    for number in range(final - 1, 0, -1):
        # Two neighbours of main round 1 meet, whose winners have met: they are placed together.
        step = 2 if number == 1 else 1
        ways = free[number][::step]
        edges = []
        for place in range(len(ways)):
            weight: dict[Spot, int] = {}
            for later in range(number + 1, final):
                for spot in chosen[later, place * step >> (later - number)]:
                    weight[spot] = weight.get(spot, 0) + FAR ** (rounds - spot[0])
            for way, path in enumerate(ways):
                cost = sum(weight.get(spot, 0) for spot in path)
                noise = NOISE.below(1 << NOISE_BITS, final, number, place, way)
                edges.append((place, len(ways) + way, (cost << NOISE_BITS) + noise))
        assigned = cheapest(2 * len(ways), edges)
        assert assigned is not None, "everybody may enter anywhere"
        for place, way in assigned:
            for one in range(step):
                chosen[number, place * step + one] = ways[way - len(ways)]
    return Layout(rounds, {one: path[0] for one, path in chosen.items()}, after)


def _entrances(final: int) -> tuple[int, dict[int, list[Path]], dict[Spot, Spot]]:
    """Return the number of rounds, the ways to the final on which losers of each main round enter,
    and where the winner of each match goes on.

    Where fewer come than are left, their matches are spread evenly over the round.
    """
    enters = entered(final)
    coming = {at: 1 << (final - number) for number, at in enumerate(enters, start=1)}
    counts: list[int] = []
    left = 0
    while len(counts) < enters[-1] or left > 1:
        counts.append(left + coming.get(len(counts) + 1, 0))
        left = counts[-1] // 2
    after: dict[Spot, Spot] = {}
    new: dict[int, list[Spot]] = {1: [(1, slot // 2) for slot in range(counts[0])]}
    for number, count in enumerate(counts[1:], start=2):
        matches, come = count // 2, coming.get(number, 0)
        winners: Iterator[int] = iter(range(count - come))
        for match in range(matches):
            if (match + 1) * come // matches > match * come // matches:
                new.setdefault(number, []).append((number, match))
                after[number - 1, next(winners)] = (number, match)
            else:
                for _ in range(2):
                    after[number - 1, next(winners)] = (number, match)
    ways = {at: [_path(spot, after) for spot in spots] for at, spots in new.items()}
    return len(counts), {number: ways[at] for number, at in enumerate(enters, start=1)}, after


def _path(spot: Spot, after: Mapping[Spot, Spot]) -> Path:
    path = [spot]
    while path[-1] in after:
        path.append(after[path[-1]])
    return tuple(path)
