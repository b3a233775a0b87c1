"""The seasons of somebody in a league: where they played and ended, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Player
from tournaments.leagues.services.seasons import division_name
from tournaments.models import Event, LeagueSeason


@dataclass(frozen=True, slots=True)
class Step:
    """A season that is over: `way` is up, down, stays, or out."""

    title: str
    number: int
    division: str
    place: int
    way: str


def history_of(seasons: Sequence[LeagueSeason], player: Player | None) -> tuple[Step, ...]:
    """Return somebody's seasons that are over, the first one first."""
    if player is None:
        return ()
    return tuple(
        step
        for season in sorted(seasons, key=lambda one: one.number)
        if season.event.status == Event.Status.FINISHED
        for step in _steps(season, player.public_id)
    )


def _steps(season: LeagueSeason, key: str) -> list[Step]:
    draft = season.draft or {}
    to = {row["key"]: row["to"] for row in draft.get("moves", ())}
    return [
        Step(
            season.event.title,
            season.number,
            division_name(row["was"]),
            row["place"] or 0,
            _way(row["was"], to.get(key, row["to"])),
        )
        for row in draft.get("computed", ())
        if row["key"] == key and row["was"] is not None
    ]


def _way(was: int, to: int | None) -> str:
    if to is None:
        return "out"
    return "stays" if to == was else "up" if to < was else "down"
