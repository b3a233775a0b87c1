"""Challenges on a ladder: made, taken back, and decided where they were not played in time."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any, Final
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.accounts.services.push import Notice
from games.errors import ServiceError
from games.eventlog.keys import require_key, require_same
from games.models import User
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.events.services.entries import entry_leave, entry_unpause
from tournaments.events.services.parting import addresses_keep, agree_again, agreed_in
from tournaments.formats.base import Pairing
from tournaments.formats.match_ladder import round_of
from tournaments.leagues.selectors.ladders import ladder_of
from tournaments.leagues.services.absences import absence_of
from tournaments.leagues.services.seasons import event_and_before_lock, season_read
from tournaments.models import (
    Dated,
    Entry,
    Event,
    Fixture,
    FixtureNote,
    League,
    LeagueSeason,
    Match,
    day_end,
)
from tournaments.record.selectors.dated import is_cut
from tournaments.record.selectors.situations import situation_of
from tournaments.record.services.access import directs, require_entry, side_of
from tournaments.record.services.formats import params_of
from tournaments.record.services.telling import calls_tell
from tournaments.record.services.writing import Doer, EventRequest, event_written, named
from tournaments.results.reasons import NOT_IN_TIME, REFUSED
from tournaments.results.services.propagation import matches_add
from tournaments.results.services.results import match_forfeit, match_no_show

CHALLENGER: Final = 0
"""The side of who has challenged."""
Kind = FixtureNote.Kind

logger = structlog.get_logger(__name__)


@transaction.atomic
def challenge_make(
    *, season: LeagueSeason, challenger: Entry, challenged: Entry, by: Doer, key: str
) -> Match:
    """Challenge somebody above on a ladder; the match is to be played within the league's days.

    Sent again with the same key it is the same match.

    Raises:
        NotAllowed: the user is neither the challenger nor the director.
        Refused: the rules of the ladder do not allow it now.
        Conflict: the season is not played now.
    """
    require_key(key)
    require_entry(by, challenger)
    event_and_before_lock(season.event)
    before = _keyed(season, by, key)
    if before is not None:
        sides = before.fixture.match.first_id, before.fixture.match.second_id
        meant = challenger.player_id, challenged.player_id
        require_same(before.kind == Kind.CHALLENGED and sides == meant)
        return before.fixture.match
    made: list[Match] = []

    def change(locked: Event) -> None:
        found = season_read(season)
        ladder = ladder_of(found)
        if ladder is None or challenger.division_id != ladder.division.pk:
            raise EventConflict("ladder_missing")
        if ladder.is_over:
            raise EventRefused("ladder_over")
        two = challenger.number, challenged.number
        code = (
            "gone" if challenged.division_id != ladder.division.pk else ladder.rungs.refusal(*two)
        )
        if code:
            is_there = challenger.number in ladder.rungs.order
            who = challenger if code == "gone" and not is_there else challenged
            raise EventRefused(
                f"ladder_{code}", name=who.player.current.name, reach=ladder.rungs.reach
            )
        now = situation_of(ladder.division)
        players = {one.number: one.player_id for one in ladder.entries.values()}
        added = [(round_of(now, *two), Pairing(*two))]
        made.extend(matches_add(ladder.division, now, players, added))
        fixture = Fixture.objects.create(match=made[0], deadline=challenge_deadline(found))
        FixtureNote.objects.create(
            fixture=fixture,
            kind=Kind.CHALLENGED,
            side=CHALLENGER,
            player=challenger.player,
            key=key,
            **named(by),
        )
        payload["match"] = made[0].public_id

    payload: dict[str, Any] = {
        "players": [challenger.player.public_id, challenged.player.public_id]
    }
    event_written(_asked(season, by, "ladder_challenge", payload), change)
    return made[0]


@transaction.atomic
def challenge_take_back(*, season: LeagueSeason, match: Match, by: Doer) -> None:
    """Take a challenge back: it has never been, and what was said about it is shown to nobody.

    Its challenger may, until a date is agreed on or it is played; a director until it has a result.

    Raises:
        NotAllowed: the user is neither the challenger nor the director.
        Conflict: it is agreed on, played or decided.
    """
    is_director = directs(by, match.club)
    if side_of(by, match) != CHALLENGER and not is_director:
        raise EventNotAllowed
    event_and_before_lock(season.event)

    def change(locked: Event) -> None:
        found = _challenge(season, match)
        if found.state != Match.State.OPEN or found.has_open_board:
            raise EventConflict("ladder_begun")
        if not is_director and (found.fixture.agreed_at or absence_of(found.fixture)):
            raise EventConflict("ladder_begun")
        round = found.round
        agreed = agreed_in(locked, Q(pk=found.pk))
        addresses_keep(locked, Q(pk=found.pk))
        found.delete()
        agree_again(locked, agreed)
        if round is not None and round.number > 1 and not round.matches.exists():
            round.delete()

    payload: dict[str, Any] = {
        "match": match.public_id,
        "players": [one.public_id for one in (match.first, match.second) if one is not None],
    }
    event_written(_asked(season, by, "ladder_back", payload), change)
    _tell(match, reverse("league_me", args=[season.league.public_id]), but=side_of(by, match))


@transaction.atomic
def challenge_refuse(*, season: LeagueSeason, match: Match, by: Doer, key: str) -> None:
    """Refuse a challenge: it is lost by walkover, as if it had not been played in time.

    Raises:
        NotAllowed: the user is not who was challenged.
        Refused: on this ladder what is not played goes to nobody: so does a refusal.
        Conflict: it is played or decided, or the director decides on it.
    """
    require_key(key)
    if side_of(by, match) != 1 - CHALLENGER:
        raise EventNotAllowed("not_your_match")
    event_and_before_lock(season.event)
    own_key = f"{key[:56]}-refused"
    if match.log.filter(key=own_key).exists():
        return

    def change(locked: Event) -> None:
        found = _challenge(season, match)
        if not goes_to_challenger(found, season):
            raise EventRefused("ladder_no_refusal")
        if found.state != Match.State.OPEN or found.has_open_board or absence_of(found.fixture):
            raise EventConflict("ladder_begun")
        said: dict[str, Any] = {"match": found, "version": found.version, "key": own_key}
        match_forfeit(by=None, loser=1 - CHALLENGER, reason=REFUSED, **said)

    event_written(_asked(season, by, "ladder_refuse", {"match": match.public_id}), change)
    _tell(match, reverse("match", args=[match.public_id]), but=1 - CHALLENGER)


def goes_to_challenger(match: Match, dated: Dated) -> bool:
    """Tell whether a challenge that is not played goes to who has challenged: not where the season
    ends before its days are over, for nobody was late.
    """
    assert match.round is not None, "a challenge is a match of a season"
    goes = params_of(match.round.division).lapsed == "challenger"
    return goes and not is_cut(dated, match.fixture)


def _challenge(season: LeagueSeason, match: Match) -> Match:
    found = Match.objects.filter(pk=match.pk).select_related(
        "club", "fixture", "online", "round__division__event"
    )
    challenge = found.first()
    if challenge is None or season.league.shape != League.Shape.LADDER:
        raise EventConflict("fixture_gone")
    return challenge


def _tell(match: Match, path: str, *, but: int | None) -> None:
    """Tell the devices of the two, but for who has done it."""
    two = [one for one in (match.first, match.second) if one is not None]
    notice = Notice("league", path, tuple(one.current.name for one in two))
    calls_tell([([one for side, one in enumerate(two) if side != but], notice)])


def ladder_leave(*, season: LeagueSeason, entry: Entry, by: Doer, key: str = "") -> None:
    """Leave a ladder that goes on: an open challenge goes to the other, results stay.

    Where a season ends, players say instead that they do not play the next one.

    Raises:
        NotAllowed: the user is neither the player nor the director.
        Refused: it is no ladder that goes on.
        Conflict: they have left already, or see `event_written`.
    """
    require_entry(by, entry)
    if not season.goes_on:
        raise EventRefused("ladder_ends")
    if Entry.objects.filter(pk=entry.pk, state=Entry.State.WITHDRAWN).exists():
        raise EventConflict("ladder_left")
    entry_leave(entry=entry, by=by, key=key)


def ladder_resume(*, season: LeagueSeason, entry: Entry, by: Doer, key: str = "") -> None:
    """Play again on a ladder after a pause, at the place that was kept.

    Raises:
        NotAllowed: the user is neither the player nor the director.
        Conflict: they do not pause, or see `event_written`.
    """
    require_entry(by, entry)
    is_ladder = season.league.shape == League.Shape.LADDER
    if not is_ladder or not Entry.objects.filter(pk=entry.pk, state=Entry.State.PAUSED).exists():
        raise EventConflict("ladder_not_paused")
    entry_unpause(entry=entry, by=by, key=key)


def challenges_lapse(*, now: datetime.datetime, event: Event | None = None) -> int:
    """Decide the challenges that were not played in time, as their league says; return how many.

    Of one season, if its `event` is given. A key for each version of the match lets two workers do
    it once.
    """
    done = 0
    for match, season in challenges_due(now, event):
        key = f"lapsed-{match.public_id}-{match.version}"
        version, reason = match.version, NOT_IN_TIME
        try:
            if goes_to_challenger(match, season):
                match_forfeit(
                    match=match,
                    by=None,
                    loser=1 - CHALLENGER,
                    reason=reason,
                    version=version,
                    key=key,
                )
            else:
                match_no_show(match=match, by=None, reason=reason, version=version, key=key)
        except ServiceError as error:
            # Somebody was faster: what they said stands.
            logger.info("challenge_not_lapsed", match=match.public_id, error=str(error))
        else:
            done += 1
    return done


def challenges_due(
    now: datetime.datetime, event: Event | None = None
) -> Iterator[tuple[Match, LeagueSeason]]:
    """Yield the challenges whose days are over and of which nothing was said to the director, with
    their season. What its last day cuts short is not played like all else when it is closed.
    """
    found = Match.objects.filter(
        state=Match.State.OPEN,
        fixture__deadline__lte=now,
        round__division__event__status=Event.Status.RUNNING,
        round__division__event__league_season__closed_at=None,
        round__division__event__league_season__league__shape=League.Shape.LADDER,
    )
    if event is not None:
        found = found.filter(round__division__event=event)
    season_of = "round__division__event__league_season__league"
    for match in found.select_related("club", season_of, "fixture").order_by("pk"):
        assert match.round is not None, "a challenge is a match of a season"
        season = match.round.division.event.league_season
        if absence_of(match.fixture) is None and not is_cut(season, match.fixture):
            yield match, season


def challenge_deadline(season: LeagueSeason) -> datetime.datetime:
    """Return until when a challenge of today is to be played, if its season goes on for so long."""
    club = season.league.club
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    return day_end(club, today + datetime.timedelta(days=season.league.round_days))


def _keyed(season: LeagueSeason, by: Doer, key: str) -> FixtureNote | None:
    """Return what this sender has written with a key in a season."""
    found = FixtureNote.objects.filter(
        key=key, fixture__match__round__division__event=season.event_id, **named(by)
    )
    return found.select_related("fixture__match").first()


def _asked(season: LeagueSeason, by: Doer, kind: str, payload: dict[str, Any]) -> EventRequest:
    """Return the request for a row in the log of the season's event; a phone's has no account."""
    return EventRequest(season.event, by if isinstance(by, User) else None, kind, payload)
