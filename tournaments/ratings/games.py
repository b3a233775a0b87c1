"""Elo for games of one kind that two play without a cube, and that may be drawn: Dame, chess.

Source: `docs/ratings.md`, "Dame and chess".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, NamedTuple

START: Final = 1500.0
SPREAD: Final = 400
"""So far ahead somebody is expected to score ten times what the other does."""
K_NEW: Final = 40
K: Final = 20
NEW_GAMES: Final = 30
"""For so many games ratings move twice as fast, and have no place in a list."""


class Outcome(NamedTuple):
    """A rated game of two players; `winner` is 0 or 1, None after a draw."""

    day: date
    one: int
    other: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A player's rating in one game, and what it is made of."""

    rating: float = START
    won: int = 0
    drawn: int = 0
    lost: int = 0
    last: date | None = None

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def is_provisional(self) -> bool:
        """Whether the player has too few games for a place."""
        return self.games < NEW_GAMES


def expected(own: float, other: float) -> float:
    """Return what a player scores on average: 1 for a win, a half for a draw."""
    return 1 / (1 + 10 ** ((other - own) / SPREAD))


def rated(outcomes: Iterable[Outcome]) -> dict[int, GameRecord]:
    """Return everybody's record after some games, given in order."""
    known: dict[int, GameRecord] = {}
    new = GameRecord()
    for day, one, other, winner in outcomes:
        first, second = known.get(one, new), known.get(other, new)
        score = 0.5 if winner is None else 1.0 - winner
        surprise = score - expected(first.rating, second.rating)
        known[one] = _after(first, score, surprise, day)
        known[other] = _after(second, 1 - score, -surprise, day)
    return known


def ranked(known: Mapping[int, GameRecord]) -> list[int]:
    """Return the players, best first, equals by their keys; provisional ones last."""
    return sorted(known, key=lambda one: (known[one].is_provisional, -known[one].rating, one))


def _after(before: GameRecord, score: float, surprise: float, day: date) -> GameRecord:
    factor = K_NEW if before.is_provisional else K
    counted = "drawn" if score == 0.5 else "won" if score else "lost"
    return replace(
        before,
        rating=before.rating + factor * surprise,
        last=day,
        **{counted: getattr(before, counted) + 1},
    )
