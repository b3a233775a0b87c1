"""The director reminds all who have neither a date nor a word, and reads whom that reaches."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from games.accounts.services.mail_wishes import mails_refused
from games.eventlog.keys import require_key
from games.models import Player, PushSubscription, User
from games.web.mail import has_mail_server
from tournaments.errors import EventConflict, EventNotAllowed
from tournaments.leagues.selectors.progress import silent_of
from tournaments.leagues.selectors.told import told_whats
from tournaments.leagues.services.reminders import next_mail
from tournaments.leagues.services.word_writing import note_told
from tournaments.models import Dated, Fixture, FixtureNote, Match
from tournaments.record.selectors.passes import phones_in
from tournaments.record.services.access import directs
from tournaments.record.services.telling import calls_tell
from tournaments.record.services.writing import event_beat, event_lock, named


@dataclass(frozen=True, slots=True)
class Nudged:
    """How many matches were reminded of, and their players: whose devices told them `at_once`, and
    who reads it in their next mail, by when that leaves; none where no mail leaves this computer.

    The others read it only where they look at their matches.
    """

    matches: int
    at_once: tuple[Player, ...]
    mailed: tuple[tuple[datetime.datetime, tuple[Player, ...]], ...]
    others: tuple[Player, ...]
    phones: frozenset[int] = frozenset()
    """The keys of those who have a phone or a link there."""


@transaction.atomic
def fixtures_nudge(*, dated: Dated, by: User, key: str) -> Nudged:
    """Remind all who have neither a date nor a word, once a key.

    Raises:
        NotAllowed: the user does not direct.
        Conflict: it is not running.
    """
    require_key(key)
    if not directs(by, dated.event.club):
        raise EventNotAllowed
    if not event_lock(dated.event_id).is_open:
        raise EventConflict("league_closed")
    matches = [one.match for one in silent_of(dated)]
    if not FixtureNote.objects.filter(
        key=key, fixture__match__round__division__event=dated.event_id
    ).exists():
        _write(dated, by, matches, key)
    return _nudged(dated, matches)


def _write(dated: Dated, by: User, matches: list[Match], key: str) -> None:
    Fixture.objects.bulk_create([Fixture(match=one) for one in matches], ignore_conflicts=True)
    fixtures = {one.match_id: one for one in Fixture.objects.filter(match__in=matches)}
    notes = [
        FixtureNote(fixture=fixtures[match.pk], kind=FixtureNote.Kind.NUDGED, key=key, **named(by))
        for match in matches
    ]
    for match, note in zip(matches, notes, strict=True):
        note.between(match)
    FixtureNote.objects.bulk_create(notes)
    event_beat(dated.event_id)
    calls_tell([note_told(*both) for both in zip(matches, notes, strict=True)])


def _nudged(dated: Dated, matches: Iterable[Match]) -> Nudged:
    """Tell who of the players of some matches is reached, and when; five queries."""
    found, club, now = list(matches), dated.event.club, timezone.now()
    two = [player for one in found for player in (one.first, one.second) if player is not None]
    keys = {one.current.pk for one in two}
    players = list(
        Player.objects.filter(pk__in=keys).select_related("user").order_by("name_key", "pk")
    )
    accounts = [
        one.user for one in players if one.user and one.user.is_active and not one.user.is_demo
    ]
    refused = mails_refused({one.email for one in accounts if one.email})
    devices = PushSubscription.objects.filter(user__in=accounts)
    at_once = set(devices.values_list("user", flat=True))
    told = told_whats(accounts, now)
    mails = {
        user.pk: next_mail(club, told[user.pk], now)
        for user in accounts
        if has_mail_server() and user.email and user.email not in refused and user.pk not in at_once
    }
    return Nudged(
        len(found),
        tuple(one for one in players if one.user_id in at_once),
        tuple(
            (at, tuple(one for one in players if mails.get(one.user_id or 0) == at))
            for at in sorted(set(mails.values()))
        ),
        tuple(one for one in players if one.user_id not in at_once and one.user_id not in mails),
        phones_in(dated.event_id),
    )
