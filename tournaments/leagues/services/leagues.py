"""Leagues and their seasons: announced, entered, released, closed, drafted, followed on."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.services.accounts import refusal
from games.models import Club, Player, User
from games.models.locks import rows_lock
from games.permissions import Capability, require
from games.sessions.services.sessions import seasons_locked
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.draws import draw_confirm, draw_make, draw_release
from tournaments.events.services.entering import division_locked, enter, entries_follow
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create, event_finish
from tournaments.events.services.naming import NO_ABOUTS
from tournaments.leagues.selectors.seasons import (
    ENTERS,
    LEAVES,
    Stage,
    draft_moves,
    moves_json,
    moves_of,
    players_by_id,
    rules_of,
    season_current,
    stage_of,
)
from tournaments.models import Event, League, LeagueSeason, Match, Round
from tournaments.record.services.formats import match_params
from tournaments.record.services.writing import EventRequest, event_write, event_written
from tournaments.results.services.results import (
    match_break_off,
    match_confirm,
    match_no_show,
    match_undo,
)
from tournaments.standings.promotion import divisions_of

SETTINGS: Final = (
    "name",
    "shape",
    "match_length",
    "params",
    "tie_breaks",
    "rule",
    "up",
    "down",
    "share",
    "few",
    "unplayed",
    "round_days",
)
"""What a director says about a league; a change counts from the next season on."""
CHAIN: Final = ("wins", "head_to_head", "points_difference", "level", "lots")
"""The usual order of equals."""
DAY_ENDS: Final = datetime.time(23, 59)


@transaction.atomic
def league_create(*, club: Club, by: User, **settings: Any) -> League:
    """Found a league of a club. Settings: see `SETTINGS`.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a setting is not valid, or another league has the name.
    """
    require(by, Capability.DIRECT, club)
    league = League(club=club, created_by=by)
    _set(league, settings)
    league.save(force_insert=True)
    return league


@transaction.atomic
def league_change(*, league: League, by: User, **settings: Any) -> League:
    """Change a league: its name at once, all else from the next season on.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a setting is not valid, or another league has the name.
    """
    require(by, Capability.DIRECT, league.club)
    _set(league, settings)
    league.save(update_fields=list(SETTINGS))
    return league


@transaction.atomic
def season_announce(
    *,
    league: League,
    by: User,
    divisions: Sequence[Sequence[Player]],
    starts_on: datetime.date,
    ends_on: datetime.date,
    late_until: datetime.date | None = None,
    key: str = "",
) -> LeagueSeason:
    """Announce a season with its divisions from the top; it ends at midnight of a day of the club.

    Everybody's level is their place in this order, so that equals can be told apart by it.

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
    there: set[int] = set()
    for player in (one.current for group in divisions for one in group):
        if player.pk in there:
            raise EventRefused("league_two_divisions", name=player.name)
        there.add(player.pk)
    deadline = day_end(club, ends_on)
    if deadline <= timezone.now():
        raise EventRefused("league_deadline_past")
    event = event_create(
        club=club,
        by=by,
        title=f"{league.name} {number}",
        starts_on=starts_on,
        own_dates=True,
        divisions=[_division(league, place) for place in range(1, max(1, len(divisions)) + 1)],
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


def season_enter(*, season: LeagueSeason, player: Player, by: User, key: str = "") -> None:
    """Enter somebody: a member themselves, or the director anybody. They play in the lowest
    division, at once or from the next season on where it is too late.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: they are entered already.
    """
    person = _own(season, player, by)

    def change(locked: Event) -> None:
        found = _locked(season)
        if found.closed_at is not None or _is_too_late(found):
            found.wishes = {**found.wishes, person.public_id: ENTERS}
            found.save(update_fields=["wishes"])
            return
        lowest = locked.divisions.order_by("-position")[0]
        found_division = division_locked(lowest.pk)
        enter(found_division, [person], [0], NO_ABOUTS)
        entries_follow(found_division, locked)

    payload = {"player": person.public_id}
    event_written(_asked(season, by, "league_enter", payload, key), change)


def season_wish(
    *, season: LeagueSeason, player: Player, by: User, plays: bool, key: str = ""
) -> None:
    """Say whether somebody plays the next season: who does not is not drafted.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """
    person = _own(season, player, by)

    def change(locked: Event) -> None:
        found = _locked(season)
        entered = locked.divisions.filter(entries__player=person).exists()
        wishes = {one: wish for one, wish in found.wishes.items() if one != person.public_id}
        if plays != entered:
            wishes[person.public_id] = ENTERS if plays else LEAVES
        found.wishes = wishes
        found.save(update_fields=["wishes"])

    payload = {"player": person.public_id, "plays": plays}
    event_written(_asked(season, by, "league_wish", payload, key), change)


@transaction.atomic
def season_release(*, season: LeagueSeason, by: User) -> None:
    """Draw and release all divisions: everybody sees their opponents. In rounds: the next one.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a division is too small or too large.
    """
    rules, is_rounds = rules_of(season.league), season.league.shape == League.Shape.ROUNDS
    if season.closed_at is not None:
        raise EventConflict("league_closed")
    divisions = list(season.event.divisions.order_by("position").select_related("event__club"))
    if not is_rounds and any(one.rounds.filter(state="released").exists() for one in divisions):
        raise EventConflict("league_released")
    for division in divisions:
        count = division.entries.exclude(state="withdrawn").count()
        first = not division.rounds.exists()
        if first and not rules.least <= count <= rules.most:
            raise EventRefused(
                "league_size",
                least=rules.least,
                most=rules.most,
                name=division.name,
                count=count,
            )
        if not division.rounds.filter(state=Round.State.CONFIRMED).exists():
            draw_make(division=division, by=by)
            draw_confirm(division=division, by=by, in_spite=True)
        draw_release(division=division, by=by)
    season.event.refresh_from_db()


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
        found = _locked(season)
        if found.closed_at is not None:
            raise EventConflict("league_closed")
        found.deadline, found.deadline_reason = deadline, reason.strip()[:200]
        found.save(update_fields=["deadline", "deadline_reason"])

    payload = {"until": deadline.isoformat(), "reason": reason.strip()[:200]}
    event_write(_asked(season, by, "league_deadline", payload, key), change)


@transaction.atomic
def season_close(*, season: LeagueSeason, by: User, key: str = "") -> None:
    """Close a season: reported results count, and what was not played counts as the league says.

    Before the deadline this is its early end.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: matches are disputed, or wait for the director.
    """
    require(by, Capability.DIRECT, season.event.club)
    _lock(season.event)
    if season.closed_at is not None:
        raise EventConflict("league_closed")
    if not season.event.divisions.filter(rounds__state=Round.State.RELEASED).exists():
        raise EventConflict("league_not_released")
    undecided = list(
        Match.objects.filter(
            round__division__event=season.event,
            round__state=Round.State.RELEASED,
            state__in=Match.UNDECIDED,
        ).order_by("pk")
    )
    disputed = sum(one.state == Match.State.DISPUTED for one in undecided)
    if disputed:
        raise EventConflict("league_disputed", count=disputed)
    still = [one for one in undecided if one.state == Match.State.OPEN]
    if still and season.league.unplayed == League.Unplayed.WAITS:
        raise EventConflict("league_unplayed", count=len(still))
    reason = gettext("Not played by the deadline")
    decide = match_no_show if season.league.unplayed == League.Unplayed.NOTHING else match_break_off
    for match in undecided:
        version = match.version
        own_key = f"close-{season.number}-{match.public_id}-{version}"
        if match.state == Match.State.REPORTED:
            match_confirm(match=match, by=by, version=version, key=own_key)
        else:
            decide(match=match, by=by, version=version, key=own_key, reason=reason)
    season.event.refresh_from_db()

    def change(locked: Event) -> None:
        found = _locked(season)
        found.closed_at = timezone.now()
        found.save(update_fields=["closed_at"])

    event_write(_asked(season, by, "league_close", {}, key), change)
    season.refresh_from_db()


@transaction.atomic
def season_reopen(*, season: LeagueSeason, by: User, key: str = "") -> None:
    """Take the closing of a season back: what was not played is to be played again.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it is not closed.
    """
    require(by, Capability.DIRECT, season.event.club)
    _lock(season.event)
    if season.closed_at is None:
        raise EventConflict("league_not_closed")
    closed = f"close-{season.number}-"
    matches = Match.objects.filter(
        round__division__event=season.event, log__key__startswith=closed
    ).distinct()
    for match in matches.order_by("pk"):
        last = match.log.order_by("-sequence").first()
        # What was corrected since stays as it is.
        if last is not None and last.key.startswith(closed):
            own_key = f"open-{season.number}-{match.public_id}-{match.version}"
            match_undo(match=match, by=by, version=match.version, key=own_key)
    season.event.refresh_from_db()

    def change(locked: Event) -> None:
        found = _locked(season)
        found.closed_at, found.draft = None, None
        found.save(update_fields=["closed_at", "draft"])

    event_write(_asked(season, by, "league_reopen", {}, key), change)
    season.refresh_from_db()


def season_draft(*, season: LeagueSeason, by: User, key: str = "") -> None:
    """Make the draft of the next season from the final tables and the wishes, anew if there is one.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: the season is not closed.
    """

    def change(locked: Event) -> None:
        found = _locked(season)
        if found.closed_at is None:
            raise EventConflict("league_not_closed")
        computed = moves_json(moves_of(found))
        found.draft = {"computed": computed, "moves": computed}
        found.save(update_fields=["draft"])

    event_write(_asked(season, by, "league_draft", {}, key), change)
    season.refresh_from_db()


def draft_move(
    *, season: LeagueSeason, by: User, player: Player, to: int | None, key: str = ""
) -> None:
    """Put somebody of the draft into another division by hand, or out of it.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no draft, or they are not in it.
    """

    def change(locked: Event) -> None:
        found = _locked(season)
        if found.draft is None:
            raise EventRefused("league_draft_missing")
        moves = [dict(one) for one in found.draft["moves"]]
        theirs = [one for one in moves if one["key"] == player.public_id]
        if not theirs:
            raise EventRefused("not_entered")
        theirs[0].update(to=to, reason="hand")
        moves.sort(key=lambda one: (one["to"] is None, one["to"] or 0))
        found.draft = {**found.draft, "moves": moves}
        found.save(update_fields=["draft"])

    payload = {"player": player.public_id, "to": to}
    event_write(_asked(season, by, "league_move", payload, key), change)
    season.refresh_from_db()


@transaction.atomic
def season_follow(
    *,
    season: LeagueSeason,
    by: User,
    starts_on: datetime.date,
    ends_on: datetime.date,
    late_until: datetime.date | None = None,
) -> LeagueSeason:
    """Confirm the draft: the season ends, and the next one is announced with its divisions.

    Raises:
        NotAllowed, Conflict: see `event_finish` and `season_announce`.
        Refused: there is no draft, or a division would be too small or too large.
    """
    require(by, Capability.DIRECT, season.event.club)
    _lock(season.event)
    if season.draft is None:
        raise EventRefused("league_draft_missing")
    rules, known = rules_of(season.league), players_by_id(season.league)
    divisions = [
        [known[key].current for key in group if key in known]
        for group in divisions_of(draft_moves(season))
    ]
    for place, group in enumerate(divisions, 1):
        if not rules.least <= len(group) <= rules.most:
            raise EventRefused(
                "league_size",
                least=rules.least,
                most=rules.most,
                name=division_name(place),
                count=len(group),
            )
    event_finish(event=season.event, by=by)
    return season_announce(
        league=season.league,
        by=by,
        divisions=divisions,
        starts_on=starts_on,
        ends_on=ends_on,
        late_until=late_until,
    )


def day_end(club: Club, day: datetime.date) -> datetime.datetime:
    """Return the end of a day in the club's zone."""
    return datetime.datetime.combine(day, DAY_ENDS, ZoneInfo(club.time_zone))


def division_name(place: int) -> str:
    """Return what a division is called, from the top."""
    return gettext("Division %(place)s") % {"place": place}


# within


def _set(league: League, settings: dict[str, Any]) -> None:
    unknown = settings.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"not settings of a league: {sorted(unknown)}")
    for name, value in settings.items():
        setattr(league, name, value.strip() if isinstance(value, str) else value)
    league.params = match_params(league.shape, league.params)
    league.tie_breaks = list(league.tie_breaks or CHAIN)
    others = League.objects.filter(club=league.club, name=league.name).exclude(pk=league.pk)
    if others.exists():
        raise EventRefused("league_twice", name=league.name)
    try:
        league.clean_fields(exclude=["club", "created_by"])
    except ValidationError as error:
        raise refusal(error) from error


def _division(league: League, place: int) -> dict[str, Any]:
    return {
        "name": division_name(place),
        "format": league.shape,
        "params": league.params,
        "match_length": league.match_length,
        "tie_breaks": league.tie_breaks,
        "seeding": "level",
    }


def _own(season: LeagueSeason, player: Player, by: User) -> Player:
    """Return a player as the club knows them now.

    Raises:
        NotAllowed: it is somebody else's, and the user does not direct.
        Refused: they are of another club.
    """
    person = player.current
    if person.club_id != season.event.club_id:
        raise EventRefused("league_not_member")
    is_own = person.user_id == by.pk
    require(by, Capability.SEE_NAMES if is_own else Capability.DIRECT, season.event.club)
    return person


def _lock(event: Event) -> None:
    """Lock what comes before an event, for several steps in one."""
    rows_lock(Club.objects.filter(pk=event.club_id))
    seasons_locked(event.season_id)


def _is_too_late(season: LeagueSeason) -> bool:
    if season.event.status == Event.Status.PLANNED:
        return False
    today = timezone.localdate(timezone=ZoneInfo(season.event.club.time_zone))
    return season.late_until is None or today > season.late_until


def _locked(season: LeagueSeason) -> LeagueSeason:
    found = LeagueSeason.objects.select_related("league__club", "event__club")
    return found.get(pk=season.pk)


def _asked(
    season: LeagueSeason, by: User, kind: str, payload: dict[str, Any], key: str
) -> EventRequest:
    return EventRequest(season.event, by, kind, payload, key=key)
