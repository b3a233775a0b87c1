"""A ladder: one list of players, in which who wins has the higher of the two places.

A match changes the places of its two players only, and nobody has two matches at once. So it does
not matter in which order matches that ran side by side were decided: the list follows from the
results in the order of the challenges, also after one of them was corrected.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Final

from .results import Key

REFUSALS: Final = ("itself", "gone", "below", "far", "busy", "other_busy", "again")
"""Why somebody may not challenge somebody else: see `refusal`."""


def climbed(order: Sequence[Key], results: Iterable[tuple[Key, Key]]) -> tuple[Key, ...]:
    """Return the list after results, each the winner and the loser, from the list before them."""
    found = list(order)
    for winner, loser in results:
        high, low = sorted((found.index(winner), found.index(loser)))
        found[high], found[low] = winner, loser
    return tuple(found)


def refusal(
    order: Sequence[Key],
    challenger: Key,
    challenged: Key,
    *,
    reach: int,
    busy: Collection[Key] = (),
    last: Mapping[Key, Key] | None = None,
) -> str:
    """Return why somebody may not challenge somebody else; blank where they may.

    `order` is the list of who plays now. A player challenges up to `reach` places above. `busy`
    have a match to play; `last` is whom somebody has played last: nobody plays the same opponent
    twice in a row.
    """
    if challenger == challenged:
        return "itself"
    if challenger not in order or challenged not in order:
        return "gone"
    above = order.index(challenger) - order.index(challenged)
    if above < 0:
        return "below"
    if above > reach:
        return "far"
    if challenger in busy:
        return "busy"
    if challenged in busy:
        return "other_busy"
    before = last or {}
    if before.get(challenger) == challenged or before.get(challenged) == challenger:
        return "again"
    return ""


def within_reach(order: Sequence[Key], challenger: Key, reach: int) -> tuple[Key, ...]:
    """Return who stands at most `reach` places above somebody, the nearest first."""
    if challenger not in order:
        return ()
    place = order.index(challenger)
    return tuple(reversed(order[max(0, place - reach) : place]))


@dataclass(frozen=True, slots=True)
class Turn:
    """A match of a ladder on which two entries become one: who played by the two entries, `was`,
    and who by the one, `now`; `at` sorts by when it was decided.
    """

    key: int
    round: int
    was: tuple[Key, Key]
    now: tuple[Key, Key]
    at: tuple[Any, ...]


def turns(played: Iterable[Turn]) -> dict[int, int]:
    """Return the round of each match once two entries are one: nobody plays twice in a round.

    What an entry has played stays in its order. Between the two entries that come first counts
    which was decided first. A match moves to a later round only.
    """
    waiting: defaultdict[Key, deque[Turn]] = defaultdict(deque)
    for one in sorted(played, key=lambda one: (one.round, one.key)):
        for who in one.was:
            waiting[who].append(one)
    ready: list[tuple[tuple[Any, ...], int, Turn]] = []
    found: dict[int, int] = {}
    last: defaultdict[Key, int] = defaultdict(int)

    def offer(whose: Iterable[Key]) -> None:
        heads = {waiting[who][0].key: waiting[who][0] for who in whose if waiting[who]}
        for one in heads.values():
            if all(waiting[who][0] is one for who in one.was):
                heappush(ready, (one.at, one.key, one))

    offer(list(waiting))
    while ready:
        one = heappop(ready)[-1]
        found[one.key] = max(one.round, *(last[who] + 1 for who in one.now))
        for who in one.now:
            last[who] = found[one.key]
        for who in one.was:
            waiting[who].popleft()
        offer(one.was)
    return found
