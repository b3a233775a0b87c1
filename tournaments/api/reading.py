"""Looks up the objects of an address; what the user may not see does not exist for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Count, Model, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.errors import NotFound
from games.models import Club, Game, Player
from games.models.ids import is_public_id
from games.permissions import NOBODY, Capability, Reader, Somebody
from tournaments.errors import EventRefused
from tournaments.events.selectors.events import People
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventTable,
    Match,
    RemovedEntry,
    Round,
    TableSeat,
)

Row = TypeVar("Row", bound=Model)

OF_EVENT = "division__event__club"


def opened(club: Club, user: Somebody) -> Reader:
    """Return the user as the reader of a club.

    Raises:
        NotFound: the user may not see it.
    """
    reader = Reader.of(user, club)
    if not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    return reader


def event_read(public_id: str, user: Somebody) -> tuple[Event, Reader]:
    """Return an event with its club and season; a template only to directors.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    event = _named(Event.objects.select_related("club", "season"), public_id)
    return event, _event_opened(event, user)


def division_read(public_id: str, user: Somebody) -> tuple[Division, Reader]:
    """Return a division with its event.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    rows = Division.objects.select_related("event__club", "event__season")
    division = _named(rows, public_id)
    return division, _event_opened(division.event, user)


def entry_read(public_id: str, user: Somebody) -> tuple[Entry, Reader]:
    """Return an entry with its player, division and event.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    entry = _named(Entry.objects.select_related(OF_EVENT, "player"), public_id)
    return entry, _event_opened(entry.division.event, user)


def removed_read(public_id: str, user: Somebody) -> tuple[Event, Reader]:
    """Return the event from which an entry was removed.

    Raises:
        NotFound: nothing like that was removed, or the user may not see it.
    """
    found = RemovedEntry.objects.select_related("event__club")
    removed = found.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if removed is None:
        raise NotFound
    return removed.event, _event_opened(removed.event, user)


def round_read(public_id: str, user: Somebody) -> tuple[Round, Reader]:
    """Return a round with its division and event; an unreleased one only to directors.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    found = _named(Round.objects.select_related(OF_EVENT), public_id)
    reader = _event_opened(found.division.event, user)
    if found.state != Round.State.RELEASED:
        directors_only(reader)
    return found, reader


def table_read(public_id: str, user: Somebody) -> tuple[EventTable, Reader]:
    """Return a chouette table with its session, round and event.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    rows = EventTable.objects.select_related(f"round__{OF_EVENT}", "session__club")
    found = _named(rows, public_id)
    reader = _event_opened(found.round.division.event, user)
    if found.round.state != Round.State.RELEASED:
        directors_only(reader)
    return found, reader


def match_read(public_id: str, user: Somebody) -> tuple[Match, Reader]:
    """Return a match with its players, its club, and its event, if any.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    rows = Match.objects.select_related("club", f"round__{OF_EVENT}", "first", "second")
    match = _named(rows, public_id)
    reader = opened(match.club, user)
    if match.round is not None:
        match.round.division.event.club = match.club
        if match.round.state != Round.State.RELEASED:
            directors_only(reader)
    return match, reader


def directors_only(reader: Reader) -> None:
    """Hide something from everybody except directors.

    Raises:
        NotFound: the reader does not direct.
    """
    if not reader.may(Capability.DIRECT):
        raise NotFound


def people_of(division: Division, reader: Reader = NOBODY) -> People:
    """Return a division's entries by player, with the names the reader may see; one query.

    All of them at once, so that equal initials get the same numbers on every page.
    """
    entries = list(division.entries.select_related("player").order_by("number"))
    for entry in entries:
        entry.division = division
    return People.of(entries, reader)


def entries_named(division: Division, ids: Iterable[str]) -> list[Entry]:
    """Return entries of a division by their identifiers, in this order.

    Raises:
        Refused: one of them is of another division.
    """
    wanted = list(ids)
    rows = division.entries.select_related("player", OF_EVENT).filter(public_id__in=wanted)
    found = {one.public_id: one for one in rows}
    if not found.keys() >= set(wanted):
        raise EventRefused("entry_unknown")
    return [found[one] for one in wanted]


def players_named(club: Club, ids: Iterable[str]) -> list[Player]:
    """Return players of a club by their identifiers, in this order.

    Raises:
        Refused: one of them is of another club.
    """
    wanted = list(ids)
    found = {one.public_id: one for one in club.players.filter(public_id__in=wanted)}
    if not found.keys() >= set(wanted):
        raise EventRefused("player_elsewhere")
    return [found[one] for one in wanted]


def _event_opened(event: Event, user: Somebody) -> Reader:
    reader = opened(event.club, user)
    if event.status == Event.Status.TEMPLATE:
        directors_only(reader)
    return reader


def _named(rows: QuerySet[Row], public_id: str) -> Row:
    if not is_public_id(public_id):
        raise NotFound
    found: Row | None = rows.filter(public_id=public_id).first()
    if found is None:
        raise NotFound
    return found


def with_counts(divisions: QuerySet[Division]) -> QuerySet[Division]:
    """Add to divisions, in the same query, the numbers of entries, drawn rounds and released
    rounds.
    """
    playing = ~Q(entries__state=Entry.State.WITHDRAWN)
    released = Q(rounds__state=Round.State.RELEASED)
    waiting = Round.objects.filter(division=OuterRef("pk")).exclude(state=Round.State.RELEASED)
    return divisions.annotate(
        drawn=Count("rounds", distinct=True),
        next_seed=Subquery(waiting.order_by("number").values("seed")[:1]),
        playing=Count("entries", filter=playing, distinct=True),
        released=Count("rounds", filter=released, distinct=True),
    ).order_by("position")


def with_seats(tables: QuerySet[EventTable]) -> QuerySet[EventTable]:
    """Prefetch the sessions and seats of tables, and count their games."""
    seats = TableSeat.objects.select_related("entry").order_by("position")
    games = Game.objects.filter(session=OuterRef("session"), is_void=False).order_by()
    counted = games.values("session").annotate(count=Count("pk")).values("count")
    return (
        tables.select_related("session")
        .annotate(played=Coalesce(Subquery(counted), 0))
        .prefetch_related(Prefetch("seats", seats))
        .order_by("number")
    )
