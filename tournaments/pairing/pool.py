"""The next match of everybody who is free: whom they have met least, and who is near them.

Source: `docs/tournament-formats.md`, "As players are free". The same people, history and seed give
the same draw on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.pairing.chance import Chance
from tournaments.pairing.entrants import Forbidden, two_of
from tournaments.pairing.matching import cheapest
from tournaments.pairing.remarks import Remark, about, between

BITS: Final = 20
"""Of each part of a cost."""
LOT_BITS: Final = 20
"""Of the lot that decides among equals."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who is free: how often they have played, whom how often, and whom last."""

    key: int
    played: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    last: int | None = None


@dataclass(frozen=True, slots=True)
class PoolDraw:
    """The next matches, who of an odd number waits on, and why; `apart` have just met and wait."""

    pairs: tuple[tuple[int, int], ...]
    waits: int | None
    apart: tuple[tuple[int, int], ...]
    remarks: tuple[Remark, ...]


def paired(
    ranking: Sequence[Waiting],
    *,
    seed: str,
    forbidden: Forbidden,
    kept_apart: Forbidden = frozenset(),
    is_alone: bool = True,
) -> PoolDraw:
    """Pair those who are free, in the order of strength; of an odd number one waits.

    In this order: no forbidden pair; nobody meets their last opponent at once again; who waits has
    played most; the sums of earlier meetings, of pairs that should be `kept_apart`, then of the
    squared distances, are least. Unless they are alone, two who have just met wait for others to
    become free.
    """
    size = len(ranking)
    even = size + size % 2
    most = max((one.played for one in ranking), default=0)
    lots = Chance(seed)
    edges = []
    for place, waiting in enumerate(ranking):
        for other_place in range(place + 1, even):
            parts = [0, 0, most - waiting.played, 0, 0, 0]
            if other_place < size:
                other = ranking[other_place]
                parts = [
                    int(two_of(waiting.key, other.key) in forbidden),
                    int(waiting.last == other.key or other.last == waiting.key),
                    0,
                    waiting.met.get(other.key, 0),
                    int(two_of(waiting.key, other.key) in kept_apart),
                    (other_place - place) ** 2,
                ]
            cost = 0
            for part in parts:
                cost = (cost << BITS) + part
            cost = (cost << LOT_BITS) + lots.below(1 << LOT_BITS, "pool", waiting.key, other_place)
            edges.append((place, other_place, cost))
    matching = cheapest(even, edges)
    assert matching is not None, "everybody may meet everybody at some cost"
    pairs: list[tuple[int, int]] = []
    remarks: list[Remark] = []
    apart: list[tuple[int, int]] = []
    waits = None
    for place, other_place in sorted(matching):
        if other_place == size:
            waits = ranking[place].key
            continue
        waiting, other = ranking[place], ranking[other_place]
        if not is_alone and other.key == waiting.last and waiting.key == other.last:
            apart.append((waiting.key, other.key))
            remarks.append(between("waits_apart", str(waiting.key), str(other.key)))
            continue
        pairs.append((waiting.key, other.key))
        remarks += _why(waiting, other, forbidden)
        if two_of(waiting.key, other.key) in kept_apart:
            remarks.append(between("apart", str(waiting.key), str(other.key)))
    if waits is not None:
        remarks.append(about("waits_free", str(waits)))
    return PoolDraw(tuple(pairs), waits, tuple(apart), tuple(remarks))


def _why(waiting: Waiting, other: Waiting, forbidden: Forbidden) -> list[Remark]:
    keys = (str(waiting.key), str(other.key))
    times = waiting.met.get(other.key, 0)
    said: dict[str, str | int] = {"first": keys[0], "second": keys[1], "times": times}
    remarks = [Remark("met_times", keys, said) if times else between("met_never", *keys)]
    if two_of(waiting.key, other.key) in forbidden:
        remarks.append(between("forbidden", *keys))
    return remarks
