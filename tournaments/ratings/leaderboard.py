"""Turns totals into a leaderboard: places, and who has none and why; no Django."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from tournaments.ratings.ladder import Record
from tournaments.ratings.places import Stand
from tournaments.ratings.rates import Rate, Sums, rate_of
from tournaments.ratings.skill import Skill

# The number of evenings in a trend of the running total.
TREND_LENGTH = 20


class Order(StrEnum):
    """What a leaderboard is sorted by."""

    POINTS = "points"
    AVERAGE = "average"
    PER_BET = "per_bet"
    SKILL = "skill"
    MATCHES = "matches"


class Missing(StrEnum):
    """Why a player has no place."""

    GAMES = "games"
    """Too few games in this period for an average."""
    RATING = "rating"
    """Their skill has not been estimated yet."""
    ABSENT = "absent"
    """They have not played for so long that their figure is frozen."""
    MATCHES = "matches"
    """Too little experience for a place by match rating."""


class Total(NamedTuple):
    """A player's totals in a period; points and bets in hundredths.

    From `evenings` on it is what the intervals of rates are made of: how many evenings, and sums of
    squares and products. `by_totals` are the points of evenings by totals: averages leave them out.
    """

    player: int
    points: int
    games: int
    bets: int
    as_box: int = 0
    as_partner: int = 0
    as_captain: int = 0
    as_crew: int = 0
    last_played_on: date = date.min
    evenings: int = 0
    points_squared: int = 0
    games_squared: int = 0
    bets_squared: int = 0
    points_games: int = 0
    points_bets: int = 0
    by_totals: int = 0

    @property
    def played(self) -> int:
        """The points of games."""
        return self.points - self.by_totals

    @property
    def average(self) -> Rate:
        """Points per game."""
        squares = self.points_squared, self.points_games, self.games_squared
        return rate_of(Sums(self.evenings, self.played, self.games, *squares))

    @property
    def per_bet(self) -> Rate:
        """Points per bet: comparable between box and members, at any size of table."""
        squares = self.points_squared, self.points_bets, self.bets_squared
        return rate_of(Sums(self.evenings, self.played, self.bets, *squares), 100)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's totals and place; players without one have `missing`, which says why.

    Equals share a place, and the next one is skipped: 1, 2, 2, 4. `stand` is how surely they stand
    in the club's own list.
    """

    total: Total
    place: int | None
    skill: Skill | None = None
    missing: tuple[Missing, ...] = ()
    match: Record | None = None
    stand: Stand | None = None


Key = Callable[[Total], float]


def ranked(
    totals: Iterable[Total],
    order: Order,
    least_games: int,
    skills: Mapping[int, Skill] | None = None,
    absent: Container[int] = (),
    rows: slice = slice(None),
    matches: Mapping[int, Record] | None = None,
) -> list[Ranked]:
    """Sort totals, best first, players without a place last, and return these rows.

    By points everybody has a place. By an average, players with fewer than `least_games` have none,
    as it says little yet. By skill, only players not estimated yet, or absent for years,
    have none; the places are by the lower 80 % bound, so that a well-known player ranks before one
    who may only be as good. By matches, players with little experience have none.
    """
    skills, matches = skills or {}, matches or {}

    def missing(total: Total) -> tuple[Missing, ...]:
        if order is Order.SKILL:
            if total.player in absent:
                return (Missing.ABSENT,)
            return () if total.player in skills else (Missing.RATING,)
        if order is Order.MATCHES:
            match = matches.get(total.player)
            return () if match and not match.is_provisional else (Missing.MATCHES,)
        few = order is not Order.POINTS and total.games < least_games
        return (Missing.GAMES,) if few else ()

    key = _key(order, skills, matches)
    listed = [(one, missing(one)) for one in totals]
    listed.sort(key=lambda each: (bool(each[1]), -key(each[0]), -each[0].games, each[0].player))
    places = _places([key(total) for total, reasons in listed if not reasons])
    first = rows.start or 0
    return [
        Ranked(
            total,
            places[row] if row < len(places) else None,
            skills.get(total.player),
            reasons,
            matches.get(total.player),
        )
        for row, (total, reasons) in enumerate(listed[rows], start=first)
    ]


def _key(order: Order, skills: Mapping[int, Skill], matches: Mapping[int, Record]) -> Key:
    if order is Order.SKILL:
        # Players without an estimate come last of those without a place.
        return lambda total: skills[total.player].lower if total.player in skills else -1e9
    if order is Order.MATCHES:
        return lambda total: (
            matches[total.player].rating.rating if total.player in matches else -1e9
        )
    if order is Order.AVERAGE:
        return lambda total: total.played / total.games if total.games else 0.0
    if order is Order.PER_BET:
        return lambda total: total.played / total.bets if total.bets else 0.0
    return lambda total: total.points


def _places(values: Sequence[float]) -> list[int]:
    """Return the places of values sorted from the best."""
    places: list[int] = []
    for row, value in enumerate(values, start=1):
        places.append(places[-1] if row > 1 and value == values[row - 2] else row)
    return places


def running_totals(points: Sequence[int], total: int) -> list[int]:
    """Return the running total after each of the last evenings; `total` is the last."""
    trend = [total]
    for evening in reversed(points[-TREND_LENGTH:][1:]):
        trend.append(trend[-1] - evening)
    return trend[::-1]
