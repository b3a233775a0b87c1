"""Who is level on a place that matters, so that a deciding match is to be played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from .promotion import Finisher, Rules, next_season
from .results import Key
from .table import StandingLine
from .tiebreaks import LEAGUE_POINTS, PLAYOFF


def level_in(lines: Iterable[StandingLine]) -> list[tuple[Key, ...]]:
    """Return who is still level after the play-offs so far, in the order of the table.

    Empty where the chain of order has no play-off.
    """
    found: dict[tuple[object, ...], list[Key]] = {}
    for line in lines:
        names = [one.name for one in line.values]
        if PLAYOFF not in names:
            return []
        before = line.values[: names.index(PLAYOFF) + 1]
        # A table by points says them first; any other ranks by wins before its tie-breaks.
        first = None if names[0] == LEAGUE_POINTS.name else line.score
        found.setdefault((first, *(one.text for one in before)), []).append(line.key)
    return [tuple(group) for group in found.values() if len(group) > 1]


def deciding(
    level: Iterable[Collection[str]],
    finishers: Sequence[Finisher],
    newcomers: Sequence[str],
    rules: Rules,
) -> list[tuple[str, ...]]:
    """Return those of the level whose order matters: for the first place of all, or for who goes up
    or down.
    """
    where = {one.key: one for one in finishers}
    # Who has withdrawn is no champion.
    first = min((one.place for one in finishers if one.division == 1 and not one.is_out), default=1)
    moves = _targets(finishers, newcomers, rules)
    found = []
    for group in level:
        there = sorted((where[key] for key in group if key in where), key=lambda one: one.place)
        if len(there) < 2:
            continue
        is_first = (there[0].division, there[0].place) == (1, first)
        turned = {
            one.key: replace(one, place=other.place)
            for one, other in zip(there, reversed(there), strict=True)
        }
        others = [turned.get(one.key, one) for one in finishers]
        if is_first or _targets(others, newcomers, rules) != moves:
            found.append(tuple(one.key for one in there))
    return found


def _targets(
    finishers: Sequence[Finisher], newcomers: Sequence[str], rules: Rules
) -> dict[str, int | None]:
    return {one.key: one.to for one in next_season(finishers, newcomers, rules)}
