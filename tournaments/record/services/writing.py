"""Every write to an event: one transaction, by version, once for each key, with a row in its log.

The event's row is what writers wait for, results included. On SQLite the transaction itself makes
them wait. Neither is relied upon: the row is changed only where it still has the version and the
length that were read, and the log's unique constraints hold besides.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

from games.models import User
from games.permissions import Capability, require
from games.record.log.turns import one_at_a_time
from games.record.log.writing import require_key
from tournaments.errors import Conflict
from tournaments.models import EntryPass, Event, EventStep

Doer = User | EntryPass
"""Who can be named in the log of an event."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a director asks for. Without a `version` it contradicts nothing that others do.

    A blank `key` is that of a program which never sends twice.
    """

    event: Event
    by: User
    kind: str
    payload: dict[str, Any] = field(default_factory=dict)
    version: int | None = None
    key: str = ""


def event_write(asked: Asked, change: Callable[[Event], None], *, is_open: bool = True) -> Event:
    """Do one thing to an event, and write down that it was done. `change` gets the locked row.

    Sent again with the same key it does nothing. With `is_open` only a planned or running event is
    changed.

    Raises:
        NotAllowed: he may not direct here.
        Conflict: the version has gone on, or the event is over; nothing was written.
    """
    require(asked.by, Capability.DIRECT, asked.event.club)
    if asked.key:
        require_key(asked.key)
    try:
        with one_at_a_time():
            return _write(asked, change, is_open)
    except IntegrityError:
        if asked.key and asked.event.log.filter(key=asked.key).exists():
            return Event.objects.select_related("club").get(pk=asked.event.pk)
        raise


def _write(asked: Asked, change: Callable[[Event], None], is_open: bool) -> Event:
    event = event_lock(asked.event.pk)
    if asked.key and event.log.filter(key=asked.key).exists():
        return event
    if asked.version is not None and asked.version != event.version:
        raise Conflict("event_stale")
    if is_open and not event.is_open:
        raise Conflict("event_over")
    seen = {"version": event.version, "length": event.length}
    change(event)
    event.version, event.length = seen["version"] + 1, seen["length"] + 1
    EventStep.objects.create(
        event=event,
        sequence=event.length,
        kind=asked.kind,
        payload=asked.payload,
        key=asked.key,
        sender=asked.by,
    )
    written = Event.objects.filter(pk=event.pk, **seen).update(
        version=event.version,
        length=event.length,
        beat=F("beat") + 1,
        changed_at=timezone.now(),
    )
    if not written:
        raise IntegrityError("the event's row has changed since it was read")
    asked.event.version, asked.event.length = event.version, event.length
    return event


def event_lock(pk: int) -> Event:
    """Return an event's row with its club; other writers of it wait."""
    return Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=pk)


def event_beat(event_id: int) -> None:
    """Say that what an event's pages show has changed."""
    Event.objects.filter(pk=event_id).update(beat=F("beat") + 1)
