"""Moments as a club's clocks show them."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from games.models import Club


def moment(text: str) -> datetime.datetime:
    """Return a moment as rows of a fixture's log store it."""
    return datetime.datetime.fromisoformat(text)


def local(club: Club, at: datetime.datetime) -> datetime.datetime:
    """Return a moment in the club's zone."""
    return timezone.localtime(at, ZoneInfo(club.time_zone))


def said_at(club: Club, at: datetime.datetime) -> str:
    """Write a moment in the club's zone, with the day of the week."""
    there = local(club, at)
    return f"{date_format(there, 'D')} {date_format(there, 'SHORT_DATETIME_FORMAT')}"


def said_day(club: Club, at: datetime.datetime | None) -> str:
    """Write a day in the club's zone; blank for none."""
    return "" if at is None else date_format(local(club, at), "DATE_FORMAT")
