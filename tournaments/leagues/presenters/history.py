"""The seasons of somebody in a league: where they played and ended, and what became of it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.leagues.selectors.leagues import LeagueSeen
from tournaments.leagues.selectors.seasons import moved_since, moves_made, places_of, players_by_id
from tournaments.leagues.services.seasons import division_name
from tournaments.models import Event, League, LeagueSeason

SAID_FOR: Final = datetime.timedelta(days=14)
"""How long the director's page says what a correction of the season before would change."""


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
    found = sorted(seasons, key=lambda one: one.number)
    return tuple(
        step
        for season, after in zip_longest(found, found[1:])
        if season.event.status == Event.Status.FINISHED
        for step in _steps(season, after, player.public_id)
    )


def _steps(season: LeagueSeason, after: LeagueSeason | None, key: str) -> list[Step]:
    places = places_of(season, after)
    if season.draft is None or key not in places:
        return []
    division, place = places[key]
    to = {move.key: move.to for move, _otherwise in moves_made(season, after)}
    way = _way(division, to.get(key, division))
    # A ladder is one list, and has no divisions.
    is_ladder = season.league.shape == League.Shape.LADDER
    name = "" if is_ladder else division_name(division)
    return [Step(season.event.title, season.number, name, place, way)]


def _way(was: int, to: int | None) -> str:
    if to is None:
        return "out"
    return "stays" if to == was else "up" if to < was else "down"


def corrected_said(seen: LeagueSeen) -> tuple[str, ...]:
    """Say who would play elsewhere by the results of the season before as they are now."""
    if len(seen.seasons) < 2:
        return ()
    if seen.seasons[1].event.changed_at < timezone.now() - SAID_FOR:
        return ()
    moved = moved_since(*seen.seasons[:2])
    known = players_by_id(seen.league) if moved else {}
    return tuple(
        _("%(name)s: %(now)s instead of %(was)s")
        % {"name": known[now.key].name, "now": _division(now.to), "was": _division(was)}
        for was, now in moved
        if now.key in known
    )


def _division(place: int | None) -> str:
    return "–" if place is None else division_name(place)
