"""Reads the periods a leaderboard can cover: seasons, years, months, evenings, events, all time."""

import datetime
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet, Value
from django.utils.translation import gettext as _

from games.models import Club, Season, Session
from games.models.ids import is_public_id
from tournaments.ladders.selectors.skills import Official, officials_of
from tournaments.models import EveningTally, Event, EventTable, MatchRatingPoint

ALL: Final = "all"
EVENT: Final = "session:"
TOURNAMENT: Final = "event:"
EVENTS_OFFERED: Final = 12
"""Earlier events are reached by their address."""
_PERIOD: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The period of a leaderboard: `key` is its URL parameter, `name` its title.

    A season, a year or a month, one session, the chouettes and matches of an event, or all time if
    nothing is set.
    """

    key: str = ALL
    name: str = ""
    season: Season | None = None
    first: datetime.date | None = None
    last: datetime.date | None = None
    session: Session | None = None
    event: Event | None = None

    @property
    def shares(self) -> Q:
        """The condition on the shares of evenings that count."""
        if self.session is not None:
            return Q(session=self.session)
        if self.event is not None:
            return Q(session__event_table__round__division__event=self.event)
        if self.season is not None:
            return Q(season=self.season)
        if self.first is not None:
            return Q(played_on__range=(self.first, self.last))
        return Q()

    @property
    def matches(self) -> Q | None:
        """The condition on rated matches for a player to be listed; None if there is none."""
        if self.event is not None:
            return Q(match__round__division__event=self.event)
        if self.season is not None:
            return Q(played_on__range=(self.season.starts_on, self.season.ends_on))
        if self.first is not None:
            return Q(played_on__range=(self.first, self.last))
        return None


@dataclass(frozen=True, slots=True)
class Calendar:
    """The choices: seasons, years and months with games, official lists.

    `tournaments` are the latest events with chouettes or matches.
    """

    seasons: tuple[Season, ...]
    first: datetime.date | None
    last: datetime.date | None
    event: Session | None
    officials: tuple[Official, ...]
    tournaments: tuple[Event, ...] = ()

    @property
    def months(self) -> list[datetime.date]:
        """The first days of all months from the first to the last with games, latest first."""
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
        """The years with games, from the latest to the first."""
        if self.first is None or self.last is None:
            return []
        return list(range(self.last.year, self.first.year - 1, -1))


def calendar_of(club: Club, over: str = "") -> Calendar:
    """Read the choices for a club's leaderboard, in one query.

    A session is included only if it is requested, and so is an older event.
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
    by_kind: dict[str, list[Any]] = defaultdict(list)
    others = [played, officials_of(club.pk), _events(club, over)]
    event = over.removeprefix(EVENT)
    if over.startswith(EVENT) and is_public_id(event):
        sessions = club.sessions.filter(public_id=event).order_by()
        columns = ("pk", "public_id", "title", "played_on", F("played_on"))
        others.append(sessions.values_list(Value("event"), *columns))
    rows: Any = seasons.union(*others, all=True)
    for kind, *rest in rows:
        by_kind[kind].append(rest)
    first, last = by_kind["played"][0][3:] if by_kind["played"] else (None, None)
    listed = [
        Season(pk=pk, club=club, public_id=public_id, name=name, starts_on=starts, ends_on=ends)
        for pk, public_id, name, starts, ends in by_kind["season"]
    ]
    return Calendar(
        seasons=tuple(sorted(listed, key=lambda each: (-each.starts_on.toordinal(), each.pk))),
        first=first,
        last=last,
        event=_event(club, by_kind["event"]),
        officials=tuple(
            sorted(
                (Official(pk, day, season) for pk, season, _name, day, _day in by_kind["official"]),
                key=lambda each: (each.day, each.pk),
                reverse=True,
            )
        ),
        tournaments=tuple(
            Event(pk=pk, club=club, public_id=public_id, title=title, starts_on=day)
            for pk, public_id, title, day, _day in sorted(
                by_kind["tournament"], key=lambda each: (each[3], each[0]), reverse=True
            )
        ),
    )


def _events(club: Club, over: str) -> QuerySet[Any, Any]:
    """Return the query for the latest events with games, and for the requested one."""
    sat = EventTable.objects.filter(session__isnull=False, round__division__event=OuterRef("pk"))
    # A settled match counts like a session: the event has been played.
    fought = MatchRatingPoint.objects.filter(match__round__division__event=OuterRef("pk"))
    events = Event.objects.filter(club=club).exclude(status=Event.Status.TEMPLATE)
    with_play = events.filter(Exists(sat) | Exists(fought))
    latest = with_play.order_by("-starts_on", "-pk").values("pk")[:EVENTS_OFFERED]
    wanted = Q(pk__in=latest)
    asked = over.removeprefix(TOURNAMENT)
    if over.startswith(TOURNAMENT) and is_public_id(asked):
        wanted |= Q(public_id=asked)
    columns = ("pk", "public_id", "title", "starts_on", F("starts_on"))
    return events.filter(wanted).order_by().values_list(Value("tournament"), *columns)


def stretch_asked(calendar: Calendar, over: str | None) -> Stretch:
    """Return the requested period; unknown means the running season, else the latest, else all."""
    if over == ALL:
        return Stretch(name=_("All time"))
    if over and over.startswith(TOURNAMENT):
        by_key = {f"{TOURNAMENT}{one.public_id}": one for one in calendar.tournaments}
        event = by_key.get(over)
        return Stretch(over, event.title, event=event) if event else Stretch(name=_("All time"))
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
    if not seasons:
        return None
    # The club's date: in Auckland a season begins half a day before it does in Greenwich.
    today = seasons[0].club.today
    running = (each for each in seasons if each.starts_on <= today <= each.ends_on)
    return next(running, next((each for each in seasons if each.starts_on <= today), None))


def official_asked(calendar: Calendar, asked: str | None) -> Official | None:
    """Return the official list of the requested day, else the latest."""
    chosen = (each for each in calendar.officials if each.day.isoformat() == asked)
    return next(chosen, next(iter(calendar.officials), None))
