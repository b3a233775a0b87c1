"""Reads leaderboards of a club, over any period, in any order."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import BigIntegerField, Count, F, Max, Q, QuerySet, Sum

from games.clubs.selectors.privacy import Person, is_left_out, people_seen
from games.models import Club, Player, Season
from games.permissions import NOBODY, Reader
from tournaments.ladders.selectors.match_ratings import match_ratings_of
from tournaments.ladders.selectors.skills import Known, Official, ratings_of
from tournaments.ladders.selectors.stretches import (
    ALL,
    Calendar,
    Stretch,
    calendar_of,
    official_asked,
    stretch_asked,
)
from tournaments.models import (
    EveningShare,
    TableShare,
)
from tournaments.ratings.ladder import Record
from tournaments.ratings.leaderboard import Order, Ranked, Total, ranked, running_totals

PAGE_SIZE = 50
ACTIVE_DAYS: Final = 365
"""Players without a game for longer are not active."""
SIZES: Final = (3, 4, 5, 6)
"""The table sizes to choose from; the last one means that size and larger."""
SQUARES: Final = (
    *(("points", "points"), ("games", "games"), ("bets", "bets")),
    *(("points", "games"), ("points", "bets")),
)
"""What the intervals of averages are made of, in the order of `Total`."""
PLAYED: Final = Q(games__gt=0)
"""Which evenings averages are of: of one by totals nobody knows the games."""
Shares = QuerySet[EveningShare] | QuerySet[TableShare]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard. `official` is the place on the chosen official list, if any.

    `movement` is how many places up (plus) or down since that list, if any.
    """

    ranked: Ranked
    player: Person
    trend: Sequence[int]
    official: int | None
    movement: int | None


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A reader's parameters as text; unknown values mean the default."""

    over: str | None = None
    order: str | None = None
    page: int | None = None
    least: int = 0
    is_active: bool = False
    official: str | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard: players with a place, and those without."""

    club: Club
    stretch: Stretch
    calendar: Calendar
    order: Order
    least: int
    is_active: bool
    official: Official | None
    size: int
    standings: tuple[Standing, ...]
    provisional: tuple[Standing, ...]
    players: int
    page: int
    has_next: bool
    is_early: bool = False
    """Whether it is sorted by skill, and too early to say anything of it."""

    @property
    def season(self) -> Season | None:
        """Its season; None for any other period."""
        return self.stretch.season

    @property
    def lines(self) -> tuple[Standing, ...]:
        """All lines of the page."""
        return (*self.standings, *self.provisional)

    @property
    def has_partners(self) -> bool:
        """Whether anybody on the page was ever a partner."""
        return any(line.ranked.total.as_partner for line in self.lines)

    @property
    def has_skill(self) -> bool:
        return any(line.ranked.skill for line in self.lines)

    @property
    def is_list(self) -> bool:
        """Whether this is the club's whole list by skill, for which alone `stand` is known."""
        everybody = self.stretch.key == ALL and not (self.least or self.is_active or self.size)
        return self.order is Order.SKILL and everybody and not self.is_early

    @property
    def has_matches(self) -> bool:
        return any(line.ranked.match for line in self.lines)


def leaderboard_asked(
    club: Club, asked: LeaderboardQuery, reader: Reader = NOBODY, *, whole: bool = False
) -> Leaderboard:
    """Read the requested page of a leaderboard, or the whole; in four queries.

    Raises:
        NotFound: the event is not one of the club's.
    """
    calendar = calendar_of(club, asked.over or "")
    return leaderboard(
        club,
        reader,
        calendar=calendar,
        stretch=stretch_asked(calendar, asked.over),
        order=Order(asked.order) if asked.order in set(Order) else Order.POINTS,
        page=max(asked.page or 1, 1),
        least=asked.least,
        is_active=asked.is_active,
        official=official_asked(calendar, asked.official),
        size=asked.size if asked.size in SIZES else 0,
        whole=whole,
    )


def leaderboard(
    club: Club,
    reader: Reader = NOBODY,
    *,
    calendar: Calendar,
    stretch: Stretch,
    order: Order = Order.POINTS,
    page: int = 1,
    least: int = 0,
    is_active: bool = False,
    official: Official | None = None,
    size: int = 0,
    whole: bool = False,
) -> Leaderboard:
    """Read one page of a leaderboard, in three queries: totals, ratings, and the players of the
    page.

    The database sums the totals, and they are ordered here; any page is as fast as the first. By
    matches, everybody with a match is listed, with or without chouettes, and `least` counts
    matches. `size` is one of `SIZES`, or 0 for tables of any size.
    """
    totals, records, known = _counted(club, stretch, order, is_active, size, least)
    ratings = ratings_of(club.pk, official=official) if order is Order.SKILL else {}
    start = 0 if whole else (page - 1) * PAGE_SIZE
    shown = ranked(
        totals,
        order,
        club.minimum_games,
        {player: one.skill for player, one in ratings.items() if one.skill},
        {player for player, one in ratings.items() if one.is_settled},
        slice(start, None if whole else start + PAGE_SIZE),
        records,
    )
    people, trends = _people(club, stretch, shown, size, known)
    if order is not Order.SKILL:
        ratings = ratings_of(club.pk, players=list(people), official=official)
    compared = _compared(order, stretch, official, size)
    seen = people_seen(people.values(), reader)
    lines = [
        _standing(one, seen[one.total.player], trends[one.total.player], ratings, compared)
        for one in shown
        # Between two queries somebody's evenings may be written anew.
        if one.total.player in people and not is_left_out(people[one.total.player], reader)
    ]
    return Leaderboard(
        club=club,
        stretch=stretch,
        calendar=calendar,
        order=order,
        least=least,
        is_active=is_active,
        official=official,
        size=size,
        standings=tuple(line for line in lines if not line.ranked.missing),
        provisional=tuple(line for line in lines if line.ranked.missing),
        players=len(totals),
        page=page,
        has_next=not whole and len(totals) > start + PAGE_SIZE,
        is_early=order is Order.SKILL and not any(one.skill for one in ratings.values()),
    )


def _counted(
    club: Club, stretch: Stretch, order: Order, is_active: bool, size: int, least: int
) -> tuple[list[Total], dict[int, Record], dict[int, Player]]:
    """Return everybody's totals; by matches also their records, and who they are."""
    shares = _shares(club, stretch, is_active, size)
    if order is not Order.MATCHES:
        return _totals(shares, least), {}, {}
    totals = _totals(shares, 0)
    records, known = _matches(club, stretch, totals, is_active, least)
    found = {total.player: total for total in totals}
    return [found.get(pk) or Total(pk, 0, 0, 0) for pk in records], records, known


def _compared(order: Order, stretch: Stretch, official: Official | None, size: int) -> str:
    """Return which place of the official list movement is measured by; blank for none.

    A monthly list has all-time points, a season's list those of the season.
    """
    if official is None or size:
        return ""
    if order is Order.SKILL:
        return "official"
    same = stretch.key == (official.season or ALL)
    return "official_by_points" if order is Order.POINTS and same else ""


def _shares(club: Club, stretch: Stretch, is_active: bool, size: int) -> Shares:
    shares = _table(size).filter(stretch.shares, club=club)
    if is_active:
        lately = EveningShare.objects.filter(club=club, played_on__gte=_active_since(club))
        shares = shares.filter(player__in=lately.values("player"), player__is_active=True)
    return shares


def _table(size: int) -> Shares:
    if not size:
        return EveningShare.objects.all()
    if size == SIZES[-1]:
        return TableShare.objects.filter(size__gte=size)
    return TableShare.objects.filter(size=size)


def _active_since(club: Club) -> datetime.date:
    return club.today - datetime.timedelta(days=ACTIVE_DAYS)


def _matches(
    club: Club, stretch: Stretch, totals: Sequence[Total], is_active: bool, least: int
) -> tuple[dict[int, Record], dict[int, Player]]:
    """Return the match ratings of a leaderboard, and whose they are."""
    # A session has no matches, so all ratings of its players are shown.
    players = [total.player for total in totals] if stretch.session is not None else None
    found = match_ratings_of(
        club,
        players=players,
        played=stretch.matches,
        since=_active_since(club) if is_active else None,
    )
    kept = {pk: one for pk, one in found.items() if one[0].matches >= least}
    return {pk: one[0] for pk, one in kept.items()}, {pk: one[1] for pk, one in kept.items()}


def _totals(shares: Shares, least: int) -> list[Total]:
    columns = ("points", "games", "bets", "box_games", "partner_games", "captain_games")
    summed = shares.order_by().values("player_id")
    found = summed.annotate(
        **{f"sum_{name}": Sum(name) for name in (*columns, "crew_games")},
        latest=Max("played_on"),
        units=Count("pk", filter=PLAYED),
        **{
            f"{one}_{other}": Sum(
                F(one) * F(other), output_field=BigIntegerField(), filter=PLAYED, default=0
            )
            for one, other in SQUARES
        },
        by_totals=Sum("points", filter=~PLAYED, default=0),
    ).values_list(
        *("player_id", *(f"sum_{name}" for name in (*columns, "crew_games")), "latest", "units"),
        *(f"{one}_{other}" for one, other in SQUARES),
        "by_totals",
    )
    return [total for row in found if (total := Total(*row)).games >= least]


def _people(
    club: Club,
    stretch: Stretch,
    shown: Sequence[Ranked],
    size: int,
    known: Mapping[int, Player],
) -> tuple[dict[int, Player], dict[int, list[int]]]:
    """Read the players of a page, and the points of each in each evening, in one query.

    Players already `known` need no evening to be included.
    """
    points: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    people = {one.total.player: known[one.total.player] for one in shown if known}
    shares = _table(size).filter(
        stretch.shares, club=club, player__in=[one.total.player for one in shown]
    )
    rows = shares.order_by("played_on", "session_id").values_list(
        *("player_id", "session_id", "points"),
        *("player__public_id", "player__name", "player__shown"),
    )
    for pk, session, made, *person in rows:
        # The last size stands for several, so that a session may have several rows.
        points[pk][session] += made
        if pk not in people:
            public_id, name, seen = person
            people[pk] = Player(pk=pk, public_id=public_id, club=club, name=name, shown=seen)
    trends = {
        ranked.total.player: running_totals(
            list(points[ranked.total.player].values()), ranked.total.points
        )
        for ranked in shown
    }
    return people, trends


def _standing(
    ranked: Ranked,
    player: Person,
    trend: Sequence[int],
    ratings: Mapping[int, Known],
    compared: str,
) -> Standing:
    known = ratings.get(ranked.total.player)
    if known is None:
        return Standing(ranked, player, trend, None, None)
    before = getattr(known, compared) if compared else None
    movement = before - ranked.place if before is not None and ranked.place is not None else None
    return Standing(
        replace(ranked, skill=known.skill, match=known.match, stand=known.stand),
        *(player, trend, known.official, movement),
    )
