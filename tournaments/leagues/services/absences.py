"""Who did not come to a match at a date of its own: said by the other, decided by the director."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Player, User
from tournaments.errors import EventNotAllowed, EventRefused
from tournaments.leagues.selectors.fixtures import (
    ON_ABSENCE,
    absences_in,
    agreed_of,
    said_by_these,
    walkover_key,
)
from tournaments.leagues.services.fixtures import clocks_of
from tournaments.leagues.services.in_spite import in_spite_of_board
from tournaments.leagues.services.word_writing import event_of, two_of, word_write
from tournaments.leagues.times import moment
from tournaments.models import Event, Fixture, FixtureNote, Match
from tournaments.record.services.access import directs
from tournaments.record.services.writing import (
    Doer,
    EventRequest,
    event_write,
)
from tournaments.results.reasons import DID_NOT_COME
from tournaments.results.services.results import match_forfeit

A_DAY: Final = datetime.timedelta(days=1)
WAITED: Final = datetime.timedelta(minutes=15)
Kind = FixtureNote.Kind


def fixture_absent(
    *,
    match: Match,
    by: Doer,
    text: str = "",
    at: datetime.datetime | None = None,
    key: str,
) -> FixtureNote:
    """Say that the opponent did not come, fifteen minutes after the agreed time.

    `at` is when they were to meet, where they have agreed on it elsewhere: a date that was agreed
    on here goes before it. Where the other has said it before, it is the answer to that, and of the
    same time: the director reads that both say it of each other.

    Raises:
        NotAllowed: the user does not play this match.
        Refused: it is too early, nobody says when they were to meet, or it was before these two
            had to play.
    """

    def change(fixture: Fixture, note: FixtureNote) -> None:
        spoken = said_by_these(fixture.match, fixture.notes.order_by("pk"))
        agreed = agreed_of(fixture, spoken)
        theirs = next((one for one in absences_in(spoken).claims if one.side != note.side), None)
        met_at = agreed or at or (moment(theirs.times[0]) if theirs and theirs.times else None)
        if met_at is None:
            raise EventRefused("fixture_when")
        begins = _begins(fixture.match, spoken)
        if agreed is None and met_at < begins - A_DAY:
            raise EventRefused("fixture_before", at=clocks_of(match, note.side).here(begins))
        if timezone.now() < met_at + WAITED:
            raise EventRefused("fixture_too_early")

    said = {"text": text.strip()[:500], "times": [] if at is None else [at.isoformat()]}
    return word_write(match, by, Kind.ABSENT, key, said, change)


def fixture_recant(*, match: Match, by: Doer, key: str) -> FixtureNote:
    """Take back that the opponent did not come, as long as the director has not decided on it.

    Raises:
        NotAllowed: the user does not play this match.
        Conflict: the match is decided.
        Refused: they have not said so, or the director has decided.
    """

    def change(fixture: Fixture, note: FixtureNote) -> None:
        if all(one.side != note.side for one in _standing(fixture)):
            raise EventRefused("fixture_nobody_absent")

    return word_write(match, by, Kind.RECANTED, key, {}, change)


def _begins(match: Match, spoken: Sequence[FixtureNote]) -> datetime.datetime:
    """Return since when two owe each other a match: since the season began or their round came out,
    and not before both were known, or one challenged the other.

    What is drawn anew after a division was split comes out later than the two began.
    """
    assert match.round is not None, "a fixture is a match of an event"
    first_day = match.round.division.event.starts_on
    midnight = datetime.datetime.combine(first_day, datetime.time(), ZoneInfo(match.club.time_zone))
    since = [one.created_at for one in spoken if one.kind == Kind.CHALLENGED]
    return max(
        filter(None, (min(midnight, match.round.released_at or midnight), match.known_at, *since))
    )


@transaction.atomic
def fixture_decide(
    *, match: Match, by: User, how: str, absent: int | None = None, key: str
) -> None:
    """Decide, after somebody did not come: `walkover`, `date` for a new one, or `nothing`.

    `absent` is the side that did not come: it is asked for where both say it of each other.

    A walkover and a new date are a strike for who did not come; what is taken back is none, and
    waits to be decided again.

    Raises:
        NotAllowed: the user does not direct.
        Refused: nobody has said so, or both have and it is not said which.
    """
    if not directs(by, match.club):
        raise EventNotAllowed
    fixture = Fixture.objects.filter(match=match).first()
    if fixture is None:
        raise EventRefused("fixture_nobody_absent")
    side = _absent_side(fixture, how, absent)

    def struck(locked: Fixture, note: FixtureNote) -> None:
        # Somebody may have spoken, or decided, meanwhile.
        if _absent_side(locked, how, absent) != side:
            raise EventRefused("fixture_nobody_absent")
        note.side, note.player = side, two_of(locked.match)[side]
        # A new date that the two have agreed on since stays.
        if how != "walkover" and locked.agreed_at and locked.agreed_at <= timezone.now():
            locked.agreed_at = None
            locked.save(update_fields=["agreed_at"])

    if how == "walkover":
        word_write(match, by, Kind.WALKOVER, key, {}, struck)
        match.refresh_from_db()
        _walkover(match, by, side, key)
        return
    kind = Kind.EXCUSED if how == "nothing" else Kind.STRUCK

    def change(_locked: Event) -> None:
        word_write(match, by, kind, key, {}, struck)

    who = two_of(match)[side]
    payload = {"match": match.public_id, "player": None if who is None else who.public_id}
    event_write(EventRequest(event_of(match), by, f"fixture_{kind}", payload, key=key), change)


@transaction.atomic
def fixture_undecide(*, match: Match, by: Doer, key: str) -> None:
    """Take back what was decided last on who did not come: a strike is none any more, the date on
    which they had agreed is there again, and it waits to be decided. A walkover is undone at the
    match.

    Raises:
        NotAllowed: the user does not direct.
        Refused: there is nothing to take back, or somebody has said since that the other did not
            come.
    """
    if not isinstance(by, User) or not directs(by, match.club):
        raise EventNotAllowed

    def back(locked: Fixture, note: FixtureNote) -> None:
        spoken = said_by_these(locked.match, locked.notes.order_by("pk"))
        if absences_in(spoken).decision is None:
            raise EventRefused("fixture_nothing_decided")
        # The director's word to both, even where they are one of the two.
        note.side = note.player = None
        agreed = absences_in([*spoken, note]).agreed
        if locked.agreed_at is None and agreed is not None and agreed.times:
            locked.agreed_at = moment(agreed.times[0])
            locked.save(update_fields=["agreed_at"])

    def change(_locked: Event) -> None:
        word_write(match, by, Kind.UNDECIDED, key, {}, back, is_open=False)

    payload = {"match": match.public_id}
    event_write(EventRequest(event_of(match), by, "fixture_undecided", payload, key=key), change)


def _absent_side(fixture: Fixture, how: str, absent: int | None) -> int:
    """Return who did not come, as it is said and decided.

    Raises:
        Refused: nobody says so of them, or both say it and it is not decided of whom.
    """
    sides = [1 - one.side for one in _standing(fixture) if one.side is not None]
    if not sides or (absent is not None and absent not in sides):
        raise EventRefused("fixture_nobody_absent")
    if absent is None and len(sides) > 1 and how != "nothing":
        raise EventRefused("fixture_both_absent")
    return sides[0] if absent is None else absent


def _walkover(match: Match, by: User, absent: int, key: str) -> None:
    said: dict[str, Any] = {"match": match, "by": by, "loser": absent}
    said |= {"version": match.version, "key": walkover_key(key)}
    said["reason"] = DID_NOT_COME
    in_spite_of_board(lambda seen: match_forfeit(**said, seen=seen))


def absence_of(fixture: Fixture) -> FixtureNote | None:
    """Return the word that somebody did not come, as long as nobody has decided on it; the first
    where both say it of each other.
    """
    return next(iter(_standing(fixture)), None)


def _standing(fixture: Fixture) -> tuple[FixtureNote, ...]:
    """Return who says that the other did not come, of each side one word at most."""
    if fixture.match.is_settled:
        return ()
    said = said_by_these(fixture.match, fixture.notes.filter(kind__in=ON_ABSENCE).order_by("pk"))
    return absences_in(said).claims


@dataclass(frozen=True, slots=True)
class Claim:
    """That somebody did not come, as long as nobody has decided on it; by the match's key."""

    match: int
    who: Player
    other: Player


def claims_in(matches: QuerySet[Match]) -> list[Claim]:
    """Return who says of whom that they did not come, in the order of the matches."""
    said = FixtureNote.objects.filter(kind=Kind.ABSENT, fixture__match__in=matches)
    fixtures = Fixture.objects.filter(pk__in=said.values("fixture"))
    two = ("match__first__merged_into", "match__second__merged_into")
    found = []
    for fixture in fixtures.select_related(*two).order_by("match"):
        note = absence_of(fixture)
        if note is not None and note.side is not None:
            who, other = (two_of(fixture.match)[side] for side in (note.side, 1 - note.side))
            if who is not None and other is not None:
                found.append(Claim(fixture.match_id, who.current, other.current))
    return found
