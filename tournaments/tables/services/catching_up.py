"""Counts tables whose changes were missed, or that were counted by another formula."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import Session
from tournaments.ladders.services.healing import Healer
from tournaments.models import Difference, EventTable
from tournaments.tables.selectors import COUNTED_AS
from tournaments.tables.services.counting import table_count


def tables_stale(clubs: Collection[int]) -> QuerySet[EventTable, Any]:
    """Return the query for tables whose counts are outdated.

    At a table in play every tap changes the session, and changes of results are counted at once:
    there only the formula is compared.
    """
    other = ~Q(counted_version=F("session__version")) & ~Q(session__status=Session.Status.OPEN)
    return EventTable.objects.filter(
        other | ~Q(formula=COUNTED_AS), session__isnull=False, session__club__in=clubs
    ).order_by("pk")


def _differences(clubs: Collection[int], now: datetime.datetime) -> Mapping[int, int]:
    return Counter(tables_stale(clubs).order_by().values_list("session__club_id", flat=True))


def _repair(club_id: int, now: datetime.datetime) -> Iterator[int]:
    sessions = list(tables_stale([club_id]).values_list("session_id", flat=True))
    for number, session in enumerate(sessions, 1):
        table_count(session)
        yield len(sessions) - number


HEALER = Healer(Difference.Figure.TABLES, _differences, _repair)
