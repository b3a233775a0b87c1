"""The seasons of somebody in a league: where they played and ended, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Player
from tournaments.leagues.selectors.leagues import LeagueSeen
from tournaments.leagues.selectors.seasons import moved_since, players_by_id
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


def corrected_said(seen: LeagueSeen) -> tuple[str, ...]:
    """Say who would play elsewhere by the results of the season before as they are now."""
    if len(seen.seasons) < 2:
        return ()
    moved = moved_since(*seen.seasons[:2])
    known = players_by_id(seen.league) if moved else {}
    return tuple(
        _("%(name)s: %(now)s instead of %(was)s")
        % {"name": known[now.key].name, "now": _division(now.to), "was": _division(was.to)}
        for was, now in moved
        if now.key in known
    )


def _division(place: int | None) -> str:
    return "–" if place is None else division_name(place)
