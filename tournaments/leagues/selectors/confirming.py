"""When a report that nobody answers confirms itself: after the days that its league or cup says."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.formats.situation import PLAYOFF
from tournaments.models import Event, Match, MatchStep


def confirming_in(matches: QuerySet[Match]) -> dict[int, datetime.datetime | None]:
    """Return when each reported match of running seasons and cups confirms itself, by its key;
    None: never, so that it waits for a word.
    """
    event = "round__division__event"
    steps = MatchStep.objects.filter(match=OuterRef("pk")).exclude(kind="clock")
    rows = matches.filter(
        Q(round__division__event__league_season__closed_at__isnull=True)
        | Q(round__bracket=PLAYOFF),
        state=Match.State.REPORTED,
        round__division__event__status=Event.Status.RUNNING,
        round__division__event__own_dates=True,
    ).annotate(
        said_at=Subquery(steps.order_by("-sequence").values("created_at")[:1]),
        days=Coalesce(
            F(f"{event}__league_season__league__confirm_days"), F(f"{event}__cup__confirm_days")
        ),
    )
    return {
        pk: said_at + datetime.timedelta(days=days) if days else None
        for pk, said_at, days in rows.values_list("pk", "said_at", "days")
        if said_at is not None
    }


def confirming_of(matches: Iterable[Match]) -> dict[int, datetime.datetime | None]:
    """Return the same of some matches; without a query where none of them is reported."""
    keys = [one.pk for one in matches if one.state == Match.State.REPORTED]
    return confirming_in(Match.objects.filter(pk__in=keys)) if keys else {}
