"""Standings: entries by match points, ties broken by the chosen tie-breaks in turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from .results import HALF, LOSS, Key, Own, Played, ResultSheet
from .tiebreaks import AMONG, TIE_BREAKS, Number, TieBreak, Values, in_wins

Group = list[Key]
NO_PLACE: Final = "–"
"""The place of somebody whose matches count for nobody."""
NOTHING: Final = "–"
"""What stands where a tie-break did not apply."""


@dataclass(frozen=True, slots=True)
class Value:
    """A tie-break's value for an entry, exact and as text.

    `value` is None where the tie-break did not apply: nobody was tied, or not all of them have met.
    If one was applied again to smaller groups, `value` is the first and the text has all.
    """

    name: str
    value: Number | None
    text: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """An entry in the standings; `score` is in match points, two a win, `score_text` in wins.

    A match to which neither came is nobody's loss, but where losses rank (`by_losses`). Tied
    entries share the first of their places, and the rest are skipped (1, 2, 2, 4).
    """

    key: Key
    place: int
    shares_place: bool
    score: int
    score_text: str
    wins: int
    losses: int
    halves: int
    byes: int
    values: tuple[Value, ...]

    @property
    def place_text(self) -> str:
        """The place as it is printed: with a sign where it is shared."""
        return f"={self.place}" if self.shares_place else str(self.place)


def standings(
    played: Played,
    tie_breaks: Sequence[str],
    seed: str,
    *,
    by_losses: bool = False,
    first: Values | None = None,
) -> tuple[StandingLine, ...]:
    """Return everybody's line, best first; independent of the order of entries and rows.

    Entries still tied share a place and are listed by key. With `by_losses`, for people who have
    not played equally often, fewer losses come before all tie-breaks. `first` ranks instead of the
    match points.

    Raises:
        ValueError: a tie-break is unknown, or rows contradict each other (see `ResultSheet`).
    """
    sheet = ResultSheet(played)
    groups = _split(
        [sorted(sheet.own, key=_by_key)], dict(sheet.scores) if first is None else first
    )
    lost = {
        key: sum(own.score == LOSS and (by_losses or own.opponent_score > LOSS) for own in rows)
        for key, rows in sheet.own.items()
    }
    if by_losses:
        groups = _split(groups, {key: -count for key, count in lost.items()})
    values: dict[Key, list[Value]] = {key: [] for key in sheet.own}
    for name in tie_breaks:
        tie_break = TIE_BREAKS.get(name)
        if tie_break is None:
            raise ValueError(f"there is no tie-break {name!r}")
        if tie_break.compute is None:
            groups = _among_tied(sheet, tie_break, groups, values)
        else:
            found = tie_break.compute(sheet, seed)
            # No lots are drawn among people none of whom has played.
            drawn = [one for one in groups if name != "lots" or any(map(sheet.own.get, one))]
            tied = {key for group in drawn if len(group) > 1 for key in group}
            whole = [one for one in groups if one not in drawn]
            groups = _split(groups, {**found, **{key: 0 for one in whole for key in one}})
            for key, value in found.items():
                # A lot was drawn only for those whom nothing else has separated.
                is_idle = name == "lots" and key not in tied
                text = NOTHING if is_idle else tie_break.text(value)
                values[key].append(Value(name, None if is_idle else value, text))
    return tuple(_lines(sheet, groups, values, lost))


def _lines(
    sheet: ResultSheet,
    groups: Iterable[Group],
    values: dict[Key, list[Value]],
    lost: dict[Key, int],
) -> Iterable[StandingLine]:
    place = 1
    for group in groups:
        for key in group:
            shares = len(group) > 1
            yield _line(sheet, key, place, shares, tuple(values[key]), losses=lost[key])
        place += len(group)


def _line(
    sheet: ResultSheet,
    key: Key,
    place: int,
    shares_place: bool,
    values: tuple[Value, ...],
    *,
    losses: int,
) -> StandingLine:
    score = sheet.scores[key]
    met: list[Own] = [own for own in sheet.own[key] if own.opponent is not None]
    return StandingLine(
        key=key,
        place=place,
        shares_place=shares_place,
        score=score,
        score_text=in_wins(score),
        wins=sum(own.score > own.opponent_score for own in met),
        losses=losses,
        halves=sum(own.score == HALF for own in met),
        byes=len(sheet.own[key]) - len(met),
        values=values,
    )


def _split(groups: Iterable[Group], values: Values) -> list[Group]:
    """Split every group by value, the highest first; equals stay in order."""
    return [
        list(part)
        for group in groups
        for _, part in groupby(
            sorted(group, key=values.__getitem__, reverse=True), key=values.__getitem__
        )
    ]


def _among_tied(
    sheet: ResultSheet, tie_break: TieBreak, groups: Iterable[Group], values: dict[Key, list[Value]]
) -> list[Group]:
    """Split every group by results among each other, and the parts again until nothing changes."""
    found: dict[Key, list[Number]] = {key: [] for key in sheet.own}
    waiting = list(reversed(list(groups)))
    done: list[Group] = []
    while waiting:
        group = waiting.pop()
        among = AMONG[tie_break.name](sheet, group) if len(group) > 1 else None
        if among is None:
            done.append(group)
            continue
        for key, value in among.items():
            found[key].append(value)
        behind = min(among.values()) - 1
        parts = _split([group], {key: among.get(key, behind) for key in group})
        if len(parts) == 1:
            done.append(group)
        else:
            waiting.extend(reversed(parts))
    for key, several in found.items():
        text = " · ".join(map(tie_break.text, several)) or NOTHING
        values[key].append(Value(tie_break.name, several[0] if several else None, text))
    return done


def _by_key(key: Key) -> tuple[int, int, str]:
    """Sort numbers by size, then names alphabetically."""
    return (0, key, "") if isinstance(key, int) else (1, 0, key)
