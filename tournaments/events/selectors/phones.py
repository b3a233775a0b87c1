"""Reads which phone acts for which player, who is waiting for admission, and what a player does
next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from games.clubs.selectors.privacy import Person, people_seen
from games.errors import NotFound
from games.models import Player, User
from games.models.ids import is_public_id
from games.names.identity import has_part, sort_key
from games.permissions import NOBODY, Reader, Somebody
from tournaments.models import Entry, EntryPass, Event, Match, Round, TableSeat

MOST_LISTED: Final = 512


@dataclass(frozen=True, slots=True)
class Mine:
    """An event from the view of one player: their entries, matches and seats, the latest last.

    `keys` are the player's, from before a merge as well. `missing` counts, by division, the
    released matches without a result; `present` the players present.
    """

    reader: Reader
    event: Event
    player: Player
    keys: frozenset[int]
    people: dict[int, Person]
    entries: tuple[Entry, ...]
    matches: tuple[Match, ...]
    seats: tuple[TableSeat, ...]
    mates: tuple[TableSeat, ...]
    missing: dict[int, int]
    present: dict[int, tuple[int, int]]
    drawn: frozenset[int]


def claims_of(event: Event) -> list[EntryPass]:
    """Return the phones waiting for approval, in order of arrival."""
    asked = event.passes.filter(state=EntryPass.State.ASKED).select_related("player")
    return list(asked.order_by("pk")[:MOST_LISTED])


def passes_of(event: Event) -> list[EntryPass]:
    """Return the phones and links that act for players, by name."""
    granted = event.passes.filter(state=EntryPass.State.GRANTED).select_related("player")
    return list(granted.order_by("player__name_key", "pk")[:MOST_LISTED])


def pass_get(event: Event, public_id: str) -> EntryPass:
    """Return a pass of an event, whatever its state.

    Raises:
        NotFound: it does not exist.
    """
    rows = event.passes.select_related("event__club", "player")
    found = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if found is None:
        raise NotFound
    return found


def event_of_code(code: str) -> Event | None:
    """Return the event that has this check-in code now."""
    if not is_public_id(code):
        return None
    states = [Event.Status.PLANNED, Event.Status.RUNNING]
    return Event.objects.filter(code=code, status__in=states).select_related("club").first()


def event_at(public_id: str) -> Event | None:
    """Return an event that is not over, or None; the caller must not reveal whether it exists."""
    if not is_public_id(public_id):
        return None
    states = [Event.Status.PLANNED, Event.Status.RUNNING]
    rows = Event.objects.filter(public_id=public_id, status__in=states)
    return rows.select_related("club").first()


def people_of(event: Event, text: str = "") -> list[Player]:
    """Return the entries that have not withdrawn, by name, filtered by a part of it."""
    entered = Entry.objects.filter(division__event=event).exclude(state=Entry.State.WITHDRAWN)
    rows = Player.objects.filter(pk__in=entered.values("player")).select_related("merged_into")
    found = {one.current.pk: one.current for one in rows}
    listed = sorted(found.values(), key=lambda one: sort_key(one.name))
    return [one for one in listed if has_part(one.name, text)][:MOST_LISTED]


def own_player(event: Event, user: Somebody) -> Player | None:
    """Return the player of an account who is entered in an event, or None."""
    if not isinstance(user, User) or not user.is_active:
        return None
    entered = Entry.objects.filter(division__event=event).values("player")
    is_entered = Q(pk__in=entered) | Q(merged__in=entered)
    return user.players.filter(is_entered).order_by("pk").first()


def mine_read(event: Event, player: Player, reader: Reader = NOBODY) -> Mine:
    """Read an event from the view of one player, in at most eight queries."""
    entries = tuple(
        Entry.objects.filter(Entry.of(player), division__event=event)
        .select_related("division", "player")
        .order_by("division__position")
    )
    keys = {player.pk}
    for entry in entries:
        entry.division.event = event
        keys.add(entry.player_id)
    divisions = [entry.division_id for entry in entries]
    matches = Match.objects.filter(
        Q(first__in=keys) | Q(second__in=keys),
        round__division__in=divisions,
        round__state=Round.State.RELEASED,
    )
    seats = TableSeat.objects.filter(
        entry__in=entries, round__state=Round.State.RELEASED, left=False
    )
    own = tuple(seats.select_related("table__session", "round").order_by("round__number"))
    drawn = tuple(
        matches.select_related("round__division", "first", "second").order_by(
            "round__number", "position"
        )
    )
    mates = _mates(own)
    met = [one for match in drawn for one in (match.first, match.second) if one is not None]
    return Mine(
        reader=reader,
        event=event,
        player=player,
        keys=frozenset(keys),
        people=people_seen([player, *met, *(one.entry.player for one in mates)], reader),
        entries=entries,
        matches=drawn,
        seats=own,
        mates=mates,
        missing=_missing(divisions),
        present=_present(divisions),
        drawn=frozenset(
            Round.objects.filter(division__in=divisions, state=Round.State.RELEASED).values_list(
                "division_id", flat=True
            )
        ),
    )


def _mates(seats: Sequence[TableSeat]) -> tuple[TableSeat, ...]:
    if not seats:
        return ()
    found = TableSeat.objects.filter(table=seats[-1].table_id, left=False)
    return tuple(found.select_related("entry__player").order_by("position"))


def _missing(divisions: Sequence[int]) -> dict[int, int]:
    playing = Match.UNDECIDED
    rows = Match.objects.filter(
        round__division__in=divisions, round__state=Round.State.RELEASED, state__in=playing
    )
    counted = rows.order_by().values_list("round__division").annotate(count=Count("pk"))
    return dict(counted)


def _present(divisions: Sequence[int]) -> dict[int, tuple[int, int]]:
    rows = Entry.objects.filter(division__in=divisions).exclude(state=Entry.State.WITHDRAWN)
    here = Count("pk", filter=Q(state=Entry.State.PRESENT))
    counted = rows.order_by().values_list("division").annotate(here=here, all_of=Count("pk"))
    return {division: (present, all_of) for division, present, all_of in counted}
