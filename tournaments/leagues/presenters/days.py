"""Until when a season is played, as its pages say it, and whether that is over."""

from __future__ import annotations

import datetime
from typing import Final

from django.utils import timezone

from tournaments.leagues.selectors.seasons import Stage, stage_of
from tournaments.models import LeagueSeason
from tournaments.record.selectors.dated import ends_now

AHEAD: Final = (Stage.ANNOUNCED, Stage.DRAWN)
"""Before the release."""
OVER: Final = (Stage.ENDED, Stage.CANCELLED)


def until_of(season: LeagueSeason | None) -> datetime.datetime | None:
    """Return until when a season is to be played, as long as something of it can be; in rounds,
    until when the round is that is played now.
    """
    if season is None or stage_of(season) not in (Stage.ANNOUNCED, Stage.DRAWN, Stage.RUNNING):
        return None
    return ends_now(season)


def is_late(season: LeagueSeason | None) -> bool:
    """Tell whether the day until which a season, or its round, is to be played is over."""
    until = until_of(season)
    return _is_running(season) and until is not None and until < timezone.now()


def reason_said(season: LeagueSeason | None, until: datetime.datetime | None) -> str:
    """Return why the deadline of a season was moved, if it is the day that is said."""
    return season.deadline_reason if season is not None and until == season.deadline else ""


def _is_running(season: LeagueSeason | None) -> bool:
    return season is not None and stage_of(season) == Stage.RUNNING
