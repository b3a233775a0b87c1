"""Every write to an event: one transaction, by version, once for each key, with a row in its log.

The event's row is what writers wait for, results included. On SQLite the transaction itself makes
them wait. Neither is relied upon: the row is changed only where it still has the version and the
length that were read, and the log's unique constraints hold besides.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import F, QuerySet
from django.utils import timezone

from games.errors import KeyReused
from games.models import Club, User
from games.models.locks import rows_lock, rows_locked
from games.permissions import Capability, require
from games.record.log.turns import one_at_a_time
from games.record.log.writing import require_key
from tournaments.errors import Conflict
from tournaments.models import EntryPass, Event, EventStep

Doer = User | EntryPass
"""Who can be named in the log of an event."""
FOUND: Final = frozenset({"before", "lines", "undone"})
"""What the log adds to what was said: it is found out when the row is written."""


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


def said_before(
    log: QuerySet[Any, Any], key: str, kind: str, by: Doer, said: Mapping[str, Any]
) -> bool:
    """Tell whether a log has a request already: by its key, its kind, its sender, its content.

    Raises:
        KeyReused: the key came before with something else, or from somebody else.
    """
    row = log.filter(key=key).first() if key else None
    if row is None:
        return False
    sender = row.sent_by_id if isinstance(by, EntryPass) else row.sender_id
    before, now = _content(row.payload), _content(json.loads(json.dumps(dict(said))))
    if (row.kind, sender, before) != (kind, by.pk, now):
        raise KeyReused
    return True


def _content(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if name not in FOUND}


def digest_of(*said: Any) -> str:
    """Return a fingerprint of content that is too long for the log."""
    text = json.dumps(said, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def event_write(asked: Asked, change: Callable[[Event], None], *, is_open: bool = True) -> Event:
    """Do one thing to an event, and write down that it was done. `change` gets the locked row.

    Sent again with the same key it does nothing. With `is_open` only a planned or running event is
    changed.

    Raises:
        NotAllowed: he may not direct here.
        KeyReused: see `said_before`.
        Conflict: the version has gone on, or the event is over; nothing was written.
    """
    require(asked.by, Capability.DIRECT, asked.event.club)
    if asked.key:
        require_key(asked.key)
    try:
        with one_at_a_time():
            return _write(asked, change, is_open)
    except IntegrityError:
        if _said_before(asked, asked.event):
            return Event.objects.select_related("club").get(pk=asked.event.pk)
        raise


def _write(asked: Asked, change: Callable[[Event], None], is_open: bool) -> Event:
    # A step may end tables, and a club's debts follow them: its row comes before the event's.
    rows_lock(Club.objects.filter(pk=asked.event.club_id))
    event = event_lock(asked.event.pk)
    if _said_before(asked, event):
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


def _said_before(asked: Asked, event: Event) -> bool:
    return said_before(event.log.all(), asked.key, asked.kind, asked.by, asked.payload)


def event_lock(pk: int) -> Event:
    """Return an event's row with its club; other writers of it wait."""
    return rows_locked(Event.objects).select_related("club").get(pk=pk)


def event_beat(event_id: int) -> None:
    """Say that what an event's pages show has changed."""
    Event.objects.filter(pk=event_id).update(beat=F("beat") + 1)
