"""Ladders: how one stands now, and whom somebody may challenge."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.match_ladder import Rungs, rungs_of
from tournaments.leagues.selectors.seasons import Stage, is_past, stage_of
from tournaments.models import Division, Entry, League, LeagueSeason
from tournaments.record.selectors.situations import situation_of


@dataclass(frozen=True)
class LadderShown:
    """The ladder of a season: its division, how it stands, and its entries by number. Once its last
    day is over nobody challenges any more.
    """

    division: Division
    rungs: Rungs
    entries: dict[int, Entry]
    is_over: bool

    def place(self, entry: Entry) -> int | None:
        """Return the place of somebody from the top; None for who has withdrawn."""
        order = self.rungs.listed
        return order.index(entry.number) + 1 if entry.number in order else None

    def above(self, entry: Entry) -> list[tuple[Entry, str]]:
        """Return who is within reach of somebody, and why they may not be challenged, if so."""
        return [
            (self.entries[int(key)], self.rungs.refusal(entry.number, key))
            for key in self.rungs.above(entry.number)
        ]


def ladder_of(season: LeagueSeason) -> LadderShown | None:
    """Return the ladder of a season that is played; None of other leagues and at other times."""
    if season.league.shape != League.Shape.LADDER or stage_of(season) != Stage.RUNNING:
        return None
    division = season.event.divisions.select_related("event__club").get()
    entries = division.entries.select_related("player__merged_into")
    return LadderShown(
        division,
        rungs_of(situation_of(division)),
        {one.number: one for one in entries},
        is_past(season),
    )
