"""Reads match ratings, for leaderboards and player pages, and the results behind them."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from games.clubs.selectors.privacy import Person, names_seen, people_seen
from games.models import Club, Player
from games.permissions import NOBODY, Reader
from tournaments.ladders.services.match_ratings import rated_matches
from tournaments.models import MatchRating, MatchRatingPoint
from tournaments.ratings.fibs import Rating
from tournaments.ratings.ladder import Record, Result

MATCHES_SHOWN = 60
"""The number of latest rated matches on a player's page."""


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A rated match from one player's side: their opponent, and what it did to their rating."""

    opponent: Person
    public_id: str
    played_on: datetime.date
    length: int
    own_points: int
    other_points: int
    won: bool
    expected: float
    before: float
    after: float
    deviation: float

    @property
    def change(self) -> float:
        return self.after - self.before


def match_ratings_of(
    club: Club,
    *,
    players: Collection[int] | None = None,
    played: Q | None = None,
    since: datetime.date | None = None,
) -> dict[int, tuple[Record, Player]]:
    """Return the match ratings of some players, or of all rated ones in a club, in one query.

    `played` is a condition that one of a player's rated matches must meet; `since` is a day on or
    after which they must have played.
    """
    ratings = MatchRating.objects.filter(club=club).order_by()
    if players is not None:
        ratings = ratings.filter(player__in=players)
    if since is not None:
        ratings = ratings.filter(last_played_on__gte=since, player__is_active=True)
    if played is not None:
        points = MatchRatingPoint.objects.filter(played, club=club)
        ratings = ratings.filter(player__in=points.values("player"))
    columns = ("rating", "experience", "deviation", "last_played_on", "matches", "won")
    rows = ratings.values_list(
        *("player_id", "player__public_id", "player__name", "player__shown"), *columns
    )
    return {
        pk: (
            Record(Rating(rating, experience, deviation), last, matches, won),
            Player(pk=pk, public_id=public_id, club=club, name=name, shown=shown),
        )
        for pk, public_id, name, shown, rating, experience, deviation, last, matches, won in rows
    }


def rated_matches_of(
    player: Player, reader: Reader = NOBODY, limit: int = MATCHES_SHOWN
) -> tuple[RatedMatch, ...]:
    rows = list(
        MatchRatingPoint.objects.filter(player=player)
        .select_related("match", "opponent")
        .defer("match__score", "match__clock")
        .order_by("-played_on", "-settled_at", "-match_id")[:limit]
    )
    people = people_seen((row.opponent for row in rows), reader)
    return tuple(_rated(row, people[row.opponent_id]) for row in rows)


def match_inputs_of(club: Club, reader: Reader = NOBODY) -> list[Result]:
    """Return the results behind a club's match ratings, in order, in two queries.

    Names are as the reader may see them.
    """
    names = names_seen(club, reader)
    rows = rated_matches([club.pk]).order_by("played_on", "settled_at", "pk")
    return [
        Result(played_on, names[winner], names[loser], length)
        for _pk, played_on, _settled, length, winner, loser in rows
    ]


def _rated(row: MatchRatingPoint, opponent: Person) -> RatedMatch:
    match = row.match
    points = (0, 0) if match is None else (match.first_points, match.second_points)
    # Players may have been merged, so the sides are matched by the winner.
    own, other = points
    if match is not None and (match.winner == 0) != row.won:
        own, other = other, own
    return RatedMatch(
        opponent=opponent,
        public_id="" if match is None else match.public_id,
        played_on=row.played_on,
        length=row.length,
        own_points=own,
        other_points=other,
        won=row.won,
        expected=row.expected,
        before=row.before,
        after=row.rating,
        deviation=row.deviation,
    )
