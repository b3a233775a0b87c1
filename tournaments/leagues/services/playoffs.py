"""Play-offs: deciding matches of two who are level on a place that matters, made by the director.

One counts for nothing but the tie. It is a match in a round of its own, whose number is behind all
that a draw can make.
"""

from __future__ import annotations

import datetime
from typing import Any, Final

from django.db.models import Max
from django.utils import timezone

from games.models import User
from tournaments.errors import EventConflict, EventRefused
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.playoffs import OPEN, level_of
from tournaments.leagues.services.seasons import asked_of, season_read
from tournaments.leagues.services.word_writing import note_told
from tournaments.models import (
    Division,
    Entry,
    Event,
    Fixture,
    FixtureNote,
    LeagueSeason,
    Match,
    Round,
    day_end,
)
from tournaments.record.services.telling import calls_tell
from tournaments.record.services.writing import event_write, named

FIRST_NUMBER: Final = 901


def playoff_make(
    *,
    season: LeagueSeason,
    first: Entry,
    second: Entry,
    by: User,
    ends_on: datetime.date,
    key: str = "",
) -> None:
    """Have two play a deciding match until the end of a day; both are told.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: they are not level on a place that matters, or the day is over.
    """
    deadline = day_end(season.event.club, ends_on)
    if deadline <= timezone.now():
        raise EventRefused("league_deadline_past")

    def change(locked: Event) -> None:
        found = season_read(season)
        two = {first.pk, second.pk}
        pairs = [{one.pk for one in pair} for level in level_of(found) for pair in level.pairs]
        if two not in pairs:
            names = [one.player.current.name for one in (first, second)]
            raise EventConflict("playoff_not_level", name=names[0], other=names[1])
        match = _match(locked, first, second)
        fixture = Fixture.objects.create(match=match, deadline=deadline)
        note = FixtureNote.objects.create(
            fixture=fixture, kind=FixtureNote.Kind.DECIDES, key=f"playoff-{match.pk}", **named(by)
        )
        calls_tell([note_told(match, note)])
        payload["match"] = match.public_id

    payload: dict[str, Any] = {
        "players": [first.player.public_id, second.player.public_id],
        "until": deadline.isoformat(),
    }
    event_write(asked_of(season, by, "league_playoff", payload, key), change)


def playoff_take_back(*, season: LeagueSeason, match: Match, by: User, key: str = "") -> None:
    """Take a deciding match back that has not begun: it has never been.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: something of it was played or reported.
    """

    def change(locked: Event) -> None:
        rows = Match.objects.filter(OPEN, pk=match.pk, round__division__event=locked)
        found = rows.select_related("round").first()
        if found is None or found.round is None or not found.is_unbegun:
            raise EventConflict("playoff_begun")
        found.delete()
        found.round.delete()

    payload: dict[str, Any] = {
        "match": match.public_id,
        "players": [one.public_id for one in (match.first, match.second) if one is not None],
    }
    event_write(asked_of(season, by, "league_playoff_back", payload, key), change)


def _match(event: Event, first: Entry, second: Entry) -> Match:
    division = Division.objects.get(pk=first.division_id)
    last = division.rounds.filter(bracket=PLAYOFF).aggregate(last=Max("number"))["last"]
    own = Round.objects.create(
        division=division,
        number=FIRST_NUMBER if last is None else last + 1,
        bracket=PLAYOFF,
        state=Round.State.RELEASED,
        released_at=timezone.now(),
    )
    return Match.objects.create(
        club_id=event.club_id,
        round=own,
        game=event.game,
        first_id=first.player_id,
        second_id=second.player_id,
        length=division.match_length,
        played_on=event.starts_on,
    )
