"""Players enter themselves: by an event's code, with or without a director's yes.

What they do is written with the event's row locked, as everything is: of two who want the last
place one has it, and the other is first on the waiting list.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games.accounts.services.link_tokens import token_hash, token_new
from games.clubs.selectors.players import Roster
from games.errors import NotFound
from games.models import Player, User
from games.names.identity import identity, spelled
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.entering import (
    division_locked,
    entries_follow,
    is_full,
    wish_take,
)
from tournaments.models import Entry, EntryWish, Event
from tournaments.record.services.passes import CODE_LENGTH, LETTERS
from tournaments.record.services.writing import EventRequest, event_write, event_written

MOST_WISHES: Final = 200
"""Unanswered wishes and waiting ones of one event: more would be abuse."""
NOTHING: Final = MappingProxyType[str, str]({})
LONGEST_NAME: Final = 60
LONGEST_CLUB: Final = 80


@dataclass(frozen=True, slots=True)
class Wished:
    """A new wish with the secret of its page, which cannot be read again."""

    wish: EntryWish
    token: str


def entering_open(
    *,
    event: Event,
    by: User,
    asks: bool = True,
    until: datetime.datetime | None = None,
    key: str = "",
) -> Event:
    """Let players enter themselves, until then if that is said; the code stays while it is open.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        locked.entry_asks, locked.entry_until = asks, until
        while locked.entry_code is None:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            # The columns are unique too: on a collision at the same moment the director retries.
            taken = Event.objects.filter(entry_code=code) | Event.objects.filter(code=code)
            if not taken.exists():
                locked.entry_code = code
        locked.save(update_fields=["entry_asks", "entry_until", "entry_code"])

    payload = {"asks": asks, "until": None if until is None else until.isoformat()}
    return event_write(EventRequest(event, by, "entering_open", payload, key=key), change)


def entering_close(*, event: Event, by: User, key: str = "") -> Event:
    """Let nobody enter any more; those who wait can be answered still.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        locked.entry_code = None
        locked.save(update_fields=["entry_code"])

    return event_write(EventRequest(event, by, "entering_close", {}, key=key), change)


def wish_make(
    *,
    code: str,
    division: str,
    name: str = "",
    home_club: str = "",
    by: User | None = None,
) -> Wished:
    """Ask for a place by an event's code; an account's own player needs no name.

    Without a director's yes they are entered at once, or on the waiting list. A name that the club
    knows, or nearly so, waits for a yes all the same, unless the account is theirs: nobody enters
    somebody else, and nobody comes to the club twice by a slip of the pen.

    Raises:
        NotFound: no event has this code now.
        Refused: there is no such division, it is too late, they are entered or have asked already,
            or too many are waiting.
    """
    event = Event.objects.select_related("club").filter(entry_code=code).first() if code else None
    if event is None:
        raise NotFound
    found = event.divisions.filter(public_id=division).first()
    if found is None:
        raise EventRefused("wish_division")
    own = own_player(event, by)
    called = own.name if own is not None else spelled(name)[:LONGEST_NAME].strip()
    if not called:
        raise EventRefused("wish_nameless")
    token = token_new()
    wish = EntryWish(
        division=found,
        name=called,
        who=identity(called)[:120],
        home_club=" ".join(home_club.split())[:LONGEST_CLUB],
        player=own,
        token_hash=token_hash(token),
        state=EntryWish.State.ASKED,
    )

    def change(locked: Event) -> None:
        if locked.entry_code != code:
            raise EventRefused("wish_closed")
        if locked.entry_until is not None and locked.entry_until < timezone.now():
            raise EventRefused("wish_over")
        wish.division = division_locked(found.pk)
        wish.division.event = locked
        known = _require_new(wish)
        wish.save(force_insert=True)
        if not locked.entry_asks and (own is not None or not known):
            _answer(wish)
            entries_follow(wish.division, locked)

    payload = {"wish": wish.public_id, "division": found.public_id}
    event_written(EventRequest(event, by, "wish", payload), change)
    return Wished(wish, token)


def wish_grant(
    *, wish: EntryWish, by: User, player: Player | None = None, key: str = ""
) -> EntryWish:
    """Say yes: they are entered; where all places are taken, they come on the waiting list.

    `player` is who they are if they have not written their name as the club knows it. Who is on the
    waiting list is entered, whatever the number of places.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it was answered or taken back.
        Refused: they are entered already, or come too late.
    """

    def change(locked: Event) -> None:
        found = _open_wish(wish, locked)
        if player is not None and found.player is None:
            if player.club_id != locked.club_id:
                raise EventRefused("player_elsewhere")
            found.player = player.current
            found.save(update_fields=["player"])
        _answer(found, at_any_rate=found.state == EntryWish.State.LISTED)
        entries_follow(found.division, locked)
        wish.state, wish.entry = found.state, found.entry

    said = {} if player is None else {"player": player.public_id}
    event_write(_asked(wish, by, "wish_grant", key, said), change)
    return wish


def wish_refuse(*, wish: EntryWish, by: User, key: str = "") -> EntryWish:
    """Say no.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it was answered or taken back.
    """

    def change(locked: Event) -> None:
        found = _open_wish(wish, locked)
        found.state = wish.state = EntryWish.State.REFUSED
        found.save(update_fields=["state"])

    event_write(_asked(wish, by, "wish_refuse", key), change)
    return wish


def wish_withdraw(*, wish: EntryWish) -> bool:
    """Take a wish back that nobody has answered; tell whether it was still open."""
    there = EntryWish.objects.filter(pk=wish.pk, state__in=EntryWish.OPEN)
    was_open = there.exists()

    def change(_locked: Event) -> None:
        there.delete()

    if was_open:
        event_written(_asked(wish, None, "wish_withdraw", ""), change)
    return was_open


def own_player(event: Event, by: User | None) -> Player | None:
    """Return the player of an account in the club of an event."""
    if by is None:
        return None
    found: Player | None = by.players.filter(club=event.club_id, merged_into=None).first()
    return found


def _require_new(wish: EntryWish) -> bool:
    """Check that somebody may ask for a place; tell whether the club knows their name, or
    nearly so.

    Raises:
        Refused: see `wish_make`.
    """
    division = wish.division
    if division.rounds.exists():
        raise EventRefused("wish_drawn", name=division.name)
    roster = Roster(division.event.club)
    there = roster.fitting(wish.name)
    entered = division.entries.exclude(state=Entry.State.WITHDRAWN)
    meant = [wish.player] if wish.player else there
    if entered.filter(Q(player__in=meant) | Q(player__merged_into__in=meant)).exists():
        raise EventRefused("entered_twice", name=wish.name)
    waiting = EntryWish.objects.filter(division__event=division.event, state__in=EntryWish.OPEN)
    if waiting.filter(division=division, who=wish.who).exists():
        raise EventRefused("wish_twice", name=wish.name)
    if waiting.count() >= MOST_WISHES:
        raise EventRefused("wishes_many", limit=MOST_WISHES)
    return bool(there) or roster.resembling(wish.name) is not None


def _answer(wish: EntryWish, *, at_any_rate: bool = False) -> None:
    if is_full(wish.division) and not at_any_rate:
        wish.state = EntryWish.State.LISTED
        wish.save(update_fields=["state"])
    else:
        wish_take(wish)


def _open_wish(wish: EntryWish, event: Event) -> EntryWish:
    division = division_locked(wish.division_id)
    division.event = event
    found = EntryWish.objects.filter(pk=wish.pk, state__in=EntryWish.OPEN).first()
    if found is None:
        raise EventConflict("wish_answered")
    found.division = division
    return found


def _asked(
    wish: EntryWish, by: User | None, kind: str, key: str, said: Mapping[str, str] = NOTHING
) -> EventRequest:
    event = Event.objects.select_related("club").get(divisions=wish.division_id)
    return EventRequest(event, by, kind, {"wish": wish.public_id, **said}, key=key)
