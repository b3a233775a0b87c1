"""Freezes official lists: of every past month, and of every closed season."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery, Sum

from games.clubs.services.seasons import season_close_over
from games.models import Club, GameScore, Season, Seat, Session
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import EveningTally, OfficialList, OfficialRow, SkillRating

logger = structlog.get_logger(__name__)

CLOSES_AFTER: Final = datetime.timedelta(days=7)
"""Seasons are closed this long after their last day: until then sheets may still be entered."""
NIGHT: Final = datetime.timedelta(hours=4)
BATCH: Final = 1000

Points = Mapping[int, tuple[int, int]]
"""Points in hundredths and games, by player's key."""


def official_lists_freeze(*, now: datetime.datetime) -> int:
    """Close seasons that are over and freeze the lists due in all clubs; return how many lists.

    It can be called any number of times: frozen lists do not change. An error in one club is
    logged, and the others get their lists.
    """
    frozen = 0
    for club in Club.objects.order_by("pk"):
        try:
            frozen += _freeze_due(club, _last_full_day(club.time_zone, now))
        except Exception:  # one club must not block the others
            logger.exception("freezing_failed", club=club.pk)
    return frozen


def lists_freeze(*, club_id: int, now: datetime.datetime) -> int:
    """Close a club's seasons that are over and freeze the lists due; return how many lists."""
    club = Club.objects.filter(pk=club_id).first()
    return 0 if club is None else _freeze_due(club, _last_full_day(club.time_zone, now))


def lists_due(clubs: Collection[int], now: datetime.datetime) -> Mapping[int, int]:
    """Return how many lists are due per club, if any; two queries and one for each day.

    A season is due once it can be closed, a month once anybody has played since the last list.
    """
    zones = Club.objects.filter(pk__in=clubs).order_by().values_list("pk", "time_zone")
    today = {club: _last_full_day(zone, now) for club, zone in zones}
    found: dict[int, int] = defaultdict(int)
    for club, ends_on in _seasons_over(clubs, max(today.values(), default=datetime.date.min)):
        found[club] += ends_on < today[club]
    for day in set(today.values()):
        here = [club for club in today if today[club] == day]
        for club in _months_over(here, _month_before(day)):
            found[club] += 1
    return {club: count for club, count in found.items() if count}


def _seasons_over(
    clubs: Collection[int], today: datetime.date
) -> Iterator[tuple[int, datetime.date]]:
    """Yield the seasons without a list that are closed or ended before a day."""
    frozen = OfficialList.objects.filter(season=OuterRef("pk"))
    running = Session.objects.filter(season=OuterRef("pk"), status=Session.Status.OPEN)
    over = Season.objects.filter(~Exists(frozen), club__in=clubs, ends_on__lt=today)
    closed = Q(closed_at__isnull=False)
    rows = over.annotate(runs=Exists(running)).filter(closed | Q(runs=False))
    for club, ends_on, closed_at in rows.order_by().values_list("club", "ends_on", "closed_at"):
        yield club, ends_on if closed_at else ends_on + CLOSES_AFTER


def _months_over(clubs: Collection[int], day: datetime.date) -> Iterator[int]:
    last = OfficialList.objects.filter(club=OuterRef("club"), season__isnull=True)
    lists = last.order_by().values("club").annotate(last=Max("day")).values("last")
    played = EveningTally.objects.filter(club__in=clubs, games__gt=0, played_on__lte=day)
    rows = (
        played.order_by().values("club").annotate(latest=Max("played_on"), frozen=Subquery(lists))
    )
    for club, latest, frozen in rows.values_list("club", "latest", "frozen"):
        if frozen is None or frozen < latest:
            yield club


def _last_full_day(zone: str, now: datetime.datetime) -> datetime.date:
    """Return the club's date, counting the hours until four in the morning to the day before.

    Evenings end after midnight and count for the day on which they began.
    """
    return (now.astimezone(ZoneInfo(zone)) - NIGHT).date()


def _month_before(today: datetime.date) -> datetime.date:
    return today.replace(day=1) - datetime.timedelta(days=1)


def _freeze_due(club: Club, today: datetime.date) -> int:
    ratings_refresh(club_id=club.pk)
    match_ratings_refresh(club_id=club.pk)
    frozen = 0
    frozen_seasons = OfficialList.objects.filter(club=club, season__isnull=False)
    over = club.seasons.filter(ends_on__lt=today).exclude(pk__in=frozen_seasons.values("season"))
    for season in over.order_by("ends_on", "pk"):
        if season.ends_on + CLOSES_AFTER < today:
            # Only once: if an organizer reopens it, that is deliberate.
            season_close_over(season=season)
            # The service closes its own locked row.
            season.refresh_from_db()
        if season.is_closed:
            frozen += _freeze(club, season, season.ends_on)
    last_day = _month_before(today)
    if _played_since_last(club, last_day):
        frozen += _freeze(club, None, last_day)
    return frozen


def _played_since_last(club: Club, day: datetime.date) -> bool:
    lists = OfficialList.objects.filter(club=club, season__isnull=True)
    last = lists.order_by("-day").values_list("day", flat=True).first()
    if last is not None and last >= day:
        return False
    games = GameScore.objects.filter(game__session__club=club, game__session__played_on__lte=day)
    totals = Session.objects.filter(club=club, by_totals=True, played_on__lte=day)
    if last is not None:
        games = games.filter(game__session__played_on__gt=last)
        totals = totals.filter(played_on__gt=last)
    return games.exists() or totals.exists()


def _freeze(club: Club, season: Season | None, day: datetime.date) -> int:
    kind = OfficialList.Kind.MONTH if season is None else OfficialList.Kind.SEASON
    try:
        with transaction.atomic():
            official = OfficialList.objects.create(club=club, kind=kind, season=season, day=day)
            OfficialRow.objects.bulk_create(
                _rows(official, _points(club, season)), batch_size=BATCH
            )
    except IntegrityError:
        return 0  # another worker was faster
    return 1


def _points(club: Club, season: Season | None) -> Points:
    scores = GameScore.objects.filter(game__session__club=club)
    if season is not None:
        scores = scores.filter(game__session__season=season)
    counted = scores.exclude(game__session__status=Session.Status.VOID)
    rows = counted.order_by().values_list("player_id").annotate(Sum("points"), Count("pk"))
    found = {player: (points, games) for player, points, games in rows}
    seats = Seat.objects.filter(session__club=club, total__isnull=False)
    if season is not None:
        seats = seats.filter(session__season=season)
    entered = seats.exclude(session__status=Session.Status.VOID).order_by()
    for player, total in entered.values_list("player_id").annotate(Sum("total")):
        points, games = found.get(player, (0, 0))
        found[player] = points + total, games
    return found


def _rows(official: OfficialList, points: Points) -> Iterator[OfficialRow]:
    """Return lines for all players with points in it and, in a monthly list, for all rated ones."""
    ratings = SkillRating.objects.filter(club=official.club)
    if official.season_id is not None:
        ratings = ratings.filter(player__in=points.keys())
    best = sorted(points, key=lambda player: (-points[player][0], -points[player][1], player))
    by_points = {player: place for place, player in enumerate(best, 1)}
    place = 0
    for rating in ratings.order_by("row"):
        place += not rating.is_settled
        made, games = points.get(rating.player_id, (0, 0))
        yield OfficialRow(
            official=official,
            player_id=rating.player_id,
            place=None if rating.is_settled else place,
            is_wide=rating.is_wide,
            points=made,
            points_place=by_points.get(rating.player_id),
            points_games=games,
            skill=rating.skill,
            se=rating.se,
            games=rating.games,
        )
