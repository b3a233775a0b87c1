"""Elo for games of one kind that two play without a cube, and that may be drawn: Dame, chess.

Source: `docs/ratings.md`, "Dame and chess".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Generic, NamedTuple, TypeVar

from tournaments.ratings.inputs import InputError, require_two, rows_below

START: Final = 1500.0
SPREAD: Final = 400
"""So far ahead somebody is expected to score ten times what the other does."""
K_NEW: Final = 40
K: Final = 20
NEW_GAMES: Final = 30
"""For so many games ratings move twice as fast, and have no place in a list."""


COLUMNS: Final = ("date", "game", "first", "second", "result")
"""One row per rated game, in rating order."""

RESULTS: Final = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
"""Who wins, as chess has it."""

Key = TypeVar("Key", int, str)


class Outcome(NamedTuple, Generic[Key]):
    """A rated game of two players; `winner` is 0 or 1, None after a draw."""

    day: date
    one: Key
    other: Key
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


class Rated(NamedTuple):
    """What a game changed: what the first was expected to score, and both records after it."""

    expected: float
    one: GameRecord
    other: GameRecord


def play(one: GameRecord, other: GameRecord, day: date, winner: int | None) -> Rated:
    """Return what a game changes for its two players."""
    score = 0.5 if winner is None else 1.0 - winner
    chance = expected(one.rating, other.rating)
    surprise = score - chance
    return Rated(
        chance, _after(one, score, surprise, day), _after(other, 1 - score, -surprise, day)
    )


def rated(outcomes: Iterable[Outcome[Key]]) -> dict[Key, GameRecord]:
    """Return everybody's record after some games, given in order."""
    known: dict[Key, GameRecord] = {}
    new = GameRecord()
    for day, one, other, winner in outcomes:
        _expected, known[one], known[other] = play(
            known.get(one, new), known.get(other, new), day, winner
        )
    return known


def ranked(known: Mapping[Key, GameRecord]) -> list[Key]:
    """Return the players, best first, equals by their keys; provisional ones last."""
    return sorted(known, key=lambda one: (known[one].is_provisional, -known[one].rating, one))


def read_rows(rows: Iterable[Sequence[str]]) -> Iterator[tuple[str, Outcome[str]]]:
    """Read rows as `row_of` writes them, the heading first: each game's kind, and how it ended.

    Raises:
        InputError: a row is invalid.
    """
    for line, row in rows_below(COLUMNS, rows):
        try:
            text, game, one, other, result = (cell.strip() for cell in row)
            day = date.fromisoformat(text)
        except ValueError as error:
            raise InputError(line, str(error)) from error
        require_two(line, one, other)
        if result not in RESULTS:
            raise InputError(line, "a result is one of " + ", ".join(RESULTS))
        yield game, Outcome(day, one, other, RESULTS[result])


def row_of(game: str, outcome: Outcome[str]) -> tuple[str, ...]:
    result = next(text for text, winner in RESULTS.items() if winner == outcome.winner)
    return (outcome.day.isoformat(), game, outcome.one, outcome.other, result)


def _after(before: GameRecord, score: float, surprise: float, day: date) -> GameRecord:
    factor = K_NEW if before.is_provisional else K
    counted = "drawn" if score == 0.5 else "won" if score else "lost"
    return replace(
        before,
        rating=before.rating + factor * surprise,
        last=day,
        **{counted: getattr(before, counted) + 1},
    )
