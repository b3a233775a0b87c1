"""Reports that nobody has answered for some days: they confirm themselves."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import structlog
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from games.errors import ServiceError
from tournaments.formats.situation import PLAYOFF
from tournaments.models import Event, Match, MatchStep
from tournaments.results.services.results import match_confirm

logger = structlog.get_logger(__name__)


def reports_confirm(*, now: datetime.datetime) -> int:
    """Confirm what was reported so many days ago as its league or cup says; return how many.

    A key for each version of the match lets two workers do it once.
    """
    done = 0
    for match in reports_due(now):
        key = f"itself-{match.public_id}-{match.version}"
        try:
            match_confirm(match=match, by=None, version=match.version, key=key)
        except ServiceError as error:
            # Somebody was faster: what they said stands.
            logger.info("report_not_confirmed", match=match.public_id, error=str(error))
        else:
            done += 1
    return done


def reports_due(now: datetime.datetime) -> Iterator[Match]:
    """Return the reported matches of running seasons and cups whose days are over."""
    steps = MatchStep.objects.filter(match=OuterRef("pk")).exclude(kind="clock")
    event = "round__division__event"
    matches = (
        Match.objects.filter(
            Q(round__division__event__league_season__closed_at__isnull=True)
            | Q(round__bracket=PLAYOFF),
            state=Match.State.REPORTED,
            round__division__event__status=Event.Status.RUNNING,
            round__division__event__own_dates=True,
        )
        .annotate(
            said_at=Subquery(steps.order_by("-sequence").values("created_at")[:1]),
            days=Coalesce(
                F(f"{event}__league_season__league__confirm_days"), F(f"{event}__cup__confirm_days")
            ),
        )
        .filter(days__gt=0)
        .order_by("pk")
    )
    for match in matches:
        if match.said_at is not None and match.said_at + datetime.timedelta(days=match.days) <= now:
            yield match
