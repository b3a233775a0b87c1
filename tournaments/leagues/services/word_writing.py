"""The writing of one word about a match at a date of its own, and who is told of it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.accounts.services.push import Notice
from games.eventlog.keys import require_key, require_same
from games.models import Player, User
from games.models.locks import rows_lock
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.models import Event, Fixture, FixtureNote, Match, Round
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.telling import calls_tell
from tournaments.record.services.writing import (
    Doer,
    event_beat,
    event_lock,
    named,
)

MOST_WORDS: Final = 40
"""Words of one fixture in a day: more would be abuse."""
Kind = FixtureNote.Kind
NOTICES: Final[dict[str, Literal["proposal", "agreed"]]] = {
    Kind.PROPOSED: "proposal",
    Kind.ACCEPTED: "agreed",
}
"""What devices show of these words; of all others only whose match it is."""


@transaction.atomic
def word_write(
    match: Match,
    by: Doer,
    kind: FixtureNote.Kind,
    key: str,
    said: Mapping[str, Any],
    change: Callable[[Fixture, FixtureNote], None] | None = None,
    *,
    is_open: bool = True,
) -> FixtureNote:
    """Write one word about a fixture, once for each key: `said` is what its sender says.

    Raises:
        KeyReused: this sender's key came before with something else.
    """
    require_key(key)
    event = event_of(match)
    event_lock(event.pk)
    rows_lock(Match.objects.filter(pk=match.pk))
    found = Match.objects.select_related("club", "round__division__event").filter(pk=match.pk)
    locked = found.first()
    if locked is None:
        raise EventConflict("fixture_gone")
    side = side_of(by, locked)
    is_director = directs(by, locked.club) if isinstance(by, User) else False
    # What only players say is said by a director for nobody, not even in another's name.
    if side is None and not (
        is_director and kind not in (*FixtureNote.ABOUT_DATES, Kind.ABSENT, Kind.RECANTED)
    ):
        raise EventNotAllowed("not_your_match")
    fixture, _new = Fixture.objects.get_or_create(match=locked)
    fixture.match = locked
    before = fixture.notes.filter(key=key).first()
    if before is not None:
        is_same = all(getattr(before, name) == value for name, value in said.items())
        sender = before.sender_id, before.sent_by_id
        require_same(is_same and before.kind == kind and sender == _pks(by))
        return before
    _require_open(locked, is_open=is_open)
    day = timezone.now() - datetime.timedelta(days=1)
    if fixture.notes.filter(created_at__gt=day).count() >= MOST_WORDS:
        raise EventRefused("fixture_many")
    note = FixtureNote(fixture=fixture, kind=kind, side=side, key=key, **said, **named(by))
    note.player = None if side is None else two_of(locked)[side]
    if change is not None:
        change(fixture, note)
    note.save(force_insert=True)
    if side is None:
        # Who answers has read what was written before.
        fixture.read_to = note.pk
        fixture.save(update_fields=["read_to"])
    event_beat(event.pk)
    calls_tell([note_told(locked, note)])
    return note


def note_told(match: Match, note: FixtureNote) -> tuple[list[Player], Notice]:
    """Return whose devices are told that something was said: a director's word is for both."""
    two = [one for one in two_of(match) if one is not None]
    notice = Notice(
        NOTICES.get(Kind(note.kind), "league"),
        reverse("fixture", args=[match.public_id]),
        # Who plays each other knows the other by name.
        tuple(one.current.name for one in two),
    )
    # Of who did not come the director speaks, and about them: they are told, too.
    own = None if note.kind in FixtureNote.DECISIONS else note.side
    return [one for side, one in enumerate(two) if side != own], notice


def _require_open(match: Match, *, is_open: bool) -> None:
    assert match.round is not None, "a fixture is a match of an event"
    event = match.round.division.event
    # A cup may have lost its deadlines meanwhile.
    is_dated = event.own_dates and match.round.state == Round.State.RELEASED
    if not event.is_open or not is_dated:
        raise EventConflict("fixture_gone")
    if is_open and match.is_settled:
        raise EventConflict("fixture_settled")


def event_of(match: Match) -> Event:
    if match.round is None or not match.round.division.event.own_dates:
        raise EventConflict("fixture_gone")
    return match.round.division.event


def two_of(match: Match) -> tuple[Player | None, Player | None]:
    return match.first, match.second


def _pks(by: Doer) -> tuple[Any, Any]:
    account, guest = named(by).values()
    return account and account.pk, guest and guest.pk
