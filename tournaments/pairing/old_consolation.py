"""The consolation and the last chance of events that were drawn by version 1 of their structure.

They go on as they were drawn; new events have `tournaments.pairing.consolation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.pairing.structure import (
    LoserOf,
    Nobody,
    Node,
    Source,
    WinnerOf,
    lines,
    paired,
    rounds_of,
    seeding_order,
)

UNTIL: Final = 2
"""Who loses in the consolation up to this round plays the last chance."""


def consolation(main: Sequence[Node]) -> list[Node]:
    """Return the consolation: in each round the winners so far and the main round's losers."""
    nodes: list[Node] = []
    final = main[-1].round
    winners: list[Source] = []
    number = 1
    while number < final or len(winners) > 1:
        losers: list[Source] = [
            LoserOf(node.key) for node in main if node.round == number < final and not node.is_bye
        ]
        sources = _mixed(winners, losers[::-1] if number % 2 == 0 else losers)
        if len(sources) % 2:
            sources.append(Nobody())
        now = paired("consolation", number, sources)
        nodes += now
        # The player without an opponent comes first, and so has one in the next round.
        winners = [WinnerOf(node.key) for node in now[-1:] + now[:-1]]
        number += 1
    return nodes if any(not node.is_bye for node in nodes) else []


def _mixed(winners: list[Source], losers: list[Source]) -> list[Source]:
    """Return winners against losers while there are both, then the rest."""
    both = min(len(winners), len(losers))
    mixed = [source for two in zip(losers[:both], winners[:both], strict=True) for source in two]
    return mixed + winners[both:] + losers[both:]


def last_chance(second: Sequence[Node]) -> list[Node]:
    """Return single elimination of those who lost early, with the byes for who came furthest."""
    losers = [
        LoserOf(node.key)
        for node in sorted(second, key=lambda node: (-node.round, node.position))
        if node.round <= UNTIL and not node.is_bye
    ]
    if len(losers) < 2:
        return []
    order = seeding_order(lines(len(losers)))
    entering: list[Source] = [
        losers[number - 1] if number <= len(losers) else Nobody() for number in order
    ]
    return rounds_of("last_chance", entering)
