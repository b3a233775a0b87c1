"""A director's tap: the form that was sent, and what of the event it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from games.errors import NotFound
from games.models import User
from games.web.input import Input
from tournaments.models import Division, Entry, Event, EventTable, Match, Round
from tournaments.pages.forms import version_of
from tournaments.pages.selectors.matches import match_of_event
from tournaments.pages.verb_forms import verb_do
from tournaments.record.verbs import Verb

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class DeskTap:
    """A director's tap: on the desk of a division, with a form."""

    event: Event
    division: Division
    by: User
    ask: Input

    @property
    def key(self) -> str:
        """The key of the form; a new one for each tap."""
        return self.ask.one("key")

    @property
    def version(self) -> int | None:
        """The event's version that the page showed, if the form has it."""
        return version_of(self.ask) if self.ask.has("version") else None

    def round(self) -> Round:
        """Return the round of the form."""
        found = Round.objects.select_related("division__event__club").filter(
            division__event=self.event, public_id=self.ask.one("value") or self.ask.one("round")
        )
        return _there(found.first())

    def match(self) -> Match:
        """Return the match of the form."""
        return _there(match_of_event(self.event, self.ask.one("match")))

    def entry(self, name: str = "entry") -> Entry:
        """Return the entry of the form."""
        found = Entry.objects.select_related("division__event__club", "player").filter(
            division__event=self.event, public_id=self.ask.one(name)
        )
        return _there(found.first())

    def entries(self) -> list[Entry]:
        """Return the selected entries."""
        found = self.division.entries.filter(public_id__in=self.ask.all("entry"))
        return list(found.order_by("number"))

    def table(self, name: str = "table") -> EventTable:
        """Return the table of the form."""
        found = EventTable.objects.select_related("round__division__event__club", "session").filter(
            round__division__event=self.event, public_id=self.ask.one(name)
        )
        return _there(found.first())

    def do(self, verb: Verb, about: Any = None, **given: Any) -> Any:
        """Do what the form says, to what it names or to what it is `about`."""
        found = NAMED[verb.about](self) if about is None else about
        return verb_do(verb, found, by=self.by, ask=self.ask, **given)


def _there(found: Found | None) -> Found:
    if found is None:
        raise NotFound
    return found


Do = Callable[[DeskTap], object]

NAMED: Final[Mapping[str, Callable[[DeskTap], Any]]] = {
    "event": lambda tap: tap.event,
    "division": lambda tap: tap.division,
    "round": DeskTap.round,
    "entry": DeskTap.entry,
    "match": DeskTap.match,
}
"""What a verb is about, as a tap names it."""


def doing(verb: Verb) -> Do:
    """Return the action of a verb."""
    return lambda tap: tap.do(verb)
