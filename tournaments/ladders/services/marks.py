"""Fingerprints of what figures depend on, compared by the database.

A mark is a fingerprint of columns, so that one query finds the differences of any number of clubs.
Besides, each figure has a formula number: increment it when the calculation changes, and all
earlier figures become stale and are recalculated by the sweep
(`tournaments.ladders.services.healing`).
"""

import datetime
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from games.models import Seat, Session
from tournaments.models import EveningTally

WRITTEN_AS: Final = 5
"""The formula of evenings' shares. 5: boxes won and stays, takes and drops with alternatives."""
READ_AS: Final = 1
"""How games become evidence of skill. 1: automatics are taken out of the cube."""
RECKONED_AS: Final = 5
"""How skill is estimated from the evidence of a club. 5: told once no game can turn it over."""
RATED_AS: Final = 1
"""How matches are rated."""
SITS: Final = F("player_id") * F("position")
"""Summed over a session's seats, it changes when players change seats."""


class Mark(NamedTuple):
    """What the shares of a session depend on. Every announced change increments its beat."""

    beat: int
    status: str
    season: int
    played_on: datetime.date
    seats: int


def evening_marks(sessions: QuerySet[Session, Any]) -> dict[int, Mark]:
    """Return the marks of sessions, in one query."""
    columns = ("pk", "beat", "status", "of_season", "played_on", "sitting")
    rows = _with_marks(sessions).order_by().values_list(*columns)
    return {pk: Mark(*rest) for pk, *rest in rows}


def evenings_stale(clubs: Collection[int]) -> QuerySet[Session, Any]:
    """Return the query for sessions whose shares are missing or outdated."""
    written = EveningTally.objects.filter(
        pk=OuterRef("pk"),
        formula=WRITTEN_AS,
        club=OuterRef("club"),
        beat=OuterRef("beat"),
        status=OuterRef("status"),
        season=OuterRef("of_season"),
        played_on=OuterRef("played_on"),
        seats=OuterRef("sitting"),
    )
    return _with_marks(Session.objects.filter(club__in=clubs)).filter(~Exists(written)).order_by()


def _with_marks(sessions: QuerySet[Session, Any]) -> QuerySet[Session, Any]:
    if "sitting" in sessions.query.annotations:
        return sessions
    seats = Seat.objects.filter(session=OuterRef("pk")).order_by().values("session")
    # Who sits where, and for what stake: a merge may change a seat's player.
    sums = seats.annotate(mark=Sum(F("player_id") * (F("position") * 7919 + F("stake") * 31)))
    return sessions.annotate(
        of_season=Coalesce("season_id", Value(0)),
        sitting=Coalesce(Subquery(sums.values("mark")), Value(0)),
    )
