"""What two have said about their match while it goes: divisions are joined or split, an entry is
removed, and both are put back.

It is theirs where they meet; while they do not, it is kept and shown to nobody.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Q

from games.models import Player, User
from tournaments.models import (
    EntryPass,
    Event,
    Fixture,
    FixtureNote,
    FormerMatch,
    Match,
    PartedFixture,
    Round,
)

Talk = tuple[Fixture, list[FixtureNote]]
"""A fixture with its log."""
Two = frozenset[int | None]
"""Two players, by their keys."""
Agreed = dict[Two, list[Talk]]
"""What was said about matches, by the two who play them."""
Word = tuple[str, str]
"""What names a word, wherever it is kept: its key, and when it was said."""
SAID: Final = (
    "kind",
    "player_id",
    "text",
    "times",
    "place",
    "key",
    "sender_id",
    "sent_by_id",
)
"""What a row of the log says; its side follows from the player."""
IS_READ: Final = "is_read"
"""Whether a director has read a row of the log that is kept."""
OF_FIXTURE: Final = ("deadline", "agreed_at", "place")


def agreed_in(event: Event, matches: Q) -> Agreed:
    """Return what was said about matches that go, and what was kept before."""
    found: Agreed = {}
    fixtures = Fixture.objects.filter(match__in=Match.objects.filter(matches))
    for one in fixtures.select_related("match").order_by("pk"):
        for two, talk in talks_at(one).items():
            found.setdefault(two, []).append(talk)
    for kept in event.parted_fixtures.order_by("pk"):
        # Rows that are not written have no key: their places stand for it.
        notes = [_note(said, place) for place, said in enumerate(kept.notes, 1)]
        read_to = sum(said.get(IS_READ, False) for said in kept.notes)
        of_fixture = {name: getattr(kept, name) for name in OF_FIXTURE}
        fixture = Fixture(**of_fixture, read_to=read_to)
        two = frozenset({kept.first_id, kept.second_id})
        found.setdefault(two, []).append((fixture, notes))
    return found


def talks_at(fixture: Fixture) -> dict[Two, Talk]:
    """Return what was said at a fixture by each two who have met there: before one of them was
    replaced others did, of whom nothing stands but what they have said.
    """
    now = frozenset({fixture.match.first_id, fixture.match.second_id})
    said: dict[Two, list[FixtureNote]] = {now: []}
    for note in fixture.notes.order_by("pk"):
        pair = {note.first_id, note.second_id} if note.first_id is not None else now
        said.setdefault(frozenset(pair), []).append(note)
    return {
        two: (fixture if two == now else Fixture(read_to=fixture.read_to), notes)
        for two, notes in said.items()
    }


def last_agreed(notes: Sequence[FixtureNote]) -> datetime.datetime:
    """Return when two have agreed on a date last."""
    said = [one.created_at for one in notes if one.kind == FixtureNote.Kind.ACCEPTED]
    return max(said, default=datetime.datetime.min.replace(tzinfo=datetime.UTC))


def words_of(event: Event, player: Player) -> list[Word]:
    """Return what names the words that somebody has said, or that were said to them; of those that
    are kept while they do not meet, too.
    """
    theirs = Q(player=player) | Q(first=player) | Q(second=player)
    said = FixtureNote.objects.filter(theirs, fixture__match__round__division__event=event)
    found = [(key, at.isoformat()) for key, at in said.values_list("key", "created_at")]
    kept = event.parted_fixtures.filter(Q(first=player) | Q(second=player))
    return [*found, *((one["key"], one["created_at"]) for row in kept for one in row.notes)]


def addresses_keep(event: Event, matches: Q) -> None:
    """Keep the addresses of matches that go, so that who has one is led on."""
    found = Match.objects.filter(
        matches,
        round__state=Round.State.RELEASED,
        first__isnull=False,
        second__isnull=False,
    )
    FormerMatch.objects.bulk_create(
        (
            FormerMatch(event=event, public_id=public_id, first_id=first, second_id=second)
            for public_id, first, second in found.values_list("public_id", "first", "second")
        ),
        ignore_conflicts=True,
    )


def agree_again(event: Event, agreed: Agreed) -> None:
    """Keep what was said: at the match of the two where they meet, whose sides may be others."""
    matches = Match.objects.filter(round__division__event=event).order_by("pk")
    for match in matches.filter(fixture=None):
        kept = agreed.get(frozenset({match.first_id, match.second_id}))
        if not kept:
            continue
        fixture, notes = kept.pop(0)
        fixture.pk, fixture.match = None, match
        fixture.save(force_insert=True)
        read = [one for one in notes if one.pk <= fixture.read_to]
        for said in notes:
            said.pk, said.fixture = None, fixture
            said.between(match)
            if said.player_id is not None:
                said.side = 0 if said.player_id == match.first_id else 1
        FixtureNote.objects.bulk_create(notes)
        # They have other keys now: what a director has read is not to be read again.
        if read:
            Fixture.objects.filter(pk=fixture.pk).update(read_to=max(one.pk for one in read))
    event.parted_fixtures.all().delete()
    PartedFixture.objects.bulk_create(
        PartedFixture(
            event=event,
            first_id=min(filter(None, two)),
            second_id=max(filter(None, two)),
            notes=[_said(one, is_read=one.pk <= fixture.read_to) for one in notes],
            **{name: getattr(fixture, name) for name in OF_FIXTURE},
        )
        for two, left in agreed.items()
        for fixture, notes in left
    )


def _said(note: FixtureNote, *, is_read: bool) -> dict[str, Any]:
    said = {name: getattr(note, name) for name in SAID} | {IS_READ: is_read}
    return {**said, "created_at": note.created_at.isoformat()}


def _note(said: dict[str, Any], pk: int) -> FixtureNote:
    """Return what was said; who has said it may be gone meanwhile."""
    at = datetime.datetime.fromisoformat(said["created_at"])
    note = FixtureNote(pk=pk, created_at=at, **{name: said[name] for name in SAID})
    for field, model in (("sender_id", User), ("sent_by_id", EntryPass), ("player_id", Player)):
        if not model._default_manager.filter(pk=getattr(note, field)).exists():
            setattr(note, field, None)
    return note
