"""Compares all derived figures with the games, and repairs differences.

Every change of a result queues a task, so that lists are fresh within seconds. But a broker may be
down, a worker may be killed, and a new release may have other formulas: so every few minutes, and
whenever a worker starts, a sweep compares fingerprints, with a few queries for all clubs, and
recalculates what differs. A lost task costs minutes, never correctness.
"""

import datetime
import secrets
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from django.db.models import F, Q
from django.utils import timezone

from games.models import Club
from tournaments.models import Difference, Sweep

logger = structlog.get_logger(__name__)

CLUBS_AT_ONCE: Final = 500
BUDGET: Final = 20.0
"""Seconds after which a sweep yields to other tasks and is queued again."""
CLAIM: Final = datetime.timedelta(seconds=90)
"""How long a silent sweep keeps others away; after that it counts as killed."""
THE_ROW: Final = 1
LONGEST_ERROR: Final = 500


@dataclass(frozen=True, slots=True)
class Healer:
    """How one figure is compared and repaired.

    `differences` returns, for clubs and a time, how much must be recalculated; clubs without
    differences are left out. `repair` does it piece by piece, and yields how much is left.
    """

    figure: Difference.Figure
    differences: Callable[[Collection[int], datetime.datetime], Mapping[int, int]]
    repair: Callable[[int, datetime.datetime], Iterator[int]]


def figures_heal(*, healers: Sequence[Healer], seconds: float = BUDGET) -> bool:
    """Compare all clubs and repair differences; tell whether nothing is left to do now.

    Only one sweep works at a time. A failure is stored with its error, blocks nothing else, and is
    tried again by the next sweep.
    """
    claim = secrets.token_hex(16)
    Sweep.objects.get_or_create(pk=THE_ROW)
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=timezone.now())
    if not Sweep.objects.filter(free, pk=THE_ROW).update(claim=claim, claimed_until=_later()):
        return True  # another sweep is running
    until = time.monotonic() + seconds
    began = timezone.now()
    try:
        _compare(healers, claim)
        for healer, difference in _waiting(healers, began):
            if time.monotonic() >= until or not _mend(healer, difference, claim, until):
                return False
        Sweep.objects.filter(pk=THE_ROW, claim=claim).update(finished_at=timezone.now())
    finally:
        Sweep.objects.filter(pk=THE_ROW, claim=claim).update(claim="", claimed_until=None)
    return True


def _later() -> datetime.datetime:
    return timezone.now() + CLAIM


def _prolong(claim: str) -> None:
    Sweep.objects.filter(pk=THE_ROW, claim=claim).update(claimed_until=_later())


def _compare(healers: Sequence[Healer], claim: str) -> None:
    """Store new differences, and delete those that are gone."""
    clubs = list(Club.objects.order_by("pk").values_list("pk", flat=True))
    now = timezone.now()
    for start in range(0, len(clubs), CLUBS_AT_ONCE):
        batch = clubs[start : start + CLUBS_AT_ONCE]
        for healer in healers:
            found = healer.differences(batch, now)
            _note(healer.figure, batch, found, now)
        _prolong(claim)


def _note(
    figure: str, clubs: Collection[int], differences: Mapping[int, int], now: datetime.datetime
) -> None:
    known = Difference.objects.filter(club__in=clubs, figure=figure)
    known.exclude(club__in=differences).delete()
    if not differences:
        return
    kept = {row.club_id: row for row in known}
    for club, row in kept.items():
        # Work already done counts as progress.
        row.left, row.total = differences[club], max(row.total, differences[club])
    Difference.objects.bulk_update(kept.values(), ["left", "total"])
    Difference.objects.bulk_create(
        (
            Difference(club_id=club, figure=figure, found_at=now, total=count, left=count)
            for club, count in differences.items()
            if club not in kept
        ),
        ignore_conflicts=True,
    )


def _waiting(
    healers: Sequence[Healer], began: datetime.datetime
) -> Iterator[tuple[Healer, Difference]]:
    """Yield the differences in order: small clubs do not wait for large ones, nor for failing
    ones.
    """
    rows = Difference.objects.order_by("tries", "total", "pk")
    for healer in healers:
        for row in rows.filter(figure=healer.figure, found_at__lte=timezone.now()):
            yield healer, row


def _mend(healer: Healer, difference: Difference, claim: str, until: float) -> bool:
    """Repair a club's figure; tell whether it was finished in time."""
    row = Difference.objects.filter(pk=difference.pk)
    club, now = difference.club_id, timezone.now()
    try:
        for left in healer.repair(club, now):
            row.update(left=left)
            _prolong(claim)
            if left and time.monotonic() >= until:
                return False
        still = healer.differences([club], now).get(club, 0)
    except Exception as error:  # one club must not block the others
        logger.exception("healing_failed", club=club, figure=healer.figure)
        text = f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
        row.update(tries=F("tries") + 1, error=text)
        return True
    if still:
        # Games go on, or the repair failed: `found_at` tells which.
        row.update(left=still, error="")
    else:
        row.delete()
    return True
