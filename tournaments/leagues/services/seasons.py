"""Seasons of a league: announced, entered, released, and what is changed in between."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Club, Player, User
from games.models.locks import rows_lock
from games.names.lists import in_a_row
from games.permissions import Capability, require
from games.sessions.services.sessions import seasons_locked
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entering import division_locked, enter, entries_follow
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.events.services.events import DIVISION_MONEY, event_create
from tournaments.events.services.naming import NO_ABOUTS
from tournaments.events.services.removals import entry_remove
from tournaments.leagues.selectors.seasons import (
    ENTERS,
    LEAVES,
    Stage,
    gave_up,
    is_too_late,
    rules_of,
    season_current,
    stage_of,
    wishes_of,
)
from tournaments.leagues.times import local
from tournaments.models import (
    Division,
    Entry,
    EntryPass,
    Event,
    League,
    LeagueSeason,
    Round,
    day_end,
)
from tournaments.record.selectors.rounds import breaks_rules
from tournaments.record.services.access import directs
from tournaments.record.services.writing import (
    Doer,
    EventRequest,
    event_lock,
    event_write,
    event_written,
)
from tournaments.results.services.leaving import walkovers_keep

KEPT: Final = (
    *("place", "self_reports", "is_rated", "rates_single_points"),
    *("fee", "reentry_fee", "added", "costs", "currency", "prizes"),
)
"""Settings of an event that a season has from the one before, where it has one."""


@transaction.atomic
def season_announce(
    *,
    league: League,
    by: User,
    divisions: Sequence[Sequence[Player]],
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    late_until: datetime.date | None = None,
    fee: Decimal | None = None,
) -> LeagueSeason:
    """Announce a season with its divisions from the top; it ends at midnight of a day of the club.

    A ladder is one list, and may go on without an end. Everybody's level is their place in this
    order, so that equals can be told apart by it. Fees, prizes and the like are those of the season
    before, if there is one; `fee` is that of the first.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a season is running, or somebody stands in two divisions.
    """
    club = league.club
    require(by, Capability.DIRECT, club)
    rows_lock(Club.objects.filter(pk=club.pk))
    before = season_current(league)
    if before is not None and stage_of(before) not in (Stage.ENDED, Stage.CANCELLED):
        raise EventConflict("league_season_open", number=before.number)
    number = 1 if before is None else before.number + 1
    is_ladder = league.shape == League.Shape.LADDER
    if is_ladder:
        divisions = [[one for group in divisions for one in group]]
    counted = Counter(one.current for group in divisions for one in group)
    twice = [one.name for one, times in counted.items() if times > 1]
    if len(twice) == 1:
        raise EventRefused("league_two_divisions", name=twice[0])
    if twice:
        raise EventRefused("league_two_divisions_each", names=in_a_row(twice))
    if ends_on is None and not is_ladder:
        raise EventRefused("league_deadline_missing")
    deadline = None if ends_on is None else day_end(club, ends_on)
    if deadline is not None and deadline <= timezone.now():
        raise EventRefused("league_deadline_past")
    if ends_on is None:
        # There is no next season for who comes too late.
        late_until = None
    event = event_create(
        club=club,
        by=by,
        title=league.name if ends_on is None and number == 1 else f"{league.name} {number}",
        starts_on=starts_on,
        own_dates=True,
        divisions=[
            _division(league, place, before) for place in range(1, max(1, len(divisions)) + 1)
        ],
        **_kept(club, before, fee),
    )
    season = LeagueSeason.objects.create(
        league=league, event=event, number=number, deadline=deadline, late_until=late_until
    )
    level = 0
    for division, players in zip(event.divisions.order_by("position"), divisions, strict=False):
        if players:
            levels = list(range(level + 1, level + len(players) + 1))
            entries_add(division=division, by=by, players=players, levels=levels)
            level += len(players)
    return season


def season_enter(
    *,
    season: LeagueSeason,
    player: Player,
    by: Doer,
    division: Division | None = None,
    key: str = "",
) -> bool:
    """Enter somebody: a member themselves, or the director anybody. They play in the lowest
    division, or in the one that the director names; where it is too late, from the next season on.
    Return whether they play in this one.

    Who has left a ladder comes back at any time, with a phone, too; a match that went to their
    opponent by it stays the opponent's. Only the director takes the withdrawal back.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        NotAllowed: it is a phone of somebody who has not left a ladder.
        Refused: who has withdrawn elsewhere would take walkovers back, which the director does.
        Refused: they are entered already.
    """
    person = _own(season, player, by)
    if division is not None:
        if not isinstance(by, User):
            raise EventNotAllowed
        require(by, Capability.DIRECT, season.event.club)

    def change(locked: Event) -> None:
        found = season_read(season)
        back = _left_ladder(found, person)
        if isinstance(by, EntryPass) and back is None:
            raise EventNotAllowed
        if back is None and not directs(by, season.event.club) and gave_up(found, person):
            raise EventRefused("league_withdrawn")
        if is_too_late(found) and back is None:
            found.wishes = {**wishes_of(found), person.public_id: ENTERS}
            found.save(update_fields=["wishes"])
            return
        chosen = division or locked.divisions.order_by("-position")[0]
        found_division = division_locked(chosen.pk)
        if back is not None:
            walkovers_keep(found_division, back.player_id)
        enter(found_division, [person], [0], NO_ABOUTS)
        entries_follow(found_division, locked)
        wishes = wishes_of(found)
        if wishes.pop(person.public_id, "") == ENTERS:
            # They play already: they are not new in the next one.
            found.wishes = wishes
            found.save(update_fields=["wishes"])

    payload = {"player": person.public_id}
    if division is not None:
        payload["division"] = division.public_id
    sender = by if isinstance(by, User) else None
    event_written(asked_of(season, sender, "league_enter", payload, key), change)
    return Entry.objects.filter(Entry.of(person), division__event=season.event_id).exists()


def _left_ladder(season: LeagueSeason, person: Player) -> Entry | None:
    """Return the entry of who has left a ladder that is played; None of all others."""
    if season.league.shape != League.Shape.LADDER or stage_of(season) != Stage.RUNNING:
        return None
    found = Entry.objects.filter(Entry.of(person), division__event=season.event_id)
    return found.filter(state=Entry.State.WITHDRAWN).first()


def season_wish(
    *, season: LeagueSeason, player: Player, by: Doer, plays: bool, key: str = ""
) -> None:
    """Say whether somebody plays: before the release this season, which leaves out who does not,
    and after it the next one, for which they are not drafted. A player's phone says it, too.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    person = _own(season, player, by)

    def change(locked: Event) -> None:
        found = season_read(season)
        entered = Entry.objects.filter(Entry.of(person), division__event=locked).exists()
        wishes = {one: wish for one, wish in wishes_of(found).items() if one != person.public_id}
        if plays != entered:
            wishes[person.public_id] = ENTERS if plays else LEAVES
        found.wishes = wishes
        found.save(update_fields=["wishes"])

    payload = {"player": person.public_id, "plays": plays}
    sender = by if isinstance(by, User) else None
    event_written(asked_of(season, sender, "league_wish", payload, key), change)


@transaction.atomic
def season_release(*, season: LeagueSeason, by: User) -> None:
    """Draw and release all divisions: everybody sees their opponents. In rounds: the next one.

    Who has said before that they do not play is not in it.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a division is too small or too large.
    """
    is_rounds = season.league.shape == League.Shape.ROUNDS
    if season.closed_at is not None:
        raise EventConflict("league_closed")
    divisions = list(season.event.divisions.order_by("position").select_related("event__club"))
    if not is_rounds and any(one.rounds.filter(state="released").exists() for one in divisions):
        raise EventConflict("league_released")
    if season.event.status == Event.Status.PLANNED:
        _left_out(season, by)
    for division in divisions:
        count = division.entries.exclude(state="withdrawn").count()
        first = not division.rounds.exists()
        if first:
            size_checked(season.league, division.name, count)
        if not division.rounds.filter(state=Round.State.CONFIRMED).exists():
            draw_make(division=division, by=by)
            draw_confirm(division=division, by=by, in_spite=breaks_rules(division))
        draw_release(division=division, by=by)
    season.event.refresh_from_db()


def _left_out(season: LeagueSeason, by: User) -> None:
    """Take out of a season who has said before its release that they do not play; whose fee is
    paid stays on the list as withdrawn, so that it can be paid back.
    """
    event_and_before_lock(season.event)
    event_lock(season.event_id)
    found = season_read(season)
    wishes = wishes_of(found)
    leaving = {key for key, wish in wishes.items() if wish == LEAVES}
    if not leaving:
        return
    entries = Entry.objects.filter(division__event=season.event_id)
    for entry in entries.select_related("division__event", "player__merged_into"):
        if entry.player.current.public_id not in leaving:
            continue
        if entry.fees_paid:
            entry_withdraw(entry=entry, by=by)
        else:
            entry_remove(entry=entry, by=by, keeps_person=True)
    found.wishes = {key: wish for key, wish in wishes.items() if key not in leaving}
    found.save(update_fields=["wishes"])


def season_deadline(
    *, season: LeagueSeason, by: User, ends_on: datetime.date, reason: str, key: str = ""
) -> None:
    """Move the deadline of a season; everybody reads why.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no reason, or the day is over.
    """
    deadline = day_end(season.event.club, ends_on)
    if not reason.strip():
        raise EventRefused("league_reason")
    if deadline <= timezone.now():
        raise EventRefused("league_deadline_past")

    def change(locked: Event) -> None:
        found = season_read(season)
        if found.closed_at is not None:
            raise EventConflict("league_closed")
        if found.deadline is None:
            # While it went on, a day for late entries meant nothing.
            found.late_until = None
            found.save(update_fields=["late_until"])
        found.deadline, found.deadline_reason = deadline, reason.strip()[:200]
        found.save(update_fields=["deadline", "deadline_reason"])

    was = None if season.deadline is None else season.deadline.isoformat()
    payload = {"until": deadline.isoformat(), "was": was, "reason": reason.strip()[:200]}
    event_write(asked_of(season, by, "league_deadline", payload, key), change)


def season_late(
    *, season: LeagueSeason, by: User, late_until: datetime.date | None, key: str = ""
) -> None:
    """Say until when who enters plays in a season; without a day as its shape has it.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is a ladder that goes on, which anybody enters at any time.
    """

    def change(locked: Event) -> None:
        found = season_read(season)
        if found.closed_at is not None:
            raise EventConflict("league_closed")
        if found.goes_on:
            raise EventRefused("league_late_never")
        found.late_until = late_until
        if late_until is not None and found.deadline is not None:
            # Nobody enters after the deadline.
            last = local(season.event.club, found.deadline).date()
            found.late_until = min(late_until, last)
        found.save(update_fields=["late_until"])

    day = None if late_until is None else late_until.isoformat()
    event_write(asked_of(season, by, "league_late", {"until": day}, key), change)


def division_name(place: int) -> str:
    """Return what a division is called, from the top."""
    return gettext("Division %(place)s") % {"place": place}


def size_checked(league: League, name: str, count: int) -> None:
    """Refuse a division with fewer or more players than the league's shape can have.

    Raises:
        EventRefused: so it is.
    """
    rules = rules_of(league)
    if not rules.least <= count <= rules.most:
        raise EventRefused(
            "league_size", least=rules.least, most=rules.most, name=name, count=count
        )


def event_and_before_lock(event: Event) -> None:
    """Lock what comes before an event, for several steps in one."""
    rows_lock(Club.objects.filter(pk=event.club_id))
    seasons_locked(event.season_id)


def season_read(season: LeagueSeason) -> LeagueSeason:
    """Return a season as it is now that its event is locked."""
    found = LeagueSeason.objects.select_related("league__club", "event__club")
    return found.get(pk=season.pk)


def asked_of(
    season: LeagueSeason, by: User | None, kind: str, payload: dict[str, Any], key: str
) -> EventRequest:
    """Return the request for a step in the log of a season's event."""
    return EventRequest(season.event, by, kind, payload, key=key)


def _kept(club: Club, before: LeagueSeason | None, fee: Decimal | None) -> dict[str, Any]:
    """Return what a new season has from the one before, and the money of its club."""
    kept = {} if before is None else {name: getattr(before.event, name) for name in KEPT}
    if fee is not None:
        kept["fee"] = fee
    return {**kept, "currency": kept.get("currency") or club.currency}


def _division(league: League, place: int, before: LeagueSeason | None) -> dict[str, Any]:
    """Return the fields of a division of a new season: its money is that of its place before."""
    same = None if before is None else before.event.divisions.filter(position=place).first()
    return {
        **({} if same is None else {name: getattr(same, name) for name in DIVISION_MONEY}),
        "name": division_name(place),
        "format": league.shape,
        "params": league.params,
        "match_length": league.match_length,
        "tie_breaks": league.tie_breaks,
        "seeding": "level",
    }


def _own(season: LeagueSeason, player: Player, by: Doer) -> Player:
    """Return a player as the club knows them now.

    Raises:
        NotAllowed: it is somebody else's, and the user does not direct; or the phone of another.
        Refused: they are of another club.
    """
    person = player.current
    if person.club_id != season.event.club_id:
        raise EventRefused("league_not_member")
    if isinstance(by, EntryPass):
        granted = by.state == EntryPass.State.GRANTED
        if not granted or by.event_id != season.event_id or by.player.current != person:
            raise EventNotAllowed
        return person
    is_own = person.user_id == by.pk
    require(by, Capability.SEE_NAMES if is_own else Capability.DIRECT, season.event.club)
    return person
