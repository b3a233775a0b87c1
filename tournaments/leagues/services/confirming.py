"""Reports that nobody has answered for some days: they confirm themselves."""

from __future__ import annotations

import datetime

import structlog
from django.db.models import QuerySet

from games.errors import ServiceError
from tournaments.leagues.selectors.confirming import confirming_in
from tournaments.models import Match
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


def reports_due(now: datetime.datetime) -> QuerySet[Match]:
    """Return the reported matches of running seasons and cups whose days are over."""
    found = confirming_in(Match.objects.all())
    due = [pk for pk, at in found.items() if at is not None and at <= now]
    return Match.objects.filter(pk__in=due).order_by("pk")
