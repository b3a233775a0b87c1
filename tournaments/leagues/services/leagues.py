"""Leagues of a club: founded, and changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction

from games.accounts.services.accounts import refusal
from games.models import Club, User
from games.permissions import Capability, require
from tournaments.errors import EventRefused
from tournaments.events.services.events import division_change
from tournaments.leagues.selectors.played import is_fixed
from tournaments.leagues.selectors.seasons import Stage, season_current, stage_of
from tournaments.models import League, LeagueSeason
from tournaments.record.services.formats import format_params

SETTINGS: Final = (
    "name",
    "shape",
    "match_length",
    "params",
    "tie_breaks",
    "rule",
    "up",
    "down",
    "share",
    "few",
    "unplayed",
    "round_days",
    "confirm_days",
    "boards",
)
"""What a director says about a league."""
OF_DIVISIONS: Final = ("match_length", "params", "tie_breaks")
"""What the divisions of a season have from it, with its shape, once the season is announced."""
CHAIN: Final = ("wins", "head_to_head", "points_difference", "level", "lots")
"""The usual order of equals."""


@transaction.atomic
def league_create(*, club: Club, by: User, **settings: Any) -> League:
    """Found a league of a club. Settings: see `SETTINGS`.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a setting is not valid, or another league has the name.
    """
    require(by, Capability.DIRECT, club)
    league = League(club=club, created_by=by)
    _set(league, settings)
    league.save(force_insert=True)
    return league


@transaction.atomic
def league_change(*, league: League, by: User, **settings: Any) -> League:
    """Change a league, and with it the divisions of a season that is announced and not drawn.

    Once it is drawn its shape stays, and its divisions are played as they were drawn: length,
    parameters and the order of equals are those of the next season. A ladder that goes on has no
    next one: while it is played it has them at once. What stands in no division holds at once.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a setting is not valid, another league has the name, the announced season cannot be
            played like that, or a season is played in another shape.
    """
    require(by, Capability.DIRECT, league.club)
    before = {name: getattr(league, name) for name in ("shape", *OF_DIVISIONS)}
    _set(league, settings)
    season = season_current(league)
    if season is not None and is_fixed(season) and league.shape != before["shape"]:
        raise EventRefused("league_shape_played")
    league.save(update_fields=list(SETTINGS))
    if season is not None and stage_of(season) == Stage.ANNOUNCED:
        _season_follows(season, league, before, by)
    elif season is not None and is_fixed(season) and season.goes_on:
        season.league = league
        ladder_follows(season, by, settings.keys())
    return league


def ladder_follows(season: LeagueSeason, by: User, names: Collection[str] = OF_DIVISIONS) -> None:
    """Let a ladder that goes on be played by what its league says: all of it, or what is named.

    What its desk has besides, such as lengths round by round, stays.
    """
    league = season.league
    for division in season.event.divisions.order_by("position").select_related("event__club"):
        own = {name: division.params[name] for name in ("lengths",) if name in division.params}
        said = {
            "match_length": league.match_length,
            "params": format_params(league.shape, {**league.params, **own}),
            "tie_breaks": league.tie_breaks,
        }
        changed = {
            name: value
            for name, value in said.items()
            if name in names and getattr(division, name) != value
        }
        if changed:
            division_change(division=division, by=by, **changed)


def _season_follows(
    season: LeagueSeason, league: League, before: Mapping[str, Any], by: User
) -> None:
    """Let the divisions of an announced season have what has changed; they keep what is theirs."""
    changed = {
        name: getattr(league, name) for name, was in before.items() if getattr(league, name) != was
    }
    divisions = list(season.event.divisions.order_by("position").select_related("event__club"))
    if "shape" in changed:
        changed = {name: getattr(league, name) for name in before}
        changed["format"] = changed.pop("shape")
        if league.shape == League.Shape.LADDER and len(divisions) > 1:
            raise EventRefused("ladder_divisions")
        if league.shape != League.Shape.LADDER and season.goes_on:
            raise EventRefused("league_deadline_missing")
    for division in divisions if changed else ():
        division_change(division=division, by=by, **changed)


def _set(league: League, settings: dict[str, Any]) -> None:
    before = (league.shape, list(league.tie_breaks))
    unknown = settings.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"not settings of a league: {sorted(unknown)}")
    for name, value in settings.items():
        setattr(league, name, value.strip() if isinstance(value, str) else value)
    league.params = format_params(league.shape, league.params)
    league.tie_breaks = list(league.tie_breaks or CHAIN)
    by_opponents = any(one.startswith("buchholz") for one in league.tie_breaks)
    # A league that has it from before it was refused keeps it.
    is_kept = before == (league.shape, league.tie_breaks)
    if by_opponents and league.shape != League.Shape.ROUNDS and not is_kept:
        raise EventRefused("league_buchholz")
    others = League.objects.filter(club=league.club, name=league.name).exclude(pk=league.pk)
    if others.exists():
        raise EventRefused("league_twice", name=league.name)
    try:
        league.clean_fields(exclude=["club", "created_by"])
    except ValidationError as error:
        raise refusal(error) from error
