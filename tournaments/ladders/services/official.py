"""Freezes official lists: of every month that is over, and of every season that was closed."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Count, Sum

from games.clubs.services.seasons import season_close_over
from games.models import Club, GameScore, Season, Session
from tournaments.ladders.services.match_ratings import match_ratings_refresh
from tournaments.ladders.services.skills import ratings_refresh
from tournaments.models import OfficialList, OfficialRow, SkillRating

logger = structlog.get_logger(__name__)

CLOSES_AFTER: Final = datetime.timedelta(days=7)
"""A season is closed so long after its last day: until then sheets may still be typed in."""
BATCH: Final = 1000

Points = Mapping[int, tuple[int, int]]
"""Points in hundredths and games, by player's key."""


def official_lists_freeze(*, now: datetime.datetime) -> int:
    """Close seasons that are over and freeze what is due in all clubs; return how many lists.

    Called every day, and as often as one likes: what is frozen stays as it is. A club in which one
    thing fails is told in the log, and the others get theirs.
    """
    frozen = 0
    for club in Club.objects.order_by("pk"):
        try:
            frozen += _freeze_due(club, now.astimezone(ZoneInfo(club.time_zone)).date())
        except Exception:  # one club must not keep the others waiting
            logger.exception("freezing_failed", club=club.pk)
    return frozen


def _freeze_due(club: Club, today: datetime.date) -> int:
    ratings_refresh(club_id=club.pk)
    match_ratings_refresh(club_id=club.pk)
    frozen = 0
    frozen_seasons = OfficialList.objects.filter(club=club, season__isnull=False)
    over = club.seasons.filter(ends_on__lt=today).exclude(pk__in=frozen_seasons.values("season"))
    for season in over.order_by("ends_on", "pk"):
        if season.ends_on + CLOSES_AFTER < today:
            # Once: an organizer who opens it again has his reasons.
            season_close_over(season=season)
            season.refresh_from_db()
        if season.is_closed:
            frozen += _freeze(club, season, season.ends_on)
    last_day = today.replace(day=1) - datetime.timedelta(days=1)
    if _played_since_last(club, last_day):
        frozen += _freeze(club, None, last_day)
    return frozen


def _played_since_last(club: Club, day: datetime.date) -> bool:
    lists = OfficialList.objects.filter(club=club, season__isnull=True)
    last = lists.order_by("-day").values_list("day", flat=True).first()
    if last is not None and last >= day:
        return False
    games = GameScore.objects.filter(game__session__club=club, game__session__played_on__lte=day)
    return (games if last is None else games.filter(game__session__played_on__gt=last)).exists()


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
    return {player: (points, games) for player, points, games in rows}


def _rows(official: OfficialList, points: Points) -> Iterator[OfficialRow]:
    """Return the lines of all who have points in it, and, in a list of a month, of all rated."""
    ratings = SkillRating.objects.filter(club=official.club)
    if official.season_id is not None:
        ratings = ratings.filter(player__in=points.keys())
    best = sorted(points, key=lambda player: (-points[player][0], -points[player][1], player))
    by_points = {player: place for place, player in enumerate(best, 1)}
    place = 0
    for rating in ratings.order_by("row"):
        listed = not (rating.is_provisional or rating.is_settled)
        place += listed
        made, games = points.get(rating.player_id, (0, 0))
        yield OfficialRow(
            official=official,
            player_id=rating.player_id,
            place=place if listed else None,
            points=made,
            points_place=by_points.get(rating.player_id),
            points_games=games,
            skill=rating.skill,
            se=rating.se,
            games=rating.games,
        )
