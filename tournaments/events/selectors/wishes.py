"""Reads who wants to play in an event, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from games.accounts.services.link_tokens import token_hash
from games.errors import NotFound
from games.names.identity import identity
from tournaments.models import Division, Entry, EntryWish, Event


@dataclass(frozen=True, slots=True)
class Places:
    """A division with how many play, and how many wait for a place."""

    division: Division
    entered: int
    listed: int
    is_drawn: bool

    @property
    def is_full(self) -> bool:
        return self.division.places is not None and self.entered >= self.division.places


def event_entered_by(code: str) -> Event | None:
    """Return the event that players enter by this code."""
    found = Event.objects.select_related("club").filter(entry_code=code) if code else None
    return None if found is None else found.first()


def event_entered_at(public_id: str) -> Event | None:
    """Return an event while players can enter it themselves."""
    found = Event.objects.select_related("club").filter(public_id=public_id)
    return found.exclude(entry_code=None).first()


def is_over(event: Event) -> bool:
    """Tell whether the time to enter is over."""
    return event.entry_until is not None and event.entry_until < timezone.now()


def places_of(event: Event) -> list[Places]:
    """Return the divisions with their places; one query."""
    counted = event.divisions.order_by("position").annotate(
        entered=Count("entries", filter=~Q(entries__state=Entry.State.WITHDRAWN), distinct=True),
        listed=Count("wishes", filter=Q(wishes__state=EntryWish.State.LISTED), distinct=True),
        drawn=Count("rounds", distinct=True),
    )
    found = []
    for division in counted:
        division.event = event
        found.append(Places(division, division.entered, division.listed, bool(division.drawn)))
    return found


def wishes_open(event: Event) -> list[EntryWish]:
    """Return who waits for an answer or a place, in order of arrival."""
    found = EntryWish.objects.filter(division__event=event, state__in=EntryWish.OPEN)
    return list(found.select_related("division", "player").order_by("pk"))


def asking_of(event: Event) -> int:
    """Count who waits for a director's yes."""
    return _asking(event).count()


def asking_names(event: Event) -> list[str]:
    """Return the names of who waits for a director's yes, as they were typed."""
    return list(_asking(event).order_by("pk").values_list("name", flat=True))


def _asking(event: Event) -> QuerySet[EntryWish]:
    return EntryWish.objects.filter(division__event=event, state=EntryWish.State.ASKED)


def wish_get(event: Event, public_id: str) -> EntryWish:
    """Return a wish of an event.

    Raises:
        NotFound: there is none like it.
    """
    found = EntryWish.objects.select_related("division__event__club")
    wish = found.filter(division__event=event, public_id=public_id).first()
    if wish is None:
        raise NotFound
    return wish


def wish_of(token: str) -> EntryWish:
    """Return the wish whose page this is.

    Raises:
        NotFound: it was taken back, or there was none.
    """
    found = EntryWish.objects.select_related(
        "division__event__club", "entry__player__merged_into", "player__merged_into"
    )
    wish = found.filter(token_hash=token_hash(token)).first()
    if wish is None:
        raise NotFound
    return wish


def entry_now(wish: EntryWish) -> Entry | None:
    """Return the entry with which somebody plays in the event now, by the wish they sent; None if
    they do not play. A director may have entered them, or moved them to another division.
    """
    there = Entry.objects.filter(division__event=wish.division.event_id)
    there = there.exclude(state=Entry.State.WITHDRAWN).order_by("division__position")
    found = there.select_related("division__event__club", "player__merged_into")
    person = wish.player if wish.entry is None else wish.entry.player
    if person is not None:
        return found.filter(Entry.of(person.current)).first()
    return next((one for one in found if identity(one.name)[:120] == wish.who), None)


def place_in_list(wish: EntryWish) -> int:
    """Return which place somebody has on the waiting list."""
    before = EntryWish.objects.filter(
        division=wish.division_id, state=EntryWish.State.LISTED, pk__lte=wish.pk
    )
    return before.count()
