"""What leagues tell each account, once: claimed by a worker for some minutes, then told.

A worker that is killed between the two leaves a claim that runs out; then it is told once more, and
not a third time. So a mail may come twice after such an accident, and is not lost.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import structlog
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.urls import reverse

from games.accounts.services.push import Notice, PushLater, push_devices, push_send
from games.models import PushSubscription, User
from tournaments.leagues.selectors.fixtures import decisions
from tournaments.leagues.selectors.told import CLAIM_TRIES, told_whats
from tournaments.models import Event, LeagueTold, Match, MatchStep, Round

CLAIMED: Final = datetime.timedelta(minutes=15)
"""So long a worker has for what it has claimed."""
REPORTED: Final = datetime.timedelta(days=1)
"""So long after a report its opponent's devices are told of it, or both of a decision."""

logger = structlog.get_logger(__name__)


def claim(user: User, what: str, now: datetime.datetime) -> bool:
    """Claim one thing to tell an account; another worker may have been faster."""
    until = now + CLAIMED
    row, is_new = LeagueTold.objects.get_or_create(
        user=user, what=what, defaults={"at": now, "claimed_until": until}
    )
    return is_new or bool(_lapsed(LeagueTold.objects.filter(pk=row.pk), now))


def claim_all(user: User, whats: Sequence[str], now: datetime.datetime) -> None:
    """Claim what is told together with something that was claimed."""
    until = now + CLAIMED
    rows = [LeagueTold(user=user, what=one, at=now, claimed_until=until) for one in whats]
    _lapsed(LeagueTold.objects.filter(user=user, what__in=whats), now)
    LeagueTold.objects.bulk_create(rows, ignore_conflicts=True)


def told(user: User, whats: Iterable[str], now: datetime.datetime) -> None:
    """Write that what was claimed at this moment is told."""
    mine = LeagueTold.objects.filter(user=user, what__in=list(whats), at=now)
    mine.update(claimed_until=None)


def unclaim(user: User, whats: Iterable[str], now: datetime.datetime) -> None:
    """Give back what was claimed at this moment and could not be told: it is told later."""
    LeagueTold.objects.filter(user=user, what__in=list(whats), at=now).delete()


def devices_tell(user: User, notice: Notice) -> None:
    """Show a notice on all devices of a user.

    Raises:
        PushLater: none of them could be reached now.
    """
    late: PushLater | None = None
    reached = 0
    for device in push_devices(user.pk):
        try:
            push_send(subscription_id=device, notice=notice)
            reached += 1
        except PushLater as error:
            late = error
    if late is not None and not reached:
        raise late


def results_tell(*, now: datetime.datetime) -> int:
    """Tell the devices of who is to confirm a reported result, and of the two of a match that a
    director has decided, once for each.

    Return how many were told. A constant number of queries until somebody is to be told.
    """
    waiting: dict[User, list[tuple[str, Notice]]] = defaultdict(list)
    for decision in _decided(now):
        people = [
            player.current
            for player in (decision.match.first, decision.match.second)
            if player is not None
        ]
        path = reverse("match", args=[decision.match.public_id])
        notice = Notice("decided", path, tuple(one.name for one in people))
        for user in (one.user for one in people if one.user_id != decision.sender_id):
            if user is not None and user.is_active and not user.is_demo:
                waiting[user].append((f"device-decided-{decision.pk}", notice))
    for match, step in _reported(now):
        assert match.reported_by is not None, "a player has reported it"
        two = (match.first, match.second)
        one, other = two[match.reported_by], two[1 - match.reported_by]
        user = None if other is None else other.current.user
        if one is None or user is None or not user.is_active or user.is_demo:
            continue
        path = reverse("match", args=[match.public_id])
        notice = Notice("result", path, (one.current.name,))
        waiting[user].append((f"device-report-{step}", notice))
    known = told_whats(waiting, now)
    devices = PushSubscription.objects.filter(user__in=waiting)
    reached = set(devices.values_list("user", flat=True))
    count = 0
    for user, notices in waiting.items():
        for what, notice in notices:
            if user.pk in reached and what not in known[user.pk]:
                count += _report_told(user, what, notice, now)
    return count


def _report_told(user: User, what: str, notice: Notice, now: datetime.datetime) -> bool:
    if not claim(user, what, now):
        return False
    try:
        devices_tell(user, notice)
    except PushLater as error:
        logger.warning("league_push_late", error=str(error))
        unclaim(user, [what], now)
        return False
    told(user, [what], now)
    return True


def _decided(now: datetime.datetime) -> QuerySet[MatchStep]:
    """Return what directors have decided just now about matches of running seasons and cups."""
    players = ("match__first", "match__second")
    return (
        decisions()
        .filter(
            created_at__gt=now - REPORTED,
            match__round__division__event__own_dates=True,
            match__round__division__event__status=Event.Status.RUNNING,
        )
        .select_related(
            *(f"{one}__user" for one in players), *(f"{one}__merged_into__user" for one in players)
        )
        .order_by("pk")
    )


def _reported(now: datetime.datetime) -> Iterator[tuple[Match, int]]:
    """Yield the matches of running seasons of which one has reported a result just now, each with
    the step that did so.
    """
    steps = MatchStep.objects.filter(match=OuterRef("pk"), kind__in=["report", "play"])
    last = steps.order_by("-sequence")
    players = ("first", "second")
    matches = (
        Match.objects.filter(
            state=Match.State.REPORTED,
            reported_by__isnull=False,
            round__state=Round.State.RELEASED,
            round__division__event__status=Event.Status.RUNNING,
            round__division__event__league_season__isnull=False,
        )
        .annotate(
            step=Subquery(last.values("pk")[:1]), said_at=Subquery(last.values("created_at")[:1])
        )
        .filter(said_at__gt=now - REPORTED)
        .select_related(
            *(f"{one}__user" for one in players), *(f"{one}__merged_into__user" for one in players)
        )
        .order_by("pk")
    )
    for match in matches:
        yield match, match.step


def _lapsed(rows: QuerySet[LeagueTold], now: datetime.datetime) -> int:
    """Claim what another worker has claimed and not told in time; return how many that were."""
    left = rows.filter(claimed_until__lte=now, tries__lt=CLAIM_TRIES)
    return left.update(claimed_until=now + CLAIMED, tries=F("tries") + 1, at=now)
