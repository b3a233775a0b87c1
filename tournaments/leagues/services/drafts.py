"""The draft of a league's next season: made from the tables, changed by hand, confirmed."""

from __future__ import annotations

import datetime
from dataclasses import replace

from django.db import transaction

from games.models import Player, User
from games.names.lists import in_a_row
from games.permissions import Capability, require
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.events import event_finish
from tournaments.leagues.selectors.playoffs import OPEN
from tournaments.leagues.selectors.progress import undecided_of
from tournaments.leagues.selectors.seasons import (
    confirmed_now,
    draft_of,
    moves_json,
    moves_of,
    players_by_id,
    wishes_json,
)
from tournaments.leagues.services.closing import MOST_NAMED
from tournaments.leagues.services.seasons import (
    asked_of,
    division_name,
    event_and_before_lock,
    season_announce,
    season_read,
    size_checked,
)
from tournaments.models import Event, LeagueSeason, Match
from tournaments.record.services.writing import event_lock, event_write
from tournaments.standings.promotion import Move, divisions_of, ordered


def season_draft(*, season: LeagueSeason, by: User, key: str = "") -> None:
    """Make the draft of the next season from the final tables and the wishes, anew if there is one.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: the season is not closed, or a play-off is not decided, or a match whose result
            was taken back since.
    """

    def change(locked: Event) -> None:
        found = season_read(season)
        if found.closed_at is None:
            raise EventConflict("league_not_closed")
        if Match.objects.filter(OPEN, round__division__event=locked).exists():
            raise EventConflict("playoff_open")
        left = [str(one.match) for one in undecided_of(found)]
        if left:
            more = [] if len(left) <= MOST_NAMED else ["…"]
            raise EventConflict("league_unplayed", names=in_a_row([*left[:MOST_NAMED], *more]))
        computed = moves_json(moves_of(found))
        found.draft = {"computed": computed, "moves": computed, "wished": wishes_json(found)}
        found.save(update_fields=["draft"])

    event_write(asked_of(season, by, "league_draft", {}, key), change)
    season.refresh_from_db()


def draft_move(
    *, season: LeagueSeason, by: User, player: Player, to: int | None, key: str = ""
) -> None:
    """Put somebody of the draft into another division by hand, or out of it; or back to where the
    results have them, and then it is by these again.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: there is no draft, or they are not in it.
    """

    def change(locked: Event) -> None:
        found = season_read(season)
        draft = draft_of(found)
        if draft is None:
            raise EventRefused("league_draft_missing")
        if all(one.key != player.public_id for one in draft.moves):
            raise EventRefused("league_not_drafted", name=player.name)
        results = {one.key: one for one in draft.computed}
        moves = [
            move if move.key != player.public_id else _put(move, to, results.get(move.key))
            for move in draft.moves
        ]
        changed = replace(draft, moves=tuple(ordered(moves)))
        found.draft = {**(found.draft or {}), **changed.to_json()}
        found.save(update_fields=["draft"])

    payload = {"player": player.public_id, "to": to}
    event_write(asked_of(season, by, "league_move", payload, key), change)
    season.refresh_from_db()


def _put(move: Move, to: int | None, computed: Move | None) -> Move:
    """Return a move to where the director puts somebody."""
    if computed is not None and computed.to == to:
        return computed
    return replace(move, to=to, reason="hand")


@transaction.atomic
def season_follow(
    *,
    season: LeagueSeason,
    by: User,
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    late_until: datetime.date | None = None,
) -> LeagueSeason:
    """Confirm the draft: the season ends, and the next one is announced with its divisions.

    Raises:
        NotAllowed, Conflict: see `event_finish` and `season_announce`.
        Refused: there is no draft, or a division would be too small or too large.
    """
    require(by, Capability.DIRECT, season.event.club)
    event_and_before_lock(season.event)
    event_lock(season.event_id)
    # Somebody may have left since this page was read, and nobody can from here on.
    season = season_read(season)
    draft = draft_of(season)
    if draft is None:
        raise EventRefused("league_draft_missing")
    last = {"wished_last": wishes_json(season)}
    season.draft = {**(season.draft or {}), **draft.to_json(), **last}
    # What is put right later is held against this: the results of today and the same wishes.
    season.draft["basis"] = moves_json(confirmed_now(season))
    season.save(update_fields=["draft"])
    known = players_by_id(season.league)
    divisions = [
        [known[key].current for key in group if key in known] for group in divisions_of(draft.moves)
    ]
    for place, group in enumerate(divisions, 1):
        size_checked(season.league, division_name(place), len(group))
    event_finish(event=season.event, by=by)
    return season_announce(
        league=season.league,
        by=by,
        divisions=divisions,
        starts_on=starts_on,
        ends_on=ends_on,
        late_until=late_until,
    )
