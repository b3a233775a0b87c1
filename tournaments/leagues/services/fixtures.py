"""What two say about their match at a date of its own: dates and messages; and its deadline."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games.models import User
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.leagues.selectors.fixtures import (
    agreed_of,
    said_by_these,
)
from tournaments.leagues.selectors.progress import read_with
from tournaments.leagues.services.word_writing import event_of, two_of, word_write
from tournaments.leagues.times import Clocks, moment
from tournaments.models import Dated, Event, Fixture, FixtureNote, Match, day_end
from tournaments.record.services.access import directs
from tournaments.record.services.writing import (
    Doer,
    EventRequest,
    event_write,
)

MOST_TIMES: Final = 5
FURTHEST: Final = datetime.timedelta(days=3660)
Kind = FixtureNote.Kind


def clock_time(zone: ZoneInfo, naive: datetime.datetime) -> datetime.datetime:
    """Return the moment at which clocks of a zone show so.

    Raises:
        Refused: they never do, or twice, because they change in that night.
    """
    if not datetime.MINYEAR < naive.year < datetime.MAXYEAR:
        raise EventRefused("fixture_times", most=MOST_TIMES)
    at = naive.replace(tzinfo=zone)
    if at.astimezone(datetime.UTC).astimezone(zone).replace(tzinfo=None) != naive:
        raise EventRefused("fixture_no_hour")
    if at.utcoffset() != at.replace(fold=1).utcoffset():
        raise EventRefused("fixture_hour_twice")
    return at


def fixture_propose(
    *,
    match: Match,
    by: Doer,
    times: Sequence[datetime.datetime],
    place: str = "",
    text: str = "",
    key: str,
) -> FixtureNote:
    """Propose up to five dates; also to move an agreed one, which stays until another is accepted.

    Raises:
        NotAllowed: the user does not play this match.
        Conflict: it is decided, or its season is over.
        Refused: there are no dates, too many, or one is past.
    """
    now = timezone.now()
    if not 1 <= len(times) <= MOST_TIMES or any(not now < one < now + FURTHEST for one in times):
        raise EventRefused("fixture_times", most=MOST_TIMES)

    said = {
        "times": [one.isoformat() for one in sorted(set(times))],
        "place": place.strip()[:80],
        "text": text.strip()[:500],
    }
    return word_write(match, by, Kind.PROPOSED, key, said)


def fixture_accept(
    *, match: Match, by: Doer, proposal: int, at: datetime.datetime, key: str
) -> FixtureNote:
    """Accept one of the proposed dates: the latest proposal of the opponent.

    Raises:
        NotAllowed: the user does not play this match.
        Conflict: another was accepted or proposed meanwhile, or the match is decided.
    """

    def change(fixture: Fixture, note: FixtureNote) -> None:
        last = _asked_for(fixture, proposal, match, note.side)
        if moment(at.isoformat()) not in map(moment, last.times):
            raise EventConflict("fixture_proposal_gone")
        if last.side == note.side:
            raise EventNotAllowed("fixture_own_proposal")
        if at <= timezone.now():
            raise EventRefused("fixture_times", most=MOST_TIMES)
        fixture.agreed_at, fixture.place = at, last.place
        fixture.save(update_fields=["agreed_at", "place"])
        note.place = last.place

    said = {"times": [at.isoformat()]}
    return word_write(match, by, Kind.ACCEPTED, key, said, change)


def fixture_withdraw(*, match: Match, by: Doer, proposal: int, key: str) -> FixtureNote:
    """Take one's own proposal back: none of its dates can be accepted any more.

    Raises:
        NotAllowed: the user does not play this match, or the other has proposed it.
        Conflict: it was answered, or another was made meanwhile.
    """

    def change(fixture: Fixture, note: FixtureNote) -> None:
        if _asked_for(fixture, proposal, match, note.side).side != note.side:
            raise EventNotAllowed("fixture_not_proposed")

    return word_write(match, by, Kind.WITHDRAWN, key, {}, change)


def fixture_decline(
    *, match: Match, by: Doer, proposal: int, text: str = "", key: str
) -> FixtureNote:
    """Say no to all dates of a proposal, without proposing others.

    Raises:
        NotAllowed: the user does not play this match, or has proposed it themselves.
        Conflict: it was taken back or answered, or another was made meanwhile.
    """

    def change(fixture: Fixture, note: FixtureNote) -> None:
        if _asked_for(fixture, proposal, match, note.side).side == note.side:
            raise EventNotAllowed("fixture_own_proposal")

    return word_write(match, by, Kind.DECLINED, key, {"text": text.strip()[:500]}, change)


def clocks_of(match: Match, side: int | None) -> Clocks:
    """Return the clocks by which a player reads the dates of their match."""
    if side is None:
        return Clocks(match.club.time_zone)
    own, other = two_of(match)[side], two_of(match)[1 - side]
    return Clocks.of(match.club, own, other, "" if other is None else other.current.name)


def _asked_for(fixture: Fixture, proposal: int, match: Match, side: int | None) -> FixtureNote:
    """Return the proposal that waits for an answer, if it is the one that a side has seen.

    Raises:
        Conflict: a date was accepted meanwhile, or another proposal is the last.
    """
    spoken = said_by_these(fixture.match, fixture.notes.order_by("pk"))
    about_dates = [one for one in spoken if one.kind in FixtureNote.ABOUT_DATES]
    last, agreed = (about_dates[-1] if about_dates else None), agreed_of(fixture, spoken)
    if last is not None and last.kind == Kind.ACCEPTED and agreed is not None:
        raise EventConflict("fixture_agreed", at=clocks_of(match, side).said(agreed))
    if last is None or last.kind != Kind.PROPOSED or last.pk != proposal:
        raise EventConflict("fixture_proposal_gone")
    return last


def fixture_say(*, match: Match, by: Doer, text: str, key: str) -> FixtureNote:
    """Write something to both; the director may, too, and reads everything.

    Raises:
        NotAllowed: the user neither plays this match nor directs.
        Refused: there is no text.
    """
    if not text.strip():
        raise EventRefused("fixture_text")

    said = {"text": text.strip()[:500]}
    return word_write(match, by, Kind.SAID, key, said, is_open=False)


def fixtures_read(*, dated: Dated, by: User, up_to: int) -> None:
    """Say that a director has read what was written in a season or cup, up to a word; and in what
    is listed with it.

    Raises:
        NotAllowed: the user does not direct.
    """
    if not directs(by, dated.event.club):
        raise EventNotAllowed
    found = Fixture.objects.filter(match__round__division__event__in=read_with(dated))
    found.filter(read_to__lt=up_to).update(read_to=up_to)


@transaction.atomic
def fixture_extend(
    *, match: Match, by: User, ends_on: datetime.date | None, reason: str, key: str
) -> None:
    """Give one match a deadline of its own; both read why. None: its round's or season's holds.

    To take it back, move it back.

    Raises:
        NotAllowed: the user does not direct.
        Refused: there is no reason, or the day is over.
        Conflict: the match is decided.
    """
    if not directs(by, match.club):
        raise EventNotAllowed
    if not reason.strip():
        raise EventRefused("league_reason")
    deadline = None if ends_on is None else day_end(match.club, ends_on)
    if deadline is not None and deadline <= timezone.now():
        raise EventRefused("league_deadline_past")

    def moved(fixture: Fixture, note: FixtureNote) -> None:
        fixture.deadline = deadline
        fixture.save(update_fields=["deadline"])
        # The director's word to both, even where they are one of the two.
        note.side = note.player = None

    until = None if deadline is None else deadline.isoformat()
    said = {"text": reason.strip()[:500], "times": [until] if until else []}

    def change(_locked: Event) -> None:
        word_write(match, by, Kind.EXTENDED, key, said, moved)

    payload = {
        "match": match.public_id,
        "until": until,
        "reason": reason.strip()[:200],
    }
    event_write(EventRequest(event_of(match), by, "fixture_deadline", payload, key=key), change)
