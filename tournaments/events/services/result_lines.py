"""Results as people paste them, `Ann – Bob 7 3`, and the match of two who are named."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from games.files.importing.names import folded
from games.files.importing.problems import Unusable
from games.files.importing.tables import declared, decoded
from games.names.identity import called
from tournaments.formats.situation import PLAYOFF
from tournaments.models import Division, Entry, Match, Round

TYPED: Final = re.compile(
    r"(?P<name>.+?)(?:\s+-\s+|\s*[–—/]\s*)(?P<opponent_name>.+?)[\s,;:]+"
    r"(?P<points>\d+)(?:\s*[-–:,;]\s*|\s+)(?P<opponent_points>\d+)\s*"
)
"""Two names with a dash between, and the points of both, those of the first in front."""

Side = tuple[Match, int]
"""A match, and on which side of it who is named stands."""


SCORED: Final = re.compile(r"[^;\t|]*\D\s*\d+(?:\s*[-–:,]\s*|\s+)\d+\s*")
"""A line that ends with two scores, and is not one of a table."""


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of a list of matches: its number in the file, and what it says; None if that is no
    match.
    """

    number: int
    text: str
    cells: Mapping[str, str] | None


def typed_lines(data: bytes, headings: Container[str]) -> list[TypedLine] | None:
    """Return the lines of a file without columns; None if it is another.

    One line with a dash and two scores makes it such a file, or scores in every line, unless the
    first line has `headings` as a table has.
    """
    try:
        text = declared(decoded(data)[0])[0]
    except Unusable:
        return None
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    found = [(number, line, TYPED.fullmatch(line)) for number, line in lines if line]
    if not found or any(folded(cell) in headings for cell in re.split(r"[;,\t|]", found[0][1])):
        return None
    is_list = any(one for _number, _line, one in found)
    if not is_list and not all(SCORED.fullmatch(line) for _number, line, _one in found):
        return None
    return [TypedLine(number, line, one and one.groupdict()) for number, line, one in found]


def called_partly(divisions: Collection[Division], part: str) -> list[int]:
    """Return the keys of those who are entered and have whole words of a name, or else a part."""
    entries = Entry.objects.filter(division__in=divisions)
    rows = entries.values_list("player", "player__name", "player__merged_into__name")
    return called(part, (({name, now or name}, pk) for pk, name, now in rows))


def matches_of_two(
    divisions: Collection[Division], ones: Collection[int], others: Collection[int], played: str
) -> list[Side]:
    """Return the matches of two in the round that is said, if one is, each with the side of the
    first, in their order; a word instead of a number says their play-off.
    """
    is_playoff = bool(played) and not played.isdecimal()
    where = Q(round__bracket=PLAYOFF) if is_playoff else ~Q(round__bracket=PLAYOFF)
    if played and not is_playoff:
        where &= Q(round__number=int(played[:6]))
    released = Match.objects.filter(
        where, round__division__in=divisions, round__state=Round.State.RELEASED
    ).select_related("club", "round__division__event__club", "first", "second")
    in_order = Q(first__in=ones, second__in=others)
    turned = Q(first__in=others, second__in=ones)
    found = released.filter(in_order | turned).order_by("round__number", "pk")
    return [(match, 0 if match.first_id in ones else 1) for match in found]


def chosen_of(sides: Iterable[Side], points: Sequence[int], used: Collection[int]) -> Side:
    """Return which match of the same two a line is about: one that has this very result, else one
    that has none, else the last; no match is meant by two lines.
    """
    free = [one for one in sides if one[0].pk not in used]
    alike = [one for one in free if one[0].is_settled and _figures(one) == tuple(points)]
    still = [one for one in free if not one[0].is_settled]
    return [*alike, *still, *reversed(free)][0]


def _figures(side: Side) -> tuple[int, int]:
    match, place = side
    two = match.first_points, match.second_points
    return two if place == 0 else (two[1], two[0])
