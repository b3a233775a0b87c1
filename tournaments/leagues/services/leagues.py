"""Leagues of a club: founded, and changed from the next season on."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction

from games.accounts.services.accounts import refusal
from games.models import Club, User
from games.permissions import Capability, require
from tournaments.errors import EventRefused
from tournaments.models import League
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
"""What a director says about a league; a change counts from the next season on."""
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
    """Change a league: its name at once, all else from the next season on.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a setting is not valid, or another league has the name.
    """
    require(by, Capability.DIRECT, league.club)
    _set(league, settings)
    league.save(update_fields=list(SETTINGS))
    return league


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
