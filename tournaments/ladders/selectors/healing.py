"""Reads how stale figures are: for who watches over an installation, and for readers of boards."""

import datetime
from dataclasses import dataclass

from django.db.models import Min
from django.utils import timezone

from games.models import Club
from tournaments.models import Difference, Sweep

SWEPT_WITHIN = datetime.timedelta(minutes=5)
"""So often a sweep ends where a worker and its clock run; a longer one says how far it is."""


@dataclass(frozen=True, slots=True)
class Staleness:
    """Since when the oldest difference is not mended, and when all were last compared."""

    stale_since: datetime.datetime | None
    swept_at: datetime.datetime | None

    def age(self, now: datetime.datetime) -> datetime.timedelta | None:
        """Return how old the oldest difference may be; None where nobody has ever compared.

        While nobody compares nobody knows: then it may be as old as the last comparison.
        """
        since = [one for one in (self.stale_since,) if one is not None]
        if self.swept_at is not None and now - self.swept_at > SWEPT_WITHIN:
            since.append(self.swept_at)
        if not since and self.swept_at is None:
            return None
        return now - min(since, default=now)


def seconds_stale() -> float | None:
    """Return the same as an age in seconds, for `/readyz`; None where nobody has ever compared."""
    age = staleness().age(timezone.now())
    return None if age is None else age.total_seconds()


def staleness() -> Staleness:
    """Return how stale figures are in the whole installation, in two queries."""
    oldest = Difference.objects.aggregate(Min("found_at"))["found_at__min"]
    return Staleness(oldest, Sweep.objects.values_list("finished_at", flat=True).first())


def healing_of(club: Club) -> list[Difference]:
    """Return what is being worked out anew of a club, in one query."""
    return list(Difference.objects.filter(club=club).order_by("found_at", "pk"))
