"""Words of two who are parted: each reads again what they have said, and what was said to them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from django.db.models import Q

from tournaments.events.services.parting import (
    Agreed,
    Talk,
    agreed_in,
    last_agreed,
)
from tournaments.leagues.services.parted_two import GivingBack
from tournaments.models import (
    Division,
    Fixture,
    FixtureNote,
)

Kind = FixtureNote.Kind
ABOUT_ABSENCE: Final = (*FixtureNote.DECISIONS, Kind.UNDECIDED)


def _is_theirs(of: GivingBack, note: FixtureNote) -> bool:
    """Tell whether a word is surely one of theirs, or was said to them."""
    if note.sent_by_id in of.passes:
        return True
    return (note.key, note.created_at.isoformat()) in of.words


def words_in_place(of: GivingBack) -> None:
    """Let words be theirs where they stand: who they counted as reads them no more."""
    notes = FixtureNote.objects.filter(fixture__match__round__division__event=of.event)
    said = Q(player__in=of.others) | Q(first__in=of.others) | Q(second__in=of.others)
    for note in notes.filter(said):
        if not _is_theirs(of, note):
            continue
        for name in ("player_id", "first_id", "second_id"):
            if getattr(note, name) in of.others:
                setattr(note, name, of.player.pk)
        note.save(update_fields=["player", "first", "second"])


def talks_taken(of: GivingBack, division: Division) -> Agreed:
    """Take from who they counted as the talks in which words are theirs, each in two parts."""
    theirs = Q(match__first__in=of.others) | Q(match__second__in=of.others)
    fixtures = Fixture.objects.filter(theirs, match__round__division=division)
    taken = [
        one.pk
        for one in fixtures.prefetch_related("notes")
        if any(_is_theirs(of, note) for note in one.notes.all())
    ]
    agreed = agreed_in(of.event, Q(fixture__in=taken))
    Fixture.objects.filter(pk__in=taken).delete()
    for two, talks in list(agreed.items()):
        other = next((pk for pk in two if pk in of.others), None)
        if other is None:
            continue
        apart = [_apart(of, talk) for talk in talks]
        agreed[two] = [own for _theirs, own in apart if own[1] or own[0].deadline is not None]
        now = (two - {other}) | {of.player.pk}
        agreed.setdefault(now, []).extend(one for one, _own in apart if one[1])
    return agreed


def _apart(of: GivingBack, talk: Talk) -> tuple[Talk, Talk]:
    """Part a talk: what is theirs, and what is of who they counted as.

    What opponents and directors have said since belongs to whose word came before it.
    """
    fixture, notes = talk
    parts: tuple[list[FixtureNote], list[FixtureNote]] = ([], [])
    last = 1
    for note in notes:
        is_before = note.created_at <= of.step.created_at
        if _is_theirs(of, note):
            last = 0
        elif is_before or (note.player_id in of.others and note.kind not in ABOUT_ABSENCE):
            last = 1
        parts[last].append(note)
    for note in parts[0]:
        if note.player_id in of.others:
            note.player = of.player
    read = {id(one) for one in notes if one.pk <= fixture.read_to}
    found = [Fixture(), Fixture()]
    whole = 0 if not parts[1] else 1
    dates = [any(one.kind == Kind.ACCEPTED for one in part) for part in parts]
    if any(dates):
        whole = max((0, 1), key=lambda at: last_agreed(parts[at]))
    for at, part in enumerate(parts):
        one = found[at]
        if at == whole:
            one.agreed_at, one.place = fixture.agreed_at, fixture.place
        elif dates[at]:
            _agreed_anew(one, part)
        one.read_to = max((each.pk for each in part if id(each) in read), default=0)
    moved = any(one.kind == Kind.EXTENDED for one in parts[0])
    if moved or not parts[1]:
        found[0].deadline = fixture.deadline
    if not moved or any(one.kind == Kind.EXTENDED for one in parts[1]):
        found[1].deadline = fixture.deadline if parts[1] else None
    return (found[0], parts[0]), (found[1], parts[1])


def _agreed_anew(fixture: Fixture, notes: Sequence[FixtureNote]) -> None:
    """Let a fixture have the date on which two have agreed, by what they have said."""
    for note in notes:
        if note.kind == Kind.ACCEPTED:
            fixture.agreed_at = datetime.datetime.fromisoformat(note.times[0])
            fixture.place = note.place
        elif note.kind == Kind.STRUCK:
            fixture.agreed_at = None
