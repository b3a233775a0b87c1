"""A rehearsal that enters results by itself, one after so many seconds; drawing is the director's.

Each result is claimed before it is entered: of two workers with the same message one enters it, and
a killed one has lost a turn, which `rehearsals_due` gives again.
"""

import datetime
from contextlib import suppress
from decimal import Decimal
from functools import partial
from random import Random
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.errors import ServiceError
from games.models import Club, Membership, User
from games.models.locks import rows_lock
from games.permissions import Capability, require
from games.record.selectors.sessions import table_of
from games.rules.chouette import ChouetteError
from tournaments.errors import EventRefused
from tournaments.events.services.rehearsing import (
    match_play,
    open_tables,
    rehearsal_create,
    rehearsal_play,
    table_play,
)
from tournaments.models import Division, Event, EventTable, Match, Round
from tournaments.record.services.writing import EventRequest, event_beat, event_write
from tournaments.signals import rehearsal_plays
from tournaments.tables.services.play import table_next

PACES: Final = (5, 30)
"""Seconds between two results."""
IDLE: Final = datetime.timedelta(hours=1)
"""So long it waits for the director to release a round."""
ALONE: Final = datetime.timedelta(days=1)
"""So long it goes on without any draw or choice of the director, whatever is still open."""


@transaction.atomic
def rehearsal_begin(
    *,
    by: User,
    format: str,
    players: int,
    rounds: int | None,
    every: int | None = None,
    second: int | None = None,
    fee: Decimal | None = None,
) -> Division:
    """Found a club for a rehearsal, and play so many rounds of its event; the rest is directed.

    Raises:
        ServiceError: see `rehearsal_create`, `rehearsal_play` and `rehearsal_pace`.
    """
    division = rehearsal_create(by=by, format=format, players=players, second=second or 0, fee=fee)
    if rounds:
        for one in division.event.divisions.select_related("event__club").order_by("position"):
            for _step in rehearsal_play(division=one, by=by, dice=_dice(), rounds=rounds):
                pass
    if every is not None:
        rehearsal_pace(event=division.event, by=by, every=every)
    return division


@transaction.atomic
def rehearsal_pace(*, event: Event, by: User, every: int | None, key: str = "") -> None:
    """Let a rehearsal enter a result every so many seconds from now on; None ends that.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is not a rehearsal, or there is no such pace.
    """
    require(by, Capability.DIRECT, event.club)
    if not event.club.is_rehearsal:
        raise EventRefused("rehearsal_only")
    if every is not None and every not in PACES:
        raise EventRefused("field_invalid", field="every", reason=every)

    def change(locked: Event) -> None:
        _pace_set(locked.pk, every)

    event_write(EventRequest(event, by, "pace", {"every": every}, key=key), change)
    if every is not None:
        said = {"sender": Event, "event_id": event.pk, "seconds": 0}
        transaction.on_commit(partial(rehearsal_plays.send_robust, **said))


def _pace_set(event_id: int, every: int | None) -> None:
    now = timezone.now()
    Event.objects.filter(pk=event_id).update(
        plays_every=every, plays_at=None if every is None else now, changed_at=now
    )
    event_beat(event_id)


def rehearsals_due(*, now: datetime.datetime) -> list[int]:
    """Return the rehearsals whose next result is due, or that wait for a round."""
    return list(_due(now).order_by("plays_at", "pk").values_list("pk", flat=True))


def _due(now: datetime.datetime) -> QuerySet[Event]:
    going = [Event.Status.PLANNED, Event.Status.RUNNING]
    return Event.objects.filter(plays_at__lte=now, club__is_rehearsal=True, status__in=going)


def rehearsal_step(*, event_id: int, now: datetime.datetime) -> int | None:
    """Enter a rehearsal's next result if it is due; return in how many seconds the next one is.

    None: nothing was due, or nothing is to be played. Then `rehearsals_due` returns it until a
    round is released, for an hour.
    """
    event = _due(now).select_related("club").filter(pk=event_id).first()
    if event is None or event.plays_at is None or event.plays_every is None:
        return None
    every, at = event.plays_every, event.plays_at
    owner = event.club.memberships.filter(role=Membership.Role.OWNER).select_related("user").first()
    dice = _dice()
    coming = _coming(event, dice)
    is_alone = now - event.changed_at > ALONE
    if coming is None or owner is None or is_alone:
        if is_alone or now - max(at, event.changed_at) > IDLE:
            _pace_set(event.pk, None)
        return None
    following = now + datetime.timedelta(seconds=every)
    is_mine = Event.objects.filter(pk=event.pk, plays_at=at).update(plays_at=following)
    if not is_mine:
        return None
    # The director may be quicker, or may have deleted the club.
    with suppress(ServiceError, ChouetteError, ObjectDoesNotExist), transaction.atomic():
        # Whoever deletes the club waits for this, and the other way round.
        rows_lock(Club.objects.filter(pk=event.club_id))
        _play(coming, owner.user, dice)
    return every


def _play(coming: Match | EventTable, by: User, dice: Random) -> None:
    if isinstance(coming, Match):
        match_play(coming, by, dice)
    else:
        table_play(coming, by, dice, table_next(coming).number - 1)


def _coming(event: Event, dice: Random) -> Match | EventTable | None:
    """Return what is entered next: any open match, or the table that has played least.

    A match on a board online and a table in the middle of a game are somebody's own.
    """
    matches = Match.objects.filter(
        round__division__event=event,
        round__state=Round.State.RELEASED,
        state=Match.State.OPEN,
        online=None,
    ).select_related("first", "second")
    found = list(matches.order_by("pk"))
    if found:
        return dice.choice(found)
    tables = [
        table
        for division in event.divisions.select_related("event__club").order_by("position")
        for table in open_tables(division)
        if table.session and table_of(table.session).game is None
    ]
    return min(tables, key=lambda table: table_next(table).number, default=None)


def _dice() -> Random:
    """Dice for invented results: nothing that matters hangs on them, so they need not be secret."""
    return Random()  # noqa: S311  # nosec B311
