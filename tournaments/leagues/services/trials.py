"""What a step changes in the table of a division: done, read, and rolled back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.decisions.services.effects import tried
from tournaments.models import Division
from tournaments.record.selectors.results import standings_of


@dataclass(frozen=True, slots=True)
class TableChange:
    """Where somebody stands before and after, by the number of their entry; 0 is nowhere."""

    number: int
    places: tuple[int, int]
    points: tuple[str, str]


def table_tried(division: Division, do: Callable[[], object]) -> tuple[TableChange, ...]:
    """Return whose place or points a step changes; nothing of it stays.

    Raises:
        Whatever the step raises.
    """

    def tables() -> tuple[Mapping[int, tuple[int, str]], Mapping[int, tuple[int, str]]]:
        before = _lines(division)
        do()
        return before, _lines(division)

    before, after = tried(tables)
    nowhere = (0, "")
    return tuple(
        TableChange(number, (was[0], now[0]), (was[1], now[1]))
        for number in sorted(before.keys() | after.keys(), key=lambda one: _order(after, one))
        for was, now in [(before.get(number, nowhere), after.get(number, nowhere))]
        if was != now
    )


def _lines(division: Division) -> dict[int, tuple[int, str]]:
    found = Division.objects.select_related("event__club").get(pk=division.pk)
    return {
        int(line.key): (place, line.values[0].text if line.values else "")
        for table in standings_of(found)
        for place, line in enumerate(table.lines, 1)
    }


def _order(lines: Mapping[int, tuple[int, str]], number: int) -> tuple[int, int]:
    return (lines[number][0] if number in lines else len(lines) + 1, number)
