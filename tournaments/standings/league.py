"""The points of a league: so many for a match, or for each pair of matches of the same two.

Points are kept in halves, so that half of a win can be given for a match that was not played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from .results import HALF, LOSS, Key, Played, Row
from .table import StandingLine

HALVES = 2
Counting = Literal["match", "pair"]
Withdrawn = Literal["half", "kept", "removed"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a match is worth, or each pair of matches: both won, one each, none."""

    counting: Counting = "match"
    win: int = 3
    loss: int = 1
    both: int = 3
    each: int = 2
    none: int = 1
    walkover_point: bool = False
    """Whether who loses by walkover has what a loss is worth."""
    withdrawn: Withdrawn = "half"
    """What becomes of the matches of who withdraws: those with fewer than half of their matches
    played are removed, all are kept, or all are removed."""


def points_of(played: Played, scoring: Scoring) -> dict[Key, int]:
    """Return everybody's points, in halves.

    Two matches against one place are a pair, also if somebody has taken that place over between
    them: it counts for the opponent as any, and for who has the place now.
    """
    points: dict[Key, int] = dict.fromkeys(played.entries, 0)
    if scoring.counting == "match":
        for row in played.rows:
            _add(points, row, _of_match(row, scoring))
        return points
    pairs: dict[frozenset[Key], list[Row]] = {}
    for row in sorted(played.rows, key=lambda row: row.round):
        if row.b is not None:
            two = frozenset((_place(row.a, played), _place(row.b, played)))
            pairs.setdefault(two, []).append(row)
    for rows in pairs.values():
        # A pair counts once both of its matches are decided.
        for one, other in zip(rows[::2], rows[1::2], strict=False):
            other = _turned(one, other, played)
            worth = _of_pair(one, other, scoring)
            for keys, value in zip(((one.a, other.a), (one.b, other.b)), worth, strict=True):
                points[_holder(keys, played)] += value
    return points


def _place(key: Key, played: Played) -> Key:
    """Return who had somebody's place first."""
    return played.heirs.get(key, key)


def _turned(one: Row, other: Row, played: Played) -> Row:
    """Return the second match of a pair from the side of the same place as the first."""
    if _place(other.a, played) == _place(one.a, played):
        return other
    assert other.b is not None, "a bye is in no pair"
    return replace(
        other,
        a=other.b,
        b=other.a,
        score_a=other.score_b,
        score_b=other.score_a,
        points_a=other.points_b,
        points_b=other.points_a,
    )


def _holder(keys: tuple[Key | None, Key | None], played: Played) -> Key:
    """Return who of the two of a place gets what its pair is worth: who plays on, else who came
    later; mostly it is one.
    """
    here = [one for one in dict.fromkeys(keys) if one is not None]
    staying = [one for one in here if one not in played.gone] or here
    return max(staying, key=lambda one: (one in played.heirs, str(one).rjust(9)))


def without_withdrawn(
    played: Played, withdrawn: Set[Key], due: Mapping[Key, int], scoring: Scoring
) -> Played:
    """Leave out the matches of who has withdrawn, as the league says.

    `due` is how many matches each of them has. Nobody's record is changed by this: who comes
    back has their matches again.
    """
    gone = forgotten(played, withdrawn, due, scoring)
    rows = tuple(row for row in played.rows if not gone & {row.a, row.b})
    return replace(played, rows=rows) if gone else played


def forgotten(
    played: Played, withdrawn: Set[Key], due: Mapping[Key, int], scoring: Scoring
) -> Set[Key]:
    """Return those of who withdraws whose matches count for nobody."""
    if scoring.withdrawn == "kept":
        return set()
    if scoring.withdrawn == "removed":
        return set(withdrawn)
    return {key for key in withdrawn if 2 * _at_the_board(played, key) < due.get(key, 0)}


def without_places(lines: tuple[StandingLine, ...], gone: Set[Key]) -> tuple[StandingLine, ...]:
    """Let those whose matches count for nobody hold no place: they stand behind all others."""
    if not gone:
        return lines
    staying = [one for one in lines if one.key not in gone]
    counted = Counter(one.place for one in staying)
    places = [sum(other.place < one.place for other in staying) + 1 for one in staying]
    moved = [
        replace(one, place=place, shares_place=counted[one.place] > 1)
        for one, place in zip(staying, places, strict=True)
    ]
    last = [one for one in lines if one.key in gone]
    behind = [replace(one, place=len(staying) + 1, shares_place=len(last) > 1) for one in last]
    return (*moved, *behind)


def decided_by(lines: tuple[StandingLine, ...], *, by_score: bool = False) -> dict[Key, str]:
    """Return what put a line behind the one above it, where both have the same first value, or the
    same score.

    The name of the tie-break; blank where nothing separates the two.
    """
    found: dict[Key, str] = {}
    first = 0 if by_score else 1
    for above, line in pairwise(lines):
        if by_score and above.score != line.score:
            continue
        if not by_score and (not line.values or above.values[0].value != line.values[0].value):
            continue
        if above.place == line.place:
            found[line.key] = ""
            continue
        pairs = zip(above.values[first:], line.values[first:], strict=True)
        found[line.key] = next((one.name for one, other in pairs if one.text != other.text), "")
    return found


def text_of(points: int) -> str:
    """Write points that are kept in halves."""
    whole, half = divmod(points, HALVES)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def _at_the_board(played: Played, key: Key) -> int:
    return sum(key in (row.a, row.b) and row.kind == "played" for row in played.rows)


def _add(found: dict[Key, int], row: Row, points: tuple[int, int]) -> None:
    found[row.a] += points[0]
    if row.b is not None:
        found[row.b] += points[1]


def _of_match(row: Row, scoring: Scoring) -> tuple[int, int]:
    win, loss = HALVES * scoring.win, HALVES * scoring.loss
    if row.b is None:
        return 0, 0
    if row.score_a == row.score_b == HALF:
        return (scoring.win + scoring.loss,) * 2
    if row.kind == "forfeit":
        loss = loss if scoring.walkover_point and row.score_a != row.score_b else 0
    if row.score_a == row.score_b == LOSS:
        return loss, loss
    return (win, loss) if row.score_a > row.score_b else (loss, win)


def _of_pair(one: Row, other: Row, scoring: Scoring) -> tuple[int, int]:
    """Return the points of a pair of matches, both from the side of the first player of `one`.

    Halves count as half of a win: two of them are one each. Who has lost both by walkover has what
    the league gives for that.
    """
    worth = {0: scoring.none, 2: scoring.each, 4: scoring.both}
    totals = (one.score_a + other.score_a, one.score_b + other.score_b)
    is_walkover = {one.kind, other.kind} == {"forfeit"}
    is_nobodys = totals == (0, 0)
    points = []
    for total in totals:
        if total == 0 and is_walkover and (is_nobodys or not scoring.walkover_point):
            points.append(0)
        else:
            low, high = worth[total // 2 * 2], worth[min(total // 2 * 2 + 2, 4)]
            value = Fraction(HALVES * low) + Fraction(high - low, 2) * HALVES * (total % 2)
            points.append(int(value))
    return points[0], points[1]
