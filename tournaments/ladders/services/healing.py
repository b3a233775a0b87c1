"""Compares all figures that follow from games with the games, and mends what differs.

Whoever changes a result queues a task, and boards are fresh within seconds. But a broker may be
down, a worker may be killed, and a new program may reckon otherwise than the old one: so every few
minutes, and whenever a worker starts, a sweep compares fingerprints, some queries for as many
clubs as there are, and works out anew what is not as it should be. A task that is lost costs
minutes, never truth.
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
"""Seconds after which it lets other tasks have their turn, and is queued again."""
CLAIM: Final = datetime.timedelta(seconds=90)
"""How long a sweep that shows no sign of life keeps others away: it was killed."""
THE_ROW: Final = 1
LONGEST_ERROR: Final = 500


@dataclass(frozen=True, slots=True)
class Healer:
    """How one figure is compared and mended.

    `differences` returns for clubs, at a time, how much is to be worked out anew; clubs in which
    nothing is are left out. `repair` does it piece by piece, and yields how much is left.
    """

    figure: Difference.Figure
    differences: Callable[[Collection[int], datetime.datetime], Mapping[int, int]]
    repair: Callable[[int, datetime.datetime], Iterator[int]]


def figures_heal(*, healers: Sequence[Healer], seconds: float = BUDGET) -> bool:
    """Compare all clubs and mend what differs; tell whether nothing is left to be done just now.

    Only one sweep works at a time. What fails is kept with its error, keeps nothing else waiting,
    and is tried again by the next sweep.
    """
    claim = secrets.token_hex(16)
    Sweep.objects.get_or_create(pk=THE_ROW)
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=timezone.now())
    if not Sweep.objects.filter(free, pk=THE_ROW).update(claim=claim, claimed_until=_later()):
        return True  # somebody is at it
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
    """Write down what differs now, and forget what no longer does."""
    clubs = list(Club.objects.order_by("pk").values_list("pk", flat=True))
    now = timezone.now()
    for start in range(0, len(clubs), CLUBS_AT_ONCE):
        batch = clubs[start : start + CLUBS_AT_ONCE]
        for healer in healers:
            found = healer.differences(batch, now)
            _note(healer.figure, batch, found, now)
        _prolong(claim)


def _note(
    figure: str, clubs: Collection[int], found: Mapping[int, int], now: datetime.datetime
) -> None:
    known = Difference.objects.filter(club__in=clubs, figure=figure)
    known.exclude(club__in=found).delete()
    if not found:
        return
    kept = {row.club_id: row for row in known}
    for club, row in kept.items():
        # What has been done of it already counts as progress.
        row.left, row.total = found[club], max(row.total, found[club])
    Difference.objects.bulk_update(kept.values(), ["left", "total"])
    Difference.objects.bulk_create(
        (
            Difference(club_id=club, figure=figure, found_at=now, total=count, left=count)
            for club, count in found.items()
            if club not in kept
        ),
        ignore_conflicts=True,
    )


def _waiting(
    healers: Sequence[Healer], began: datetime.datetime
) -> Iterator[tuple[Healer, Difference]]:
    """Yield what is to be mended: small clubs need not wait for large ones, nor for what fails."""
    rows = Difference.objects.order_by("tries", "total", "pk")
    for healer in healers:
        for row in rows.filter(figure=healer.figure, found_at__lte=timezone.now()):
            yield healer, row


def _mend(healer: Healer, difference: Difference, claim: str, until: float) -> bool:
    """Mend a club's figure; tell whether it was done before the time was over."""
    row = Difference.objects.filter(pk=difference.pk)
    club, now = difference.club_id, timezone.now()
    try:
        for left in healer.repair(club, now):
            row.update(left=left)
            _prolong(claim)
            if left and time.monotonic() >= until:
                return False
        still = healer.differences([club], now).get(club, 0)
    except Exception as error:  # one club must not keep the others waiting
        logger.exception("healing_failed", club=club, figure=healer.figure)
        text = f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
        row.update(tries=F("tries") + 1, error=text)
        return True
    if still:
        # Somebody plays on, or it cannot be mended: since when it differs tells which.
        row.update(left=still, error="")
    else:
        row.delete()
    return True
