"""Notifies viewers of event tables that their next game may be planned differently.

Changes in a table's own session notify them anyway. This is for changes outside it: clocks, levels
that begin with time, players who bought in again.
"""

from __future__ import annotations

import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.models import Session
from games.signals import table_beat
from tournaments.errors import EventRefused
from tournaments.models import EventTable, Round
from tournaments.tables.selectors import chouettes_of
from tournaments.tables.services.play import minutes_played

LOOK_BACK: Final = datetime.timedelta(minutes=1)
"""How far `levels_tell` looks back: more than the interval of its calls, so that nothing is
missed.
"""


def tables_tell(tables: QuerySet[EventTable]) -> None:
    """Notify viewers of those tables that are in play, after the commit."""
    for session in Session.objects.filter(event_table__in=tables, status=Session.Status.OPEN):
        table_beat(session)


@transaction.atomic
def levels_tell(*, now: datetime.datetime) -> list[Round]:
    """Notify the tables of rounds in which the clock has just begun a level or ended the round.

    Returns these rounds.
    """
    played = Round.objects.filter(
        state=Round.State.RELEASED,
        clock_stopped_at=None,
        tables__session__status=Session.Status.OPEN,
    )
    found = [one for one in played.select_related("division").distinct() if _has_turned(one, now)]
    tables_tell(EventTable.objects.filter(round__in=found))
    return found


def _has_turned(round: Round, now: datetime.datetime) -> bool:
    try:
        played_by, params = chouettes_of(round.division)
    except EventRefused:
        return False
    before, after = (minutes_played(round, at) for at in (now - LOOK_BACK, now))
    marks = played_by.marks(params, round.number)
    return any(before < mark <= after for mark in marks)
