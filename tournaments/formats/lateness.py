"""Penalties for being late to a match."""

from __future__ import annotations

from typing import NamedTuple


def lateness_penalty(
    minutes_late: int,
    *,
    length: int,
    first_after: int = 5,
    every: int = 5,
    forfeit_at: int | None = None,
) -> Lateness:
    """Return the penalty for being so many full minutes late to a match to `length` points.

    A common club rule: one point after `first_after` minutes and one for every further `every`
    minutes; from `forfeit_at` points on (default `length // 2 + 1`) the match is lost.

    Raises:
        ValueError: the intervals or the length are not positive.
    """
    if length < 1 or first_after < 0 or every < 1:
        raise ValueError("the intervals and the length are positive")
    limit = length // 2 + 1 if forfeit_at is None else forfeit_at
    points = 0 if minutes_late < first_after else 1 + (minutes_late - first_after) // every
    return Lateness(min(points, limit), points >= limit)


class Lateness(NamedTuple):
    """The cost of being late: points for the opponent, or the match."""

    points: int
    is_forfeit: bool
