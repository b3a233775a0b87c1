"""What late entries change in a bracket that everybody has seen, before they are entered."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.formats.base import meetings_by_node
from tournaments.formats.match_brackets import BracketFormat, filled_with, meets
from tournaments.formats.situation import NotNow
from tournaments.models import Division, Round
from tournaments.record.selectors.situations import format_of, situation_of


@dataclass(frozen=True, slots=True)
class Late:
    """`opponents` are the numbers of those whose bye is taken, in the order of the late entries;
    `called` the matches that are called already and then have other players.
    """

    opponents: tuple[int | None, ...]
    called: tuple[int, ...]


def late_entries(division: Division, count: int) -> Late | None:
    """Return what so many late entries change; None where that is nothing, or they are refused."""
    if not count:
        return None
    format = format_of(division)
    if not isinstance(format, BracketFormat):
        return None
    if not division.rounds.filter(state=Round.State.RELEASED).exists():
        return None
    before = after = situation_of(division)
    last = max((one.number for one in before.entries), default=0)
    try:
        for number in range(last + 1, last + count + 1):
            order = format.late(after, number)
            after = after if order is None else replace(after, order=order)
    except NotNow:
        return None  # the service says why
    if after is before:
        return None
    bracket = format.bracket(after)
    assert bracket is not None, "it was drawn"
    field = [str(one) for one in format.field(after)]
    others: dict[int | None, int | None] = {}
    for place in filled_with(bracket, field, meetings_by_node(before)).values():
        first, second = meets(place)
        others.setdefault(first, second)
        others.setdefault(second, first)
    opponents = tuple(others.get(number) for number in range(last + 1, last + count + 1))
    return Late(opponents, format.replaced(before, after.order))
