"""Elimination brackets: single, double, progressive consolation with last chance, after groups.

Source: `docs/tournament-formats.md`, "Match play". Any size from 2 to 512; byes go to the best
seeds and are carried through the lower bracket.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.pairing import consolation, old_consolation
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching import cheapest
from tournaments.pairing.progress import (
    NEITHER,
    Filled,
    Place,
    RoundName,
    fill,
    placing,
    round_name,
)
from tournaments.pairing.structure import (
    Bracket,
    Level,
    LoserOf,
    Nobody,
    Node,
    Seed,
    Source,
    WinnerOf,
    check_size,
    group_name,
    levels_of,
    lines,
    paired,
    rounds_of,
    seeding_order,
    simplified,
)

__all__ = [
    "NEITHER",
    "STRUCTURE",
    "Bracket",
    "Filled",
    "LoserOf",
    "Nobody",
    "Node",
    "Place",
    "RoundName",
    "Seed",
    "Source",
    "WinnerOf",
    "crossed",
    "double",
    "fill",
    "group_name",
    "groups",
    "placing",
    "progressive",
    "round_name",
    "single",
]

STRUCTURE: Final = 2
"""The version of the structure of consolation and last chance that new events have."""


def single(size: int, *, third_place: bool = False) -> Bracket:
    """Return single elimination, with or without a match of the semi-finals' losers.

    Raises:
        PairingError: not 2 to 512 players.
    """
    main = _main(size)
    levels = levels_of(main)
    nodes = main
    if third_place and len(levels) > 1:
        sources = tuple(LoserOf(node.key) for node in main if node.round == main[-1].round - 1)
        third = Node("third-1-1", "third", 1, 1, (sources[0], sources[1]))
        nodes = simplified([*main, third])
        levels = (levels[0], Level((third.key,), is_playoff=True), *levels[2:])
    return Bracket("single", size, nodes, (("main", levels),))


def double(size: int) -> Bracket:
    """Return double elimination: two losses eliminate a player.

    The grand final is played again if the winner of the lower bracket wins it.

    Raises:
        PairingError: not 2 to 512 players.
    """
    main = _main(size)
    lower = _lower(main)
    best = WinnerOf(main[-1].key)
    other = WinnerOf(lower[-1].key) if lower else LoserOf(main[-1].key)
    final = Node("final-1-1", "final", 1, 1, (best, other))
    again = (LoserOf(final.key), WinnerOf(final.key))
    reset = Node("final-2-1", "final", 2, 1, again, repeats=final.key)
    nodes = simplified([*main, *lower, final, reset])
    left = levels_of([node for node in nodes if node.bracket == "lower"])
    return Bracket("double", size, nodes, (("main", (Level((reset.key,)), *left)),))


def progressive(size: int, *, last_chance: bool = True, structure: int = STRUCTURE) -> Bracket:
    """Return a main bracket whose losers play on, except the loser of the final.

    Who loses in round r of the main bracket enters the consolation; who loses there in one of its
    first two rounds plays the last chance. `structure` is the version by which it was drawn.

    Raises:
        PairingError: not 2 to 512 players.
    """
    main = _main(size)
    nodes, levels = list(main), [("main", levels_of(main))]
    is_old = structure < STRUCTURE
    second = old_consolation.consolation(main) if is_old else consolation.consolation(main)
    if second:
        nodes += second
        levels.append(("consolation", levels_of(second)))
    if second and last_chance:
        third = (
            old_consolation.last_chance(second) if is_old else consolation.last_chance(main, second)
        )
        if third:
            nodes += third
            levels.append(("last_chance", levels_of(third)))
    return Bracket("progressive", size, tuple(nodes), tuple(levels))


def groups(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Deal seeds 1 to `size` into groups, back and forth, so that all are equally strong.

    Raises:
        PairingError: there are no groups, or one has fewer than two players.
    """
    if count < 1 or size < 2 * count:
        raise PairingError("groups_invalid", size=size, count=count)
    dealt: list[list[int]] = [[] for _ in range(count)]
    for seed in range(size):
        row, column = divmod(seed, count)
        dealt[column if row % 2 == 0 else count - 1 - column].append(seed + 1)
    return tuple(tuple(group) for group in dealt)


def crossed(count: int, qualifiers: int) -> tuple[tuple[int, int], ...]:
    """Return who is seed 1, 2, ... of the knockout after groups: group and place there, from 1.

    Seeds go to the first of all groups, then to the second, and so on; within a place they are
    arranged so that players of one group meet as late as possible.

    Raises:
        PairingError: the knockout would not have 2 to 512 players.
    """
    check_size(max(0, count) * max(0, qualifiers))
    size = lines(count * qualifiers)
    line = {seed: place for place, seed in enumerate(seeding_order(size))}
    seeds: dict[int, list[int]] = {group: [group + 1] for group in range(count)}
    order = [(group + 1, 1) for group in range(count)]
    for place in range(2, qualifiers + 1):
        start = (place - 1) * count + 1
        costs = [
            (
                group,
                count + column,
                sum(_nearness(line[start + column], line[mate], size) for mate in seeds[group])
                * count**3
                # Otherwise the first of a group would meet a second of one dealt late, if any.
                + (group + column - count + 1) ** 2,
            )
            for group in range(count)
            for column in range(count)
        ]
        assigned = cheapest(2 * count, costs)
        assert assigned is not None, "every group may have every seed"
        by_seed = sorted((column - count, group) for group, column in assigned)
        order += [(group + 1, place) for _, group in by_seed]
        for column, group in by_seed:
            seeds[group].append(start + column)
    return tuple(order)


def _nearness(one: int, other: int, size: int) -> int:
    """Return a weight for two lines: the earlier they meet, the higher; each later round quarters
    it.
    """
    meeting = (one ^ other).bit_length()
    return 1 << 2 * (size.bit_length() - 1 - meeting)


def _main(size: int) -> tuple[Node, ...]:
    check_size(size)
    seeds: list[Source] = [
        Seed(number) if number <= size else Nobody() for number in seeding_order(lines(size))
    ]
    return simplified(rounds_of("main", seeds))


def _lower(main: Sequence[Node]) -> list[Node]:
    """Return the lower bracket: rounds among its players alternate with rounds against new losers.

    The order of new losers changes, so that two who have met do not soon meet again.
    """
    nodes: list[Node] = []
    last = main[-1].round
    sources: list[Source] = [LoserOf(node.key) for node in main if node.round == 1]
    number = 1
    for drop in range(2, last + 1):
        inner = paired("lower", number, sources)
        losers = _turned([node for node in main if node.round == drop], drop)
        against: list[Source] = []
        for node, loser in zip(inner, losers, strict=True):
            against += [LoserOf(loser.key), WinnerOf(node.key)]
        outer = paired("lower", number + 1, against)
        nodes += inner + outer
        sources = [WinnerOf(node.key) for node in outer]
        number += 2
    return nodes


def _turned(nodes: list[Node], drop: int) -> list[Node]:
    half = len(nodes) // 2
    return (
        nodes[::-1],
        nodes[half:] + nodes[:half],
        nodes[:half][::-1] + nodes[half:][::-1],
        nodes,
    )[drop % 4 - 2]
