"""Seasons of a club: renamed and moved, closed when they are over, reopened after a mistake."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.accounts.services.accounts import refusal
from games.errors import Refused
from games.models import Season, User
from games.models.locks import rows_locked
from games.permissions import Capability, require


@transaction.atomic
def season_change(
    *, season: Season, by: User, name: str, starts_on: datetime.date, ends_on: datetime.date
) -> Season:
    """Change a season's name or days; its sessions stay in it.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the name is taken, it ends before it starts, or it is closed.
    """
    require(by, Capability.MANAGE_SEASONS, season.club)
    season = rows_locked(Season.objects).get(pk=season.pk)
    if season.is_closed:
        raise Refused("season_closed", season=season.name)
    season.name, season.starts_on, season.ends_on = name.strip(), starts_on, ends_on
    try:
        season.full_clean()
    except ValidationError as error:
        raise refusal(error) from error
    season.save(update_fields=["name", "starts_on", "ends_on"])
    return season


@transaction.atomic
def season_close(*, season: Season, by: User) -> Season:
    """Close a season: its sessions are fixed from now on. Closing it again does nothing.

    Raises:
        NotAllowed: the user may not do this.
        Refused: one of its sessions is still running.
    """
    require(by, Capability.MANAGE_SEASONS, season.club)
    season = rows_locked(Season.objects).get(pk=season.pk)
    if season.is_closed:
        return season
    running = season.sessions.filter(status="open").first()
    if running is not None:
        raise Refused("season_running", session=str(running))
    season.closed_at, season.closed_by = timezone.now(), by
    season.save(update_fields=["closed_at", "closed_by"])
    return season


@transaction.atomic
def season_close_over(*, season: Season) -> bool:
    """Close a season automatically because it is over; tell whether it is closed now.

    It stays open while one of its sessions is still running.
    """
    season = rows_locked(Season.objects).get(pk=season.pk)
    if season.is_closed:
        return True
    if season.sessions.filter(status="open").exists():
        return False
    season.closed_at = timezone.now()
    season.save(update_fields=["closed_at"])
    return True


@transaction.atomic
def season_reopen(*, season: Season, by: User) -> Season:
    """Reopen a season.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_SEASONS, season.club)
    season = rows_locked(Season.objects).get(pk=season.pk)
    season.closed_at = season.closed_by = None
    season.save(update_fields=["closed_at", "closed_by"])
    return season
