"""Admits the phones of an event's players: by its code and the director's approval, or by a link.

The secret of a pass is shown once and stored only on the phone; the row has its digest. Claims use
the event's code, which exists only while phones may check in.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.accounts.services.link_tokens import token_hash, token_new
from games.errors import NotFound
from games.models import Player, User
from games.models.ids import ALPHABET
from games.permissions import Capability, require
from tournaments.errors import EventConflict, EventRefused
from tournaments.models import Entry, EntryPass, EntryWish, Event
from tournaments.record.selectors.passes import may_follow, unlinked_in
from tournaments.record.services.writing import (
    EventRequest,
    event_beat,
    event_lock,
    event_write,
    event_written,
)

CODE_LENGTH: Final = 6
LETTERS: Final = "".join(one for one in ALPHABET if one.isalpha())
"""Only letters, so that nobody searches the keyboard for digits; none that look alike."""
MOST_WAITING: Final = 200
"""Unanswered phones of one event: more would be abuse."""
MOST_FOR_ONE: Final = 4
"""Phones that claim the same player."""
UNANSWERED: Final = datetime.timedelta(days=1)
"""How long an unanswered claim is kept."""
MOST_AT_ONCE: Final = 100
"""Links that are made in one step: a sheet of codes takes its time to draw."""
KEPT: Final = datetime.timedelta(days=30)
"""How long after an event the kind of phone of a pass is kept."""
FOLLOWS: Final = "pass_follow"
"""The kind of step with which a phone goes on in a later season."""
SOME_PHONE: Final = "?"
"""The device of a claim from an unknown phone."""


@dataclass(frozen=True, slots=True)
class Made:
    """A new pass with its secret, which cannot be read again."""

    holder: EntryPass
    token: str


def check_in_open(*, event: Event, by: User) -> str:
    """Open check-in and return its code, which stays the same while it is open.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    found = Event.objects.select_related("club").get(pk=event.pk)
    if found.code is None:
        found = event_write(EventRequest(event, by, "check_in_open"), _opened)
    else:
        require(by, Capability.DIRECT, found.club)
    event.code = found.code
    assert found.code is not None, "it was opened a moment ago"
    return found.code


def check_in_close(*, event: Event, by: User) -> None:
    """Close check-in; admitted phones stay, waiting ones may still be answered.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        locked.code = None
        locked.save(update_fields=["code"])

    event_write(EventRequest(event, by, "check_in_close"), change)
    event.code = None


@transaction.atomic
def pass_claim(
    *, code: str, player: str, device: str, earlier: EntryPass | None = None
) -> Made | None:
    """Request to act for a player, with an event's code; None if this phone already may.

    Unanswered claims `earlier` from the same phone are withdrawn.

    Raises:
        NotFound: no event has this code now.
        Refused: nobody with that id is entered, or too many phones are waiting.
    """
    found = Event.objects.filter(code=code).first() if code else None
    event = None if found is None else event_lock(found.pk)
    if event is None or event.code != code or not event.is_open:
        raise NotFound
    is_meant = Q(player__public_id=player) | Q(player__merged_into__public_id=player)
    playing = _entered(event).filter(is_meant).select_related("player").first()
    if playing is None:
        raise EventRefused("not_entered")
    if earlier is not None and earlier.event_id == event.pk:
        if earlier.state == EntryPass.State.GRANTED and earlier.player_id == playing.player_id:
            return None
        event.passes.filter(pk=earlier.pk, state=EntryPass.State.ASKED).delete()
    waiting = event.passes.filter(state=EntryPass.State.ASKED)
    for rows, most in (
        (waiting, MOST_WAITING),
        (waiting.filter(player=playing.player_id), MOST_FOR_ONE),
    ):
        if rows.count() >= most:
            raise EventRefused("claims_waiting", limit=most)
    made = _made(event, playing.player, EntryPass.State.ASKED, device[:60] or SOME_PHONE)
    event_beat(event.pk)
    return made


@transaction.atomic
def claim_withdraw(*, claim: EntryPass) -> bool:
    """Withdraw a claim; tell whether it was still open. An answered claim stays as it is.

    The phone itself does this.
    """
    asked = EntryPass.objects.filter(pk=claim.pk, state=EntryPass.State.ASKED)
    is_withdrawn = asked.delete()[0] > 0
    if is_withdrawn:
        event_beat(claim.event_id)
    return is_withdrawn


def pass_grant(*, holder: EntryPass, by: User) -> EntryPass:
    """Grant a phone's claim to act for a player.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it has been answered or withdrawn.
    """
    return _answer(holder, by, "pass_grant", EntryPass.State.ASKED, EntryPass.State.GRANTED)


def pass_refuse(*, holder: EntryPass, by: User) -> EntryPass:
    """Refuse a phone's claim to act for a player.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it has been answered or withdrawn.
    """
    return _answer(holder, by, "pass_refuse", EntryPass.State.ASKED, EntryPass.State.REFUSED)


def pass_revoke(*, holder: EntryPass, by: User) -> EntryPass:
    """Revoke a phone's pass; its link opens nothing any more.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it was not granted.
    """
    return _answer(holder, by, "pass_revoke", EntryPass.State.GRANTED, EntryPass.State.REVOKED)


def pass_create(*, event: Event, player: Player, by: User) -> Made:
    """Make a link with which a phone acts for a player without a claim.

    Earlier links stay valid: they may be on phones already.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: the player is not entered.
    """
    made: list[Made] = []

    def change(locked: Event) -> None:
        # After a merge the entry, and its matches, may still be those of before.
        found = _entered(locked).filter(Entry.of(player)).select_related("player").first()
        if found is None:
            raise EventRefused("not_entered")
        made.append(_made(locked, found.player, EntryPass.State.GRANTED, "", by))

    event_write(EventRequest(event, by, "pass_create", {"player": player.public_id}), change)
    return made[0]


def passes_create(*, event: Event, by: User) -> list[Made]:
    """Make a link for everybody who plays without an account and without a phone or link, in one
    step; of many only for the first, by name.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: nobody is without one.
    """
    made: list[Made] = []

    def change(locked: Event) -> None:
        players = unlinked_in(locked)[:MOST_AT_ONCE]
        if not players:
            raise EventRefused("links_needless")
        made.extend(_made(locked, one, EntryPass.State.GRANTED, "", by) for one in players)
        payload["players"] = [one.public_id for one in players]

    payload: dict[str, list[str]] = {}
    event_write(EventRequest(event, by, "passes_create", payload), change)
    return made


def pass_follow(*, holder: EntryPass, event: Event) -> Made:
    """Let a player's phone go on in a later season of its league, without asking the director.

    The phone itself does this.

    Raises:
        NotFound: see `may_follow`.
        Conflict: the season is over.
    """
    made: list[Made] = []
    player = holder.player.current

    def change(locked: Event) -> None:
        if not may_follow(holder, locked):
            raise NotFound
        made.append(_made(locked, player, EntryPass.State.GRANTED, holder.device))
        payload["before"] = {"pass": holder.public_id, "made": made[0].holder.public_id}

    payload: dict[str, Any] = {"player": player.public_id}
    event_written(EventRequest(event, None, FOLLOWS, payload), change)
    return made[0]


def phones_part(passes: QuerySet[EntryPass]) -> None:
    """Let the phones of somebody whose entry is removed rest; see `phones_return`."""
    passes.filter(state=EntryPass.State.ASKED).delete()
    passes.filter(state=EntryPass.State.GRANTED).update(state=EntryPass.State.PARTED)


def phones_return(event: Event, players: Sequence[Player]) -> None:
    """Let phones act again for players who are entered again, perhaps in another division.

    Those that the director has blocked stay blocked.
    """
    theirs = Q(player__in=players) | Q(player__merged_into__in=players)
    parted = event.passes.filter(theirs, state=EntryPass.State.PARTED)
    parted.update(state=EntryPass.State.GRANTED)


@transaction.atomic
def entry_passes_delete_old(*, now: datetime.datetime) -> None:
    """Delete claims that led to nothing, end the passes of long past events, and forget who
    wanted to play there.

    The log keeps who acted; the kind of phone is deleted.
    """
    idle = EntryPass.objects.filter(created_at__lt=now - UNANSWERED)
    idle.filter(state__in=[EntryPass.State.ASKED, EntryPass.State.REFUSED]).delete()
    over = [Event.Status.FINISHED, Event.Status.CANCELLED]
    old = EntryPass.objects.filter(event__status__in=over, event__changed_at__lt=now - KEPT)
    old.filter(state=EntryPass.State.GRANTED).update(state=EntryPass.State.PARTED)
    old.exclude(device__in=["", SOME_PHONE]).update(device=SOME_PHONE)
    wishes = EntryWish.objects.filter(division__event__changed_at__lt=now - KEPT)
    wishes.filter(division__event__status__in=over).delete()


def _opened(locked: Event) -> None:
    while locked.code is None:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        # The column is unique too: on a collision at the same moment the director retries.
        taken = Event.objects.filter(code=code) | Event.objects.filter(entry_code=code)
        if not taken.exists():
            locked.code = code
    locked.save(update_fields=["code"])


def _made(
    event: Event, player: Player, state: EntryPass.State, device: str, by: User | None = None
) -> Made:
    token = token_new()
    holder = EntryPass.objects.create(
        event=event,
        player=player,
        token_hash=token_hash(token),
        state=state,
        device=device,
        answered_by=by,
    )
    return Made(holder, token)


def _entered(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(division__event=event).exclude(state=Entry.State.WITHDRAWN)


def _answer(
    holder: EntryPass, by: User, kind: str, before: EntryPass.State, after: EntryPass.State
) -> EntryPass:
    def change(_locked: Event) -> None:
        rows = EntryPass.objects.filter(pk=holder.pk, state=before)
        if not rows.update(state=after, answered_by=by):
            raise EventConflict("claim_over")

    payload = {"pass": holder.public_id, "player": holder.player.public_id}
    event = Event.objects.select_related("club").get(pk=holder.event_id)
    is_open = after != EntryPass.State.REVOKED
    event_write(EventRequest(event, by, kind, payload), change, is_open=is_open)
    holder.state = after
    return holder
