"""Finds clubs whose figures differ from their games: a few queries for all clubs."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from games.models import Seat, Session
from tournaments.ladders.services.evenings import evenings_rewrite
from tournaments.ladders.services.healing import Healer
from tournaments.ladders.services.marks import (
    RATED_AS,
    READ_AS,
    RECKONED_AS,
    SITS,
    evenings_stale,
)
from tournaments.ladders.services.match_ratings import (
    MATCH,
    POINT_OF_MATCH,
    matches_written,
    rated_matches,
)
from tournaments.ladders.services.official import lists_due, lists_freeze
from tournaments.ladders.services.runs import matches_follow, ratings_follow
from tournaments.models import Difference, MatchRatingPoint, RatingState, SessionEvidence

Figure = Difference.Figure
Clubs = Collection[int]


def _evenings(clubs: Clubs, now: datetime.datetime) -> Mapping[int, int]:
    return Counter(evenings_stale(clubs).values_list("club_id", flat=True))


def _skill(clubs: Clubs, now: datetime.datetime) -> Mapping[int, int]:
    """Count sessions that were not read, or differ now, or no longer count."""
    ended = Session.objects.filter(club__in=clubs, status=Session.Status.ENDED).order_by()
    seats = Seat.objects.filter(session=OuterRef("pk")).order_by().values("session")
    sums = seats.annotate(mark=Sum(SITS)).values("mark")
    read = SessionEvidence.objects.filter(
        pk=OuterRef("pk"),
        formula=READ_AS,
        club=OuterRef("club"),
        played_on=OuterRef("played_on"),
        version=OuterRef("version"),
        seats=OuterRef("sitting"),
    )
    unread = ended.annotate(sitting=Subquery(sums)).filter(~Exists(read), sitting__isnull=False)
    found = Counter(unread.values_list("club_id", flat=True))
    kept = SessionEvidence.objects.filter(club__in=clubs).order_by()
    gone = kept.filter(~Q(session__status=Session.Status.ENDED) | ~Q(session__club=F("club")))
    found.update(gone.values_list("club_id", flat=True))
    of_club = kept.filter(club=OuterRef("club"))
    for club, sessions in _otherwise(
        clubs, formula=RECKONED_AS, counted=of_club, column="sessions"
    ):
        found[club] = max(found[club], sessions, 1)
    return found


def _matches(clubs: Clubs, now: datetime.datetime) -> Mapping[int, int]:
    """Count matches that were rated with other data than now, or not at all."""
    current = rated_matches(clubs).values_list("club_id", *MATCH)
    written = matches_written(clubs).values_list("club_id", *POINT_OF_MATCH)
    found = Counter(row[0] for row in current.difference(written))
    found.update(row[0] for row in written.difference(current))
    of_club = MatchRatingPoint.objects.filter(club=OuterRef("club"), won=True)
    for club, matches in _otherwise(
        clubs, match_formula=RATED_AS, counted=of_club, column="matches"
    ):
        found[club] = max(found[club], matches, 1)
    return found


def _otherwise(
    clubs: Clubs, *, counted: QuerySet[Any, Any], column: str, **formula: int
) -> Iterator[tuple[int, int]]:
    """Yield clubs whose figures come from another formula, or from deleted rows."""
    rows = counted.order_by().values("club").annotate(rows=Count("pk")).values("rows")
    states = RatingState.objects.filter(club__in=clubs).annotate(
        written=Coalesce(Subquery(rows), 0)
    )
    found = states.filter(~Q(**formula) | ~Q(**{column: F("written")}))
    yield from found.order_by().values_list("pk", column)


def _rating_repair(club_id: int, now: datetime.datetime) -> Iterator[int]:
    ratings_follow(club_id=club_id)
    yield 0


def _match_repair(club_id: int, now: datetime.datetime) -> Iterator[int]:
    matches_follow(club_id=club_id)
    yield 0


def _lists_repair(club_id: int, now: datetime.datetime) -> Iterator[int]:
    lists_freeze(club_id=club_id, now=now)
    yield 0


HEALERS = (
    Healer(Figure.EVENINGS, _evenings, lambda club, _now: evenings_rewrite(club)),
    Healer(Figure.SKILL, _skill, _rating_repair),
    Healer(Figure.MATCHES, _matches, _match_repair),
    # Last, so that repaired figures are frozen.
    Healer(Figure.LISTS, lists_due, _lists_repair),
)
