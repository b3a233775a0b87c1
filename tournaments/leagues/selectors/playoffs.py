"""Play-offs of a season: who is level on a place that matters, and which are being played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Q

from tournaments.events.selectors.events import DivisionShown, board_read
from tournaments.formats.situation import PLAYOFF
from tournaments.leagues.selectors.fixtures import FixtureShown, fixtures_of
from tournaments.leagues.selectors.seasons import (
    finishers_of,
    newcomers_of,
    people_current,
    rules_of,
)
from tournaments.models import Division, Entry, Event, LeagueSeason, Match
from tournaments.record.selectors.results import standings_of
from tournaments.record.selectors.situations import format_of, params_known, rounds_known
from tournaments.standings.playoffs import deciding, level_in

OPEN = Q(round__bracket=PLAYOFF, state__in=Match.UNDECIDED)
"""A play-off that is not decided yet."""


@dataclass(frozen=True, slots=True)
class Level:
    """Who of a division is level on a place that matters, in the order of the table."""

    division: Division
    entries: tuple[Entry, ...]
    pairs: tuple[tuple[Entry, Entry], ...]
    """Who of them can be had to play each other now."""


def level_of(season: LeagueSeason) -> list[Level]:
    """Return who should play a deciding match: in divisions whose other matches are all decided,
    as long as the season is not over. No two are offered one that they play or have played already,
    unless all have, and are level still.
    """
    if season.event.status != Event.Status.RUNNING or not _has_playoffs(season):
        return []
    where: dict[str, tuple[DivisionShown, Entry]] = {}
    groups: list[tuple[str, ...]] = []
    for field in board_read(season.event, division=None).fields:
        if PLAYOFF not in field.division.tie_breaks or not _is_played(field):
            continue
        plays = {
            number: entry
            for number, entry in people_current(field).items()
            if entry.state != Entry.State.WITHDRAWN
        }
        for table in standings_of(field.division, field.matches, field.numbers, field.entries):
            for group in level_in(table.lines):
                there = [plays[int(key)] for key in group if int(key) in plays]
                where.update({one.player.current.public_id: (field, one) for one in there})
                groups.append(tuple(one.player.current.public_id for one in there))
    if not any(groups):
        return []
    found = deciding(groups, finishers_of(season), newcomers_of(season), rules_of(season.league))
    levels = []
    for group in found:
        field, entries = where[group[0]][0], tuple(where[key][1] for key in group)
        if pairs := _pairs(entries, field.matches):
            levels.append(Level(field.division, entries, pairs))
    return levels


def playoffs_open(season: LeagueSeason) -> list[FixtureShown]:
    """Return the deciding matches that are not decided yet."""
    return fixtures_of(season, where=OPEN)


def _has_playoffs(season: LeagueSeason) -> bool:
    chains = season.event.divisions.values_list("tie_breaks", flat=True)
    return any(PLAYOFF in chain for chain in chains)


def _is_played(field: DivisionShown) -> bool:
    """Tell whether all is drawn, and all but play-offs decided."""
    usual = [one for one in field.matches if one.round and one.round.bracket != PLAYOFF]
    if not usual or any(one.state in Match.UNDECIDED for one in usual):
        return False
    played_by, params = format_of(field.division), params_known(field.division)
    return not played_by.next_draw(params, rounds_known(field.rounds))


def _pairs(entries: Sequence[Entry], matches: Sequence[Match]) -> tuple[tuple[Entry, Entry], ...]:
    """Return which two of who is level can be had to play."""
    there = {one.player_id for one in entries}
    played = [
        match
        for match in matches
        if match.round
        and match.round.bracket == PLAYOFF
        and {match.first_id, match.second_id} <= there
        and (match.winner is not None or match.state in Match.UNDECIDED)
    ]
    taken = {frozenset((one.first_id, one.second_id)) for one in played}
    every = tuple(combinations(entries, 2))
    left = tuple(two for two in every if frozenset(one.player_id for one in two) not in taken)
    are_all_decided = all(one.state not in Match.UNDECIDED for one in played)
    return left or (every if are_all_decided else ())
