"""A list of match ratings: what every match changes, and who has a place.

Source: `docs/ratings.md`, "Matches". Results are rated by day, and within a day in the order in
which they were settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple, TypeVar

from tournaments.ratings.fibs import FIBS, Rating, Variant, rate, rested, win_probability
from tournaments.ratings.inputs import InputError, require_two, rows_below

DAYS_IN_A_MONTH: Final = 30.436875
LEAST_EXPERIENCE: Final = 50
"""Players with less experience are provisional: K is still above 4.5, and one match changes their
rating by more than many differences in the list.
"""

COLUMNS: Final = ("date", "winner", "loser", "length")
"""One row per rated match, in rating order."""


Key = TypeVar("Key", int, str)


class Result(NamedTuple):
    """A match to `length` points that was decided on a day."""

    day: date
    winner: str
    loser: str
    length: int


class Record(NamedTuple):
    """A player's rating after their last match, its day, and how many matches they played and
    won.
    """

    rating: Rating
    last: date | None = None
    matches: int = 0
    won: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the player has too little experience for a place."""
        return self.rating.experience < LEAST_EXPERIENCE

    def on(self, day: date) -> Rating:
        """Return the rating as of a day: the same figure, less certain after a rest."""
        if self.last is None or day <= self.last:
            return self.rating
        return rested(self.rating, (day - self.last).days / DAYS_IN_A_MONTH)


class Rated(NamedTuple):
    """What a match changed: the winner's chance before it, and both ratings after it."""

    expected: float
    winner: Record
    loser: Record


def new(variant: Variant = FIBS) -> Record:
    """Return a new player's record."""
    return Record(Rating.new(variant))


def play(winner: Record, loser: Record, day: date, length: int, variant: Variant = FIBS) -> Rated:
    """Return what a match changes for its two players.

    Raises:
        ValueError: the length is below one point.
    """
    expected = win_probability(winner.rating.rating - loser.rating.rating, length)
    won, lost = rate(winner.on(day), loser.on(day), length, variant)
    return Rated(
        expected,
        Record(won, day, winner.matches + 1, winner.won + 1),
        Record(lost, day, loser.matches + 1, loser.won),
    )


def ranked(listed: Mapping[Key, Record]) -> list[Key]:
    """Return the listed players, best first, equals by their keys; provisional ones last."""
    return sorted(
        listed,
        key=lambda one: (listed[one].is_provisional, -listed[one].rating.rating, one),
    )


def read_rows(rows: Iterable[Sequence[str]]) -> Iterable[Result]:
    """Read rows as `row_of` writes them, the heading first.

    Raises:
        InputError: a row is invalid.
    """
    for line, row in rows_below(COLUMNS, rows):
        try:
            text, winner, loser, length = (cell.strip() for cell in row)
            found = Result(date.fromisoformat(text), winner, loser, int(length))
        except ValueError as error:
            raise InputError(line, str(error)) from error
        require_two(line, winner, loser)
        if found.length < 1:
            raise InputError(line, "a match is to at least one point")
        yield found


def row_of(result: Result) -> tuple[str | Decimal, ...]:
    return (result.day.isoformat(), result.winner, result.loser, Decimal(result.length))


def played(results: Iterable[Result], variant: Variant = FIBS) -> dict[str, Record]:
    """Return everybody's record after some matches, given in order."""
    known: dict[str, Record] = {}
    for day, winner, loser, length in results:
        one, other = known.get(winner) or new(variant), known.get(loser) or new(variant)
        _expected, known[winner], known[loser] = play(one, other, day, length, variant)
    return known
