"""Reads leaderboards: of a club, over any stretch of time, in any order."""

import datetime
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import F, Max, Min, Q, QuerySet, Sum, Value
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Club, Player, Season, Session
from games.models.ids import is_public_id
from games.selectors.privacy import is_left_out, veil
from tournaments.leaderboard import Order, Ranked, Total, ranked, running_totals
from tournaments.models import EveningShare, EveningTally
from tournaments.selectors.skills import Known, Official, officials_of, skills_of

PAGE_SIZE = 50
ACTIVE_DAYS: Final = 365
"""Who has not played for longer is no longer active."""
ALL: Final = "all"
EVENT: Final = "session:"
_PERIOD: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a board adds up: `key` is how it is asked for, `name` how it is called.

    A season, a year or a month, one session (an event), or all time where nothing is given.
    """

    key: str = ALL
    name: str = ""
    season: Season | None = None
    first: datetime.date | None = None
    last: datetime.date | None = None
    session: Session | None = None

    @property
    def shares(self) -> Q:
        """The condition on the shares of evenings that count."""
        if self.session is not None:
            return Q(session=self.session)
        if self.season is not None:
            return Q(season=self.season)
        if self.first is not None:
            return Q(played_on__range=(self.first, self.last))
        return Q()


@dataclass(frozen=True, slots=True)
class Calendar:
    """What can be chosen: seasons, years and months in which there was play, official lists."""

    seasons: tuple[Season, ...]
    first: datetime.date | None
    last: datetime.date | None
    event: Session | None
    officials: tuple[Official, ...]

    @property
    def months(self) -> list[datetime.date]:
        """The first days of all months with play between the first and the last, latest first."""
        if self.first is None or self.last is None:
            return []
        count = 12 * (self.last.year - self.first.year) + self.last.month - self.first.month
        begin = 12 * self.first.year + self.first.month - 1
        return [
            datetime.date(month // 12, month % 12 + 1, 1)
            for month in range(begin + count, begin - 1, -1)
        ]

    @property
    def years(self) -> list[int]:
        """The years from the latest with play to the first."""
        if self.first is None or self.last is None:
            return []
        return list(range(self.last.year, self.first.year - 1, -1))


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard. `official` is the place on the chosen official list, if any.

    `movement` is how many places up (plus) or down since that list, None where there is none.
    """

    ranked: Ranked
    player: Player
    trend: Sequence[int]
    official: int | None
    movement: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader asks for, in words; whatever is not known means the default."""

    over: str | None = None
    order: str | None = None
    page: int | None = None
    least: int = 0
    is_active: bool = False
    official: str | None = None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard: those who have a place, and those below the line."""

    club: Club
    stretch: Stretch
    calendar: Calendar
    order: Order
    least: int
    is_active: bool
    official: Official | None
    standings: tuple[Standing, ...]
    provisional: tuple[Standing, ...]
    players: int
    page: int
    has_next: bool

    @property
    def season(self) -> Season | None:
        """The season it is of, None for any other stretch of time."""
        return self.stretch.season

    @property
    def lines(self) -> tuple[Standing, ...]:
        """All lines of the page."""
        return (*self.standings, *self.provisional)

    @property
    def has_partners(self) -> bool:
        """Whether anybody on the page ever was a partner."""
        return any(line.ranked.total.as_partner for line in self.lines)

    @property
    def has_skill(self) -> bool:
        """Whether the skill of anybody on the page is known."""
        return any(line.ranked.skill for line in self.lines)


def leaderboard_asked(club: Club, asked: Asked, *, whole: bool = False) -> Leaderboard:
    """Read the page of a leaderboard that somebody asks for, or the whole; in four queries.

    Raises:
        NotFound: an event that is none of the club's.
    """
    calendar = calendar_of(club, asked.over or "")
    return leaderboard(
        club,
        calendar=calendar,
        stretch=_stretch(calendar, asked.over),
        order=Order(asked.order) if asked.order in set(Order) else Order.POINTS,
        page=max(asked.page or 1, 1),
        least=asked.least,
        is_active=asked.is_active,
        official=_official(calendar, asked.official),
        whole=whole,
    )


def leaderboard(
    club: Club,
    *,
    calendar: Calendar,
    stretch: Stretch,
    order: Order = Order.POINTS,
    page: int = 1,
    least: int = 0,
    is_active: bool = False,
    official: Official | None = None,
    whole: bool = False,
) -> Leaderboard:
    """Read one page of a leaderboard, in three queries: totals, skills, and who is on the page.

    The totals of all are added up by the database and put in order here; any page is as fast as
    the first.
    """
    totals = _totals(_shares(club, stretch, is_active), least)
    by_skill = order is Order.SKILL
    skills = skills_of(club.pk, official=official) if by_skill else {}
    start = 0 if whole else (page - 1) * PAGE_SIZE
    shown = ranked(
        totals,
        order,
        club.minimum_games,
        {player: known.skill for player, known in skills.items()},
        {player for player, known in skills.items() if known.is_settled},
        slice(start, None if whole else start + PAGE_SIZE),
    )
    if not by_skill:
        keys = [one.total.player for one in shown]
        skills = skills_of(club.pk, players=keys, official=official)
    people, trends = _people(club, stretch, shown)
    compared = _compared(order, stretch, official)
    lines = [
        _standing(one, people[one.total.player], trends[one.total.player], skills, compared)
        for one in shown
        if not is_left_out(people[one.total.player], club.veiled)
    ]
    return Leaderboard(
        club=club,
        stretch=stretch,
        calendar=calendar,
        order=order,
        least=least,
        is_active=is_active,
        official=official,
        standings=tuple(line for line in lines if not line.ranked.missing),
        provisional=tuple(line for line in lines if line.ranked.missing),
        players=len(totals),
        page=page,
        has_next=not whole and len(totals) > start + PAGE_SIZE,
    )


def calendar_of(club: Club, over: str = "") -> Calendar:
    """Read what can be chosen on a club's leaderboard, in one query.

    A session is among it if just that one is asked for.
    """
    seasons = club.seasons.order_by().values_list(
        Value("season"), "pk", "public_id", "name", "starts_on", "ends_on"
    )
    played = (
        EveningTally.objects.filter(club=club, games__gt=0)
        .order_by()
        .values("club")
        .annotate(first=Min("played_on"), last=Max("played_on"))
        .values_list(Value("played"), Value(0), Value(""), Value(""), "first", "last")
    )
    found: dict[str, list[Any]] = defaultdict(list)
    others = [played, officials_of(club.pk)]
    event = over.removeprefix(EVENT)
    if over.startswith(EVENT) and is_public_id(event):
        sessions = club.sessions.filter(public_id=event).order_by()
        columns = ("pk", "public_id", "title", "played_on", F("played_on"))
        others.append(sessions.values_list(Value("event"), *columns))
    rows: Any = seasons.union(*others, all=True)
    for kind, *rest in rows:
        found[kind].append(rest)
    first, last = found["played"][0][3:] if found["played"] else (None, None)
    listed = [
        Season(pk=pk, club=club, public_id=public_id, name=name, starts_on=starts, ends_on=ends)
        for pk, public_id, name, starts, ends in found["season"]
    ]
    return Calendar(
        seasons=tuple(sorted(listed, key=lambda each: (-each.starts_on.toordinal(), each.pk))),
        first=first,
        last=last,
        event=_event(club, found["event"]),
        officials=tuple(
            sorted(
                (Official(pk, day, season) for pk, season, _name, day, _day in found["official"]),
                key=lambda each: (each.day, each.pk),
                reverse=True,
            )
        ),
    )


def _stretch(calendar: Calendar, over: str | None) -> Stretch:
    """Return what is asked for; unknown means the running season, else the latest, else all."""
    if over == ALL:
        return Stretch(name=_("All time"))
    if over and over.startswith(EVENT):
        session = calendar.event
        return (
            Stretch(over, str(session), session=session) if session else Stretch(name=_("All time"))
        )
    if over and (match := _PERIOD.fullmatch(over)) and (period := _period(match, over)):
        return period
    by_id = {season.public_id: season for season in calendar.seasons}
    season = by_id.get((over or "").removeprefix("season:")) or _running(calendar.seasons)
    if season is None:
        return Stretch(name=_("All time"))
    return Stretch(season.public_id, season.name, season=season)


def _period(match: re.Match[str], over: str) -> Stretch | None:
    year, month = int(match[1]), int(match[2] or 0)
    if year < 1 or month > 12 or match[2] == "00":
        return None
    first = datetime.date(year, month or 1, 1)
    following = first.replace(day=28) + datetime.timedelta(days=4)
    last = (
        following - datetime.timedelta(days=following.day) if month else datetime.date(year, 12, 31)
    )
    return Stretch(over, over, first=first, last=last)


def _event(club: Club, found: Sequence[Sequence[Any]]) -> Session | None:
    for pk, public_id, title, played_on, _day in found:
        return Session(pk=pk, public_id=public_id, club=club, title=title, played_on=played_on)
    return None


def _running(seasons: tuple[Season, ...]) -> Season | None:
    today = timezone.localdate()
    running = (each for each in seasons if each.starts_on <= today <= each.ends_on)
    return next(running, next((each for each in seasons if each.starts_on <= today), None))


def _official(calendar: Calendar, asked: str | None) -> Official | None:
    chosen = (each for each in calendar.officials if each.day.isoformat() == asked)
    return next(chosen, next(iter(calendar.officials), None))


def _compared(order: Order, stretch: Stretch, official: Official | None) -> str:
    """Return by which place of the official list movement is told; blank where by none.

    A list that closed a month has the points of all time, one of a season those of the season.
    """
    if official is None:
        return ""
    if order is Order.SKILL:
        return "official"
    same = stretch.key == (official.season or ALL)
    return "official_by_points" if order is Order.POINTS and same else ""


def _shares(club: Club, stretch: Stretch, is_active: bool) -> QuerySet[EveningShare]:
    shares = EveningShare.objects.filter(stretch.shares, club=club)
    if is_active:
        since = timezone.localdate() - datetime.timedelta(days=ACTIVE_DAYS)
        lately = EveningShare.objects.filter(club=club, played_on__gte=since)
        shares = shares.filter(player__in=lately.values("player"), player__is_active=True)
    return shares


def _totals(shares: QuerySet[EveningShare], least: int) -> list[Total]:
    columns = ("points", "games", "bets", "box_games", "partner_games", "captain_games")
    summed = shares.order_by().values("player_id")
    found = summed.annotate(
        **{f"sum_{name}": Sum(name) for name in (*columns, "crew_games")}, latest=Max("played_on")
    ).values_list("player_id", *(f"sum_{name}" for name in (*columns, "crew_games")), "latest")
    return [total for row in found if (total := Total(*row)).games >= least]


def _people(
    club: Club, stretch: Stretch, shown: Sequence[Ranked]
) -> tuple[dict[int, Player], dict[int, list[int]]]:
    """Read the players of a page, and the points of each in each evening, in one query."""
    points: dict[int, list[int]] = defaultdict(list)
    people: dict[int, Player] = {}
    shares = EveningShare.objects.filter(
        stretch.shares, club=club, player__in=[one.total.player for one in shown]
    ).order_by("played_on", "session_id")
    for pk, made, *person in shares.values_list(
        "player_id", "points", "player__public_id", "player__name", "player__shown"
    ):
        points[pk].append(made)
        if pk not in people:
            public_id, name, seen = person
            people[pk] = Player(pk=pk, public_id=public_id, club=club, name=name, shown=seen)
    veil(people.values(), club.veiled)
    trends = {
        one.total.player: running_totals(points[one.total.player], one.total.points)
        for one in shown
    }
    return people, trends


def _standing(
    one: Ranked,
    player: Player,
    trend: Sequence[int],
    skills: Mapping[int, Known],
    compared: str,
) -> Standing:
    known = skills.get(one.total.player)
    if known is None:
        return Standing(one, player, trend, None, None)
    before = getattr(known, compared) if compared else None
    movement = before - one.place if before is not None and one.place is not None else None
    return Standing(replace(one, skill=known.skill), player, trend, known.official, movement)
