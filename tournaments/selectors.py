"""Reads leaderboards, in a constant number of queries whatever their size."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone

from games.models import Club, Player, Season
from tournaments.models import LeaderboardRow

PAGE_SIZE = 50


class Order(StrEnum):
    """What a leaderboard is sorted by."""

    POINTS = "points"
    AVERAGE = "average"


@dataclass(frozen=True)
class Standing:
    """A line of a leaderboard; points and average in hundredths.

    `movement` is how many places up (plus) or down since before the last day of play, None for
    newcomers. `is_provisional` marks those with too few games for an average.
    """

    place: int
    movement: int | None
    player: Player
    points: int
    average: int
    games: int
    as_box: int
    as_partner: int
    as_captain: int
    as_crew: int
    trend: Sequence[int]
    is_provisional: bool


@dataclass(frozen=True)
class Leaderboard:
    """A page of a leaderboard. `season` None means all time."""

    club: Club
    season: Season | None
    seasons: tuple[Season, ...]
    order: Order
    standings: tuple[Standing, ...]
    provisional: tuple[Standing, ...]
    page: int
    has_next: bool

    @property
    def has_partners(self) -> bool:
        """Whether anybody on the page ever was a partner."""
        return any(line.as_partner for line in (*self.standings, *self.provisional))


def leaderboard(
    club: Club,
    *,
    season: Season | None,
    seasons: tuple[Season, ...],
    order: Order = Order.POINTS,
    page: int = 1,
) -> Leaderboard:
    """Read one page of a leaderboard, in one query."""
    row = "by_average" if order is Order.AVERAGE else "by_points"
    first = (page - 1) * PAGE_SIZE + 1
    found = list(
        LeaderboardRow.objects.filter(
            club=club, season=season, **{f"{row}__range": (first, first + PAGE_SIZE)}
        )
        .select_related("player")
        .order_by(row)
    )
    lines = [_standing(each, order, club.minimum_games) for each in found[:PAGE_SIZE]]
    return Leaderboard(
        club=club,
        season=season,
        seasons=seasons,
        order=order,
        standings=tuple(line for line in lines if not line.is_provisional),
        provisional=tuple(line for line in lines if line.is_provisional),
        page=page,
        has_next=len(found) > PAGE_SIZE,
    )


def leaderboard_asked(
    club: Club, *, season: str | None, order: str | None, page: int | None
) -> Leaderboard:
    """Read the leaderboard somebody asks for in words, in two queries.

    `season` is a public id, "all" for all time, None for the season that is running, or else the
    latest there is. Whatever is not known means the default.
    """
    seasons = seasons_of(club)
    by_id = {each.public_id: each for each in seasons}
    chosen = by_id.get(season or "")
    if chosen is None and season != "all":
        chosen = _running(seasons)
    known = {each.value: each for each in Order}
    return leaderboard(
        club,
        season=chosen,
        seasons=seasons,
        order=known.get(order or "", Order.POINTS),
        page=max(page or 1, 1),
    )


def _running(seasons: tuple[Season, ...]) -> Season | None:
    today = timezone.localdate()
    running = (each for each in seasons if each.starts_on <= today <= each.ends_on)
    return next(running, next((each for each in seasons if each.starts_on <= today), None))


def seasons_of(club: Club) -> tuple[Season, ...]:
    """Read the club's seasons, the latest first."""
    return tuple(club.seasons.order_by("-starts_on", "pk"))


def _standing(row: LeaderboardRow, order: Order, least_games: int) -> Standing:
    moved = None if row.place_before is None else row.place_before - row.place
    return Standing(
        place=row.by_average if order is Order.AVERAGE else row.place,
        movement=moved,
        player=row.player,
        points=row.points,
        average=row.average,
        games=row.games,
        as_box=row.as_box,
        as_partner=row.as_partner,
        as_captain=row.as_captain,
        as_crew=row.as_crew,
        trend=row.trend,
        is_provisional=order is Order.AVERAGE and row.games < least_games,
    )
