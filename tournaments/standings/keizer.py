"""Keizer: everybody is worth what their place says; a win brings what the opponent is worth.

Source: `docs/tournament-formats.md`, "Keizer". Scores are in sixths of a point, so that halves and
thirds are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from .results import HALF, WIN, Key, Played, Row

PART: Final = 6
"""A point in the unit of scores."""
BYE: Final = 4
"""A bye brings so many sixths of the own value: two thirds."""
ABSENCE: Final = 2
"""A missed round brings so many sixths of the own value: a third."""
ABSENCES: Final = 5
"""So many missed rounds count."""
PASSES: Final = 20
"""Values and ranking are worked out anew until they agree, or so many times."""
_GLYPHS: Final = ("", "⅙", "⅓", "½", "⅔", "⅚")


def values(ranking: Sequence[Key]) -> dict[Key, int]:
    """Return what everybody is worth: one less from place to place, the first about three times
    the last.
    """
    size = len(ranking)
    last = max(1, size // 2)
    return {key: last + size - 1 - place for place, key in enumerate(ranking)}


def ranked(first: Sequence[Key], played: Played) -> tuple[list[Key], dict[Key, int]]:
    """Return the ranking after all rounds, and the scores in sixths.

    After each round all results so far are counted anew with the new values, until the ranking
    stays. Equals stay in the order that they had before.
    """
    ranking = list(first)
    scores = {key: PART * value for key, value in values(ranking).items()}
    for number in sorted({row.round for row in played.rows}):
        rows = [row for row in played.rows if row.round <= number]
        missed = _missed(rows, played.absent)
        for _ in range(PASSES):
            scores = _scores(values(ranking), rows, missed)
            before, ranking = ranking, sorted(ranking, key=lambda key: -scores[key])
            if ranking == before:
                break
    return ranking, scores


def text_of(score: int) -> str:
    """Write a score as points: whole, or with a fraction."""
    whole, sixths = divmod(score, PART)
    return f"{whole or ''}{_GLYPHS[sixths]}" or "0"


def _missed(rows: Sequence[Row], absent: Set[tuple[int, Key]]) -> dict[Key, int]:
    """Return how many missed rounds count: of each those before one in which they were there."""
    last: dict[Key, int] = {}
    for row in rows:
        for key in (row.a, row.b):
            if key is not None:
                last[key] = max(last.get(key, 0), row.round)
    found: dict[Key, int] = {}
    for number, key in absent:
        if number < last.get(key, 0):
            found[key] = min(found.get(key, 0) + 1, ABSENCES)
    return found


def _scores(
    worth: Mapping[Key, int], rows: Sequence[Row], missed: Mapping[Key, int]
) -> dict[Key, int]:
    scores = {key: (PART + ABSENCE * missed.get(key, 0)) * value for key, value in worth.items()}
    shares = {WIN: PART, HALF: PART // 2}
    for row in rows:
        if row.b is None:
            scores[row.a] += BYE * worth[row.a]
            continue
        scores[row.a] += shares.get(row.score_a, 0) * worth[row.b]
        scores[row.b] += shares.get(row.score_b, 0) * worth[row.a]
    return scores
