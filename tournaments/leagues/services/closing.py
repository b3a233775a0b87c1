"""The end of a season: what was not played counts as its league says, and can be opened again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.models import User
from games.names.lists import in_a_row
from games.permissions import Capability, require
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.entering import division_locked, entries_follow
from tournaments.leagues.selectors.progress import undecided_of
from tournaments.leagues.services.challenges import challenges_lapse
from tournaments.leagues.services.in_spite import in_spite_of_board
from tournaments.leagues.services.leagues import ladder_follows
from tournaments.leagues.services.seasons import asked_of, event_and_before_lock, season_read
from tournaments.models import (
    Event,
    League,
    LeagueSeason,
    Match,
    Round,
)
from tournaments.record.services.writing import (
    event_write,
)
from tournaments.results.reasons import NOT_BY_DEADLINE, NOT_CONFIRMED
from tournaments.results.services.results import (
    match_break_off,
    match_confirm,
    match_no_show,
    match_undo,
)

NO_REPORTS: Final[Mapping[str, bool]] = MappingProxyType({})
MOST_NAMED: Final = 5
"""Of more matches that stand in the way the first are named."""


@transaction.atomic
def season_close(
    *,
    season: LeagueSeason,
    by: User,
    reports: Mapping[str, bool] = NO_REPORTS,
    boards: Collection[str] = (),
    key: str = "",
) -> None:
    """Close a season: what was not played counts as the league says.

    `reports` says of each match whose report nobody has confirmed whether it counts; `boards` are
    those that are being played on a board and are not waited for. Before the deadline this is its
    early end. Play-offs go on until the next season is drafted.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: matches are disputed, wait for the director, or are reported or played on a board
            and not named.
    """
    require(by, Capability.DIRECT, season.event.club)
    event_and_before_lock(season.event)
    if season.closed_at is not None:
        raise EventConflict("league_closed")
    if not season.event.divisions.filter(rounds__state=Round.State.RELEASED).exists():
        raise EventConflict("league_not_released")
    # Whose days were over before goes by the rule of the ladder, though no worker has come yet.
    challenges_lapse(now=timezone.now(), event=season.event)
    undecided = [one.match for one in undecided_of(season)]
    _decidable(season, undecided, reports, boards)
    for match in undecided:
        _decided_at_end(season, match, by, counts=reports.get(match.public_id, False))
    season.event.refresh_from_db()

    def change(locked: Event) -> None:
        found = season_read(season)
        found.closed_at = timezone.now()
        found.save(update_fields=["closed_at"])

    event_write(asked_of(season, by, "league_close", {}, key), change)
    season.refresh_from_db()


def _decidable(
    season: LeagueSeason,
    undecided: Sequence[Match],
    reports: Mapping[str, bool],
    boards: Collection[str],
) -> None:
    """Refuse to decide what the director has to, or has not seen.

    Raises:
        Conflict: so it is.
    """
    waits = season.league.unplayed == League.Unplayed.WAITS
    left: dict[str, list[Match]] = {}
    for match in undecided:
        code = ""
        if match.state == Match.State.DISPUTED:
            code = "league_disputed"
        elif match.state == Match.State.REPORTED and match.public_id not in reports:
            code = "league_reported"
        elif waits and not reports.get(match.public_id):
            code = "league_unplayed"
        elif match.is_on_board and match.public_id not in boards:
            code = "league_on_board"
        left.setdefault(code, []).append(match)
    for code in ("league_disputed", "league_unplayed", "league_reported", "league_on_board"):
        if code in left:
            names = [str(one) for one in left[code]]
            more = [] if len(names) <= MOST_NAMED else ["…"]
            raise EventConflict(code, names=in_a_row([*names[:MOST_NAMED], *more]))


def _decided_at_end(season: LeagueSeason, match: Match, by: User, *, counts: bool) -> None:
    """Confirm a report that counts; what else has no result counts as the league says."""
    key = f"close-{season.number}-{match.public_id}-{match.version}"
    asked: dict[str, Any] = {"match": match, "by": by, "version": match.version, "key": key}
    decide: Callable[..., Match] = match_confirm
    if not counts:
        is_open = match.state == Match.State.OPEN
        asked["reason"] = NOT_BY_DEADLINE if is_open else NOT_CONFIRMED
        is_nothing = season.league.unplayed == League.Unplayed.NOTHING
        decide = match_no_show if is_nothing else match_break_off
    in_spite_of_board(lambda seen: decide(**asked, seen=seen))


@transaction.atomic
def season_reopen(*, season: LeagueSeason, by: User, key: str = "") -> None:
    """Take the closing of a season back: what was not played is to be played again.

    A board that has ended since counts now.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: it is not closed.
        Refused: its league has another shape since.
    """
    require(by, Capability.DIRECT, season.event.club)
    event_and_before_lock(season.event)
    if season.closed_at is None:
        raise EventConflict("league_not_closed")
    if season.event.divisions.exclude(format=season_read(season).league.shape).exists():
        raise EventRefused("league_shape_since")
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
        found = season_read(season)
        found.closed_at, found.draft = None, None
        found.save(update_fields=["closed_at", "draft"])
        for division in locked.divisions.order_by("pk"):
            # Who has come back meanwhile plays again what they had given up.
            entries_follow(division_locked(division.pk), locked)

    event_write(asked_of(season, by, "league_reopen", {}, key), change)
    season.refresh_from_db()
    if season.goes_on:
        # It is played by the rules of now, which were changed while it was closed.
        ladder_follows(season, by)
