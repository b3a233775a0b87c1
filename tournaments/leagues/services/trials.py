"""What a step changes in the table of a division: done, read, and rolled back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.decisions.services.effects import tried
from tournaments.models import Division
from tournaments.record.selectors.results import standings_of
from tournaments.record.selectors.situations import format_of
from tournaments.standings.table import NO_PLACE, StandingLine
from tournaments.standings.tiebreaks import LEAGUE_POINTS

Lines = Mapping[int, tuple[str, str]]
"""Place and figure by the number of an entry."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """Where somebody stands before and after, by the number of their entry, and their points or
    score; all as the table has it: blank is nowhere, and figures on a ladder, which has none.
    """

    number: int
    places: tuple[str, str]
    figures: tuple[str, str]


def table_tried(division: Division, do: Callable[[], object]) -> tuple[TableChange, ...]:
    """Return whose place, points or score a step changes; nothing of it stays.

    Raises:
        Whatever the step raises.
    """

    def tables() -> tuple[Lines, Lines]:
        before = _lines(division)
        do()
        return before, _lines(division)

    before, after = tried(tables)
    nowhere = ("", "")
    return tuple(
        TableChange(number, (was[0], now[0]), (was[1], now[1]))
        for number in (*after, *sorted(before.keys() - after.keys()))
        for was, now in [(before.get(number, nowhere), after.get(number, nowhere))]
        if was != now
    )


def _lines(division: Division) -> Lines:
    """Return everybody's place and figure, in the order of the table."""
    found = Division.objects.select_related("event__club").get(pk=division.pk)
    is_ladder = format_of(found).is_of_league
    return {
        int(line.key): (
            NO_PLACE if line.key in table.forgotten else line.place_text,
            "" if is_ladder else _figure(line),
        )
        for table in standings_of(found)
        for line in table.lines
    }


def _figure(line: StandingLine) -> str:
    """Return by what somebody is ranked first: points where the league gives them, or the score."""
    first = line.values[0] if line.values else None
    return first.text if first and first.name == LEAGUE_POINTS.name else line.score_text
