"""What two say about their match at a date of its own: dates, messages, who did not come."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from games.accounts.services.push import Notice
from games.eventlog.keys import require_key, require_same
from games.models import Player, User
from games.models.locks import rows_lock
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.leagues.selectors.fixtures import (
    ON_ABSENCE,
    absences_in,
    agreed_of,
    said_by_these,
    walkover_key,
)
from tournaments.leagues.selectors.progress import read_with
from tournaments.leagues.services.in_spite import in_spite_of_board
from tournaments.leagues.times import Clocks, moment
from tournaments.models import Dated, Event, Fixture, FixtureNote, Match, Round, day_end
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.telling import calls_tell
from tournaments.record.services.writing import (
    Doer,
    EventRequest,
    event_beat,
    event_lock,
    event_write,
    named,
)
from tournaments.results.reasons import DID_NOT_COME
from tournaments.results.services.results import match_forfeit

MOST_TIMES: Final = 5
FURTHEST: Final = datetime.timedelta(days=3660)
MOST_WORDS: Final = 40
"""Words of one fixture in a day: more would be abuse."""
A_DAY: Final = datetime.timedelta(days=1)
WAITED: Final = datetime.timedelta(minutes=15)
Kind = FixtureNote.Kind
NOTICES: Final[dict[str, Literal["proposal", "agreed"]]] = {
    Kind.PROPOSED: "proposal",
    Kind.ACCEPTED: "agreed",
}
"""What devices show of these words; of all others only whose match it is."""


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
    return _written(match, by, Kind.PROPOSED, key, said)


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
    return _written(match, by, Kind.ACCEPTED, key, said, change)


def fixture_withdraw(*, match: Match, by: Doer, proposal: int, key: str) -> FixtureNote:
    """Take one's own proposal back: none of its dates can be accepted any more.

    Raises:
        NotAllowed: the user does not play this match, or the other has proposed it.
        Conflict: it was answered, or another was made meanwhile.
    """

    def change(fixture: Fixture, note: FixtureNote) -> None:
        if _asked_for(fixture, proposal, match, note.side).side != note.side:
            raise EventNotAllowed("fixture_not_proposed")

    return _written(match, by, Kind.WITHDRAWN, key, {}, change)


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

    return _written(match, by, Kind.DECLINED, key, {"text": text.strip()[:500]}, change)


def clocks_of(match: Match, side: int | None) -> Clocks:
    """Return the clocks by which a player reads the dates of their match."""
    if side is None:
        return Clocks(match.club.time_zone)
    own, other = _players(match)[side], _players(match)[1 - side]
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
    return _written(match, by, Kind.SAID, key, said, is_open=False)


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
    return _written(match, by, Kind.ABSENT, key, said, change)


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

    return _written(match, by, Kind.RECANTED, key, {}, change)


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
        note.side, note.player = side, _players(locked.match)[side]
        # A new date that the two have agreed on since stays.
        if how != "walkover" and locked.agreed_at and locked.agreed_at <= timezone.now():
            locked.agreed_at = None
            locked.save(update_fields=["agreed_at"])

    if how == "walkover":
        _written(match, by, Kind.WALKOVER, key, {}, struck)
        match.refresh_from_db()
        _walkover(match, by, side, key)
        return
    kind = Kind.EXCUSED if how == "nothing" else Kind.STRUCK

    def change(_locked: Event) -> None:
        _written(match, by, kind, key, {}, struck)

    who = _players(match)[side]
    payload = {"match": match.public_id, "player": None if who is None else who.public_id}
    event_write(EventRequest(_event(match), by, f"fixture_{kind}", payload, key=key), change)


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
        _written(match, by, Kind.UNDECIDED, key, {}, back, is_open=False)

    payload = {"match": match.public_id}
    event_write(EventRequest(_event(match), by, "fixture_undecided", payload, key=key), change)


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
        _written(match, by, Kind.EXTENDED, key, said, moved)

    payload = {
        "match": match.public_id,
        "until": until,
        "reason": reason.strip()[:200],
    }
    event_write(EventRequest(_event(match), by, "fixture_deadline", payload, key=key), change)


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
            who, other = (_players(fixture.match)[side] for side in (note.side, 1 - note.side))
            if who is not None and other is not None:
                found.append(Claim(fixture.match_id, who.current, other.current))
    return found


@transaction.atomic
def _written(
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
    event = _event(match)
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
    note.player = None if side is None else _players(locked)[side]
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
    two = [one for one in _players(match) if one is not None]
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


def _event(match: Match) -> Event:
    if match.round is None or not match.round.division.event.own_dates:
        raise EventConflict("fixture_gone")
    return match.round.division.event


def _players(match: Match) -> tuple[Player | None, Player | None]:
    return match.first, match.second


def _pks(by: Doer) -> tuple[Any, Any]:
    account, guest = named(by).values()
    return account and account.pk, guest and guest.pk
