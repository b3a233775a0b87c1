"""A club's events in a list: running, coming, past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Club
from games.permissions import NOBODY, Capability, Reader
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class ListPage:
    """The page; directors get links to the desk, others to the event's page."""

    club: Club
    running: tuple[Event, ...]
    planned: tuple[Event, ...]
    past: tuple[Event, ...]
    templates: tuple[Event, ...]
    may_direct: bool

    @property
    def is_empty(self) -> bool:
        return not (self.running or self.planned or self.past or self.templates)


def list_page(club: Club, events: Sequence[Event], reader: Reader = NOBODY) -> ListPage:
    """Sort a club's events for a reader; the next one comes first."""
    may = reader.may(Capability.DIRECT)

    def of(*states: str) -> tuple[Event, ...]:
        return tuple(one for one in events if one.status in states)

    return ListPage(
        club=club,
        running=of(Event.Status.RUNNING),
        planned=tuple(reversed(of(Event.Status.PLANNED))),
        past=of(Event.Status.FINISHED, Event.Status.CANCELLED),
        templates=of(Event.Status.TEMPLATE) if may else (),
        may_direct=may,
    )
