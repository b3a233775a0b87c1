"""Swiss rounds: one draw of least cost that keeps the guarantees in their order.

Source: `docs/tournament-formats.md`, "Match play". Deterministic: the same entrants, seed and round
give the same draw on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.chance import Chance
from tournaments.pairing.costs import Costs, Inside
from tournaments.pairing.entrants import Entrant, Entrants, Forbidden
from tournaments.pairing.explanations import bye_remarks, pair_remarks
from tournaments.pairing.future import with_future
from tournaments.pairing.matching import Edge, cheapest
from tournaments.pairing.remarks import Remark, about, between

__all__ = ["Draw", "Entrant", "Forbidden", "Inside", "Pair", "Remark", "pair", "problems"]

LARGE: Final = 64
"""From this many players on it pays to drop pairs that cannot be in the cheapest draw."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two keys; the first has more points, or the better seeding."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A round: its pairs from the top, the bye, and remarks."""

    pairs: tuple[Pair, ...]
    bye: str | None
    remarks: tuple[Remark, ...]

    @property
    def is_legal(self) -> bool:
        """Whether no rule is broken; a missing further round breaks none."""
        return not any(remark.is_breach for remark in self.remarks)

    @property
    def warnings(self) -> tuple[Remark, ...]:
        """The remarks a director should read before confirming."""
        return tuple(remark for remark in self.remarks if remark.is_warning)


def pair(
    entrants: Iterable[Entrant],
    *,
    seed: str,
    round_number: int,
    forbidden: Forbidden = frozenset(),
    apart: Forbidden = frozenset(),
    inside: Inside = "fold",
    further: int = 1,
) -> Draw:
    """Draw a round; if no legal one exists, the nearest, with remarks on what it breaks.

    `further` is the number of rounds to follow: with any, a draw after which a legal one exists is
    preferred among those that break no more rules and give no more second byes; in a field of up to
    12, one after which three exist, if as many follow. Who should be kept `apart` meets only where
    scores and floats leave no other draw.

    Raises:
        PairingError: fewer than two entrants, one twice, or scores more than a million apart.
    """
    field = Entrants(entrants, forbidden, apart)
    costs = Costs(field, Chance(seed), inside, round_number)
    matching = _cheapest(field, costs)
    has_next = not further
    if matching is None:
        matching = cheapest(field.size, costs.edges(has_broken=True))
        assert matching is not None, "all pairs together always have a perfect matching"
    elif further:
        matching, has_next = with_future(field, costs, matching, further)
    return _draw(field, matching, inside, has_next=has_next)


def problems(
    pairs: Sequence[Pair],
    bye: str | None,
    entrants: Iterable[Entrant],
    forbidden: Forbidden = frozenset(),
) -> tuple[Remark, ...]:
    """Return the problems of a draw made or edited by hand; empty if it is legal.

    Raises:
        PairingError: fewer than two entrants, or one twice.
    """
    field = Entrants(entrants, forbidden)
    drawn = [key for two in pairs for key in (two.first, two.second)]
    drawn += [] if bye is None else [bye]
    remarks = [about("unknown", key) for key in dict.fromkeys(drawn) if key not in field.number]
    remarks += [about("twice", key) for key in dict.fromkeys(drawn) if drawn.count(key) > 1]
    remarks += [about("missing", key) for key in field.number if key not in set(drawn)]
    for two in pairs:
        if two.first in field.number and two.second in field.number:
            places = sorted((field.number[two.first], field.number[two.second]))
            edge = (places[0], places[1])
            remarks += _broken(field, edge, two)
    if bye in field.number and field.entrants[field.number[bye]].byes:
        remarks.append(about("second_bye", bye))
    return tuple(remarks)


def _cheapest(field: Entrants, costs: Costs) -> list[Edge] | None:
    """Return the cheapest draw without a rematch or a forbidden pair, if any."""
    matching = cheapest(field.size, costs.ideal())
    if matching is not None:
        return matching
    if field.count >= LARGE:
        matching = cheapest(field.size, costs.near(0))
        if matching is not None:
            slack = costs.gaps(matching) - costs.least_gaps
            return cheapest(field.size, costs.near(slack)) if slack else matching
    return cheapest(field.size, costs.edges(has_broken=False))


def _draw(field: Entrants, matching: list[Edge], inside: Inside, *, has_next: bool) -> Draw:
    pairs, remarks, bye = [], [], None
    for one, other in sorted(matching):
        if other == field.count:
            bye = one
            continue
        two = Pair(field.entrants[one].key, field.entrants[other].key)
        pairs.append(two)
        remarks += pair_remarks(field, matching, (one, other), inside)
        remarks += _broken(field, (one, other), two)
        if (one, other) in field.apart:
            remarks.append(between("apart", two.first, two.second))
    if bye is not None:
        remarks += bye_remarks(field, bye)
    if not has_next:
        remarks.append(Remark("no_next_round"))
    key = None if bye is None else field.entrants[bye].key
    return Draw(tuple(pairs), key, tuple(remarks))


def _broken(field: Entrants, edge: Edge, two: Pair) -> list[Remark]:
    remarks = []
    if edge in field.barred:
        remarks.append(between("forbidden", two.first, two.second))
    if edge in field.met:
        remarks.append(between("rematch", two.first, two.second))
    return remarks
