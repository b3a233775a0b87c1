"""Every write to an event: a row in its log, appended as `games.eventlog` does to every log.

All writers lock the event's row, those of results included.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.eventlog.appending import LogRequest, append_once, head_change
from games.eventlog.keys import require_same
from games.models import Club, User
from games.models.locks import rows_lock, rows_locked
from games.permissions import Capability, require
from games.sessions.services.sessions import seasons_locked
from games.signals import topics_changed
from tournaments.errors import EventConflict
from tournaments.models import EntryPass, Event, EventStep
from tournaments.models.steps import EventLogRow

Row = TypeVar("Row", bound=EventLogRow)

EVENT_TOPIC: Final = "event"
"""An event in the live stream: "event:5", by its primary key."""
Doer = User | EntryPass
"""Who can be the sender in an event's log."""
FOUND: Final = frozenset({"before", "drawn", "lines", "lost", "reach", "released", "undone"})
"""What the log adds to the request's content when the row is written."""


@dataclass(frozen=True, slots=True)
class EventRequest:
    """A director's request. Without a `version` it cannot conflict with other changes.

    A blank `key` means a program that never retries. Nobody (`by` is None) are those who enter by
    an event's code, whose right to it `event_written` has from its caller.
    """

    event: Event
    by: User | None
    kind: str
    payload: dict[str, Any] = field(default_factory=dict)
    version: int | None = None
    key: str = ""


def said_before(
    log: QuerySet[Any, Any], key: str, kind: str, by: Doer | None, said: Mapping[str, Any]
) -> bool:
    """Tell whether a log already has a request: by its sender, key, kind and content.

    Raises:
        KeyReused: this sender's key came before with other content.
    """
    row = keyed(log, key, by)
    if row is None:
        return False
    before, now = _content(row.payload), _content(json.loads(json.dumps(dict(said))))
    require_same((row.kind, before) == (kind, now))
    return True


def keyed(log: QuerySet[Row], key: str, by: Doer | None) -> Row | None:
    """Return the row that a sender has written with a key; `by` is None for the program itself."""
    return log.filter(key=key, **named(by)).first() if key else None


def named(by: Doer | None) -> dict[str, Any]:
    """Return the columns that name who wrote a row."""
    is_pass = isinstance(by, EntryPass)
    return {"sender": None if is_pass else by, "sent_by": by if is_pass else None}


def _content(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if name not in FOUND}


def digest_of(*said: Any) -> str:
    """Return a fingerprint of content too long for the log."""
    text = json.dumps(said, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def event_write(
    asked: EventRequest, change: Callable[[Event], None], *, is_open: bool = True
) -> Event:
    """Do one thing to an event, and log it. `change` gets the locked row.

    Sent again with the same key it does nothing. With `is_open` only a planned or running event is
    changed.

    Raises:
        NotAllowed: the user may not direct events here.
        KeyReused: see `said_before`.
        Conflict: the version is outdated, or the event is over; nothing was written.
    """
    require(asked.by or AnonymousUser(), Capability.DIRECT, asked.event.club)
    return event_written(asked, change, is_open=is_open)


def event_written(
    asked: EventRequest, change: Callable[[Event], None], *, is_open: bool = True
) -> Event:
    """Do one thing to an event as `event_write` does, for who was let in otherwise.

    Raises:
        KeyReused, Conflict: see `event_write`.
    """
    return append_once(_OfEvent(asked, change, is_open))


class _OfEvent(LogRequest[Event, Event]):
    """A request to an event's log."""

    def __init__(self, asked: EventRequest, change: Callable[[Event], None], is_open: bool) -> None:
        super().__init__(asked.key, asked.version)
        self.asked, self.change, self.is_open = asked, change, is_open

    def lock(self) -> Event:
        # A step may end tables, which changes the club's debts: the club is locked before the
        # event. It may set tables up, too, which lock the season they are played in.
        rows_lock(Club.objects.filter(pk=self.asked.event.club_id))
        seasons_locked(self.asked.event.season_id)
        return event_lock(self.asked.event.pk)

    def read(self) -> Event:
        return Event.objects.select_related("club").get(pk=self.asked.event.pk)

    def heard(self, head: Event) -> Event | None:
        asked = self.asked
        is_known = said_before(head.log.all(), asked.key, asked.kind, asked.by, asked.payload)
        return head if is_known else None

    def stale(self, head: Event) -> EventConflict:
        return EventConflict("event_stale")

    def require(self, head: Event) -> None:
        super().require(head)
        if self.is_open and not head.is_open:
            raise EventConflict("event_over")

    def write(self, head: Event) -> Event:
        asked = self.asked
        self.change(head)
        version, length = head.version + 1, head.length + 1
        EventStep.objects.create(
            event=head,
            sequence=length,
            kind=asked.kind,
            payload=asked.payload,
            key=asked.key,
            sender=asked.by,
        )
        now = timezone.now()
        head_change(head, {"version": version, "length": length, "changed_at": now})
        event_tell(head.pk)
        for row in (head, asked.event):
            row.version, row.length = version, length
        return head


def event_lock(pk: int) -> Event:
    """Lock and return an event's row with its club."""
    return rows_locked(Event.objects).select_related("club").get(pk=pk)


def event_beat(event_id: int) -> None:
    """Signal that what an event's pages show has changed."""
    Event.objects.filter(pk=event_id).update(beat=F("beat") + 1)
    event_tell(event_id)


def event_tell(event_id: int) -> None:
    """Notify the event's pages of a beat written in this transaction, after the commit."""
    topics = [f"{EVENT_TOPIC}:{event_id}"]
    transaction.on_commit(partial(topics_changed.send_robust, sender=Event, topics=topics))
