"""Whose place somebody has in a season: with points for pairs of matches it says which are one."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Player
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.models import Entry, LeagueSeason
from tournaments.record.selectors.results import heirs_of
from tournaments.record.selectors.situations import format_of


def heirs_in(season: LeagueSeason, fixtures: Sequence[FixtureShown]) -> dict[int, Player]:
    """Return who had somebody's place first, by the key of the player who has taken matches of
    theirs over; empty where no pairs count.
    """
    found: dict[int, Player] = {}
    for division in season.event.divisions.select_related("event__club"):
        if not format_of(division).counts_pairs:
            continue
        entries = {
            one.number: one.player
            for one in Entry.objects.filter(division=division).select_related("player__merged_into")
        }
        numbers = {player.pk: number for number, player in entries.items()}
        matches = [
            one.match
            for one in fixtures
            if one.match.round is not None and one.match.round.division_id == division.pk
        ]
        heirs = heirs_of(division, matches, numbers)
        found |= {entries[heir].pk: entries[first] for heir, first in heirs.items()}
    return found
