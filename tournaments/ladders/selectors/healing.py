"""Reads how stale figures are: for operators, and for readers of leaderboards."""

import datetime
from dataclasses import dataclass

from django.db.models import Min
from django.utils import timezone

from games.models import Club
from tournaments.models import Difference, Sweep

SWEPT_WITHIN = datetime.timedelta(minutes=5)
"""With a running worker and scheduler a sweep ends within this time; a longer one shows its
progress.
"""


@dataclass(frozen=True, slots=True)
class Staleness:
    """When the oldest unrepaired difference was found, and when all figures were last compared."""

    stale_since: datetime.datetime | None
    swept_at: datetime.datetime | None

    def age(self, now: datetime.datetime) -> datetime.timedelta | None:
        """Return the greatest possible age of a difference; None if there was no comparison yet.

        Without comparisons a difference may be as old as the last one.
        """
        since = [one for one in (self.stale_since,) if one is not None]
        if self.swept_at is not None and now - self.swept_at > SWEPT_WITHIN:
            since.append(self.swept_at)
        if not since and self.swept_at is None:
            return None
        return now - min(since, default=now)


def seconds_stale() -> float | None:
    """Return the same in seconds, for `/readyz`; None if there was no comparison yet."""
    age = staleness().age(timezone.now())
    return None if age is None else age.total_seconds()


def staleness() -> Staleness:
    """Return how stale the figures of the whole installation are, in two queries."""
    oldest = Difference.objects.aggregate(Min("found_at"))["found_at__min"]
    return Staleness(oldest, Sweep.objects.values_list("finished_at", flat=True).first())


def healing_of(club: Club) -> list[Difference]:
    """Return what is being recalculated for a club, in one query."""
    return list(Difference.objects.filter(club=club).order_by("found_at", "pk"))
