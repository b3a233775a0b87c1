"""Rounds of Keizer: neighbours of the ranking meet, unless they have met lately.

Source: `docs/tournament-formats.md`, "Keizer". The same ranking, history and seed give the same
draw on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.pairing.chance import Chance
from tournaments.pairing.entrants import Forbidden, two_of
from tournaments.pairing.matching import cheapest
from tournaments.pairing.remarks import Remark, about, between

BITS: Final = 26
"""Of each part of a cost."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who plays the next round; `met` has the last round with each opponent."""

    key: int
    byes: int = 0
    met: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeizerDraw:
    """A round: its pairs from the top, the bye, and why."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    remarks: tuple[Remark, ...]


def paired(
    ranking: Sequence[Candidate],
    *,
    round_number: int,
    again: int,
    seed: str,
    forbidden: Forbidden = frozenset(),
    apart: Forbidden = frozenset(),
) -> KeizerDraw:
    """Draw a round: neighbours of the ranking meet, if they did not in the last `again` rounds.

    Who should be kept `apart` meets only where a forbidden pair or a rematch is the alternative.
    With `again` 0 nobody meets twice, as long as that is possible. Of an odd number somebody with
    the fewest byes has the bye, from the end of the ranking.
    """
    size = len(ranking)
    even = size + size % 2
    fewest = min((one.byes for one in ranking), default=0)
    noise = Chance(seed)
    edges = []
    for place, candidate in enumerate(ranking):
        for other_place in range(place + 1, even):
            distance = (other_place - place) ** 2
            if other_place == size:
                broken, far, near = candidate.byes - fewest, 0, 0
            else:
                other = ranking[other_place]
                broken = int(is_again(candidate, other, round_number, again))
                two = two_of(candidate.key, other.key)
                far, near = int(two in forbidden), int(two in apart)
            lot = noise.below(1 << BITS, "keizer", candidate.key, other_place)
            cost = 0
            for part in (far, broken, near, distance, lot):
                cost = (cost << BITS) + part
            edges.append((place, other_place, cost))
    matching = cheapest(even, edges)
    assert matching is not None, "everybody may meet everybody at some cost"
    pairs: list[tuple[int, int]] = []
    remarks: list[Remark] = []
    bye = None
    for place, other_place in sorted(matching):
        candidate = ranking[place]
        if other_place == size:
            bye = candidate.key
            continue
        other = ranking[other_place]
        pairs.append((candidate.key, other.key))
        remarks += _why(ranking, place, other_place, round_number, again, forbidden)
        if two_of(candidate.key, other.key) in apart:
            remarks.append(between("apart", str(candidate.key), str(other.key)))
    if bye is not None:
        remarks.append(about("bye_ranked", str(bye)))
    return KeizerDraw(tuple(pairs), bye, tuple(remarks))


def is_again(candidate: Candidate, other: Candidate, round_number: int, again: int) -> bool:
    """Tell whether two met so recently that they should not meet in this round."""
    last = candidate.met.get(other.key)
    return last is not None and (not again or round_number - last <= again)


def _why(
    ranking: Sequence[Candidate],
    place: int,
    other_place: int,
    round_number: int,
    again: int,
    forbidden: Forbidden,
) -> list[Remark]:
    one, other = ranking[place], ranking[other_place]
    keys = (str(one.key), str(other.key))
    remarks = [Remark("ranked", keys, {"place": place + 1, "other_place": other_place + 1})]
    if two_of(one.key, other.key) in forbidden:
        remarks.append(between("forbidden", *keys))
    if is_again(one, other, round_number, again):
        remarks.append(between("rematch", *keys))
    elif other.key in one.met:
        met: dict[str, str | int] = {"first": keys[0], "second": keys[1]}
        met["round"] = one.met[other.key]
        remarks.append(Remark("met_in", keys, met))
    return remarks
