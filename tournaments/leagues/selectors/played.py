"""By what a season is played: as it was drawn, or on a ladder that goes on by the rules of now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.leagues.selectors.seasons import Stage, stage_of
from tournaments.models import LeagueSeason


def is_fixed(season: LeagueSeason) -> bool:
    """Tell whether a season is drawn and not closed: it is played as it was drawn."""
    return stage_of(season) in (Stage.DRAWN, Stage.RUNNING)


def rules_played(season: LeagueSeason) -> Mapping[str, Any]:
    """Return the rules by which a ladder that goes on is played now: the director may have changed
    them at its desk. Empty for other seasons, for which the rules of the league come later.
    """
    found = season.event.divisions.order_by("position").first() if season.goes_on else None
    return {} if found is None else {"params": found.params, "match_length": found.match_length}
