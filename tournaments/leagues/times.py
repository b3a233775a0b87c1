"""Moments as clocks show them: those at a club, and those of two who play each other."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Club, Player


def moment(text: str) -> datetime.datetime:
    """Return a moment as rows of a fixture's log store it."""
    return datetime.datetime.fromisoformat(text)


def local(club: Club, at: datetime.datetime) -> datetime.datetime:
    """Return a moment in the club's zone."""
    return timezone.localtime(at, ZoneInfo(club.time_zone))


def said_at(club: Club, at: datetime.datetime) -> str:
    """Write a moment in the club's zone, with the day of the week."""
    return _said(at, ZoneInfo(club.time_zone))


def zone_of(club: Club, player: Player | None) -> str:
    """Return a player's own zone: what their account says, else the club's."""
    user = None if player is None else player.current.user
    return (user.time_zone if user is not None else "") or club.time_zone


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a reader, and others that may show another time: each zone and whose it is.

    The club's own have no name.
    """

    own: str
    others: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, club: Club, player: Player | None, other: Player | None, name: str) -> Clocks:
        """Return the clocks of a player who meets another; of nobody's, those of the club."""
        if player is None:
            return cls(club.time_zone)
        theirs = (zone_of(club, other), name)
        return cls(zone_of(club, player), (theirs, (club.time_zone, "")))

    def here(self, at: datetime.datetime) -> str:
        """Write a moment as the reader's clocks show it."""
        return _said(at, ZoneInfo(self.own))

    def said(self, at: datetime.datetime) -> str:
        """Write a moment as the reader's clocks show it, and as the others do that differ."""
        mine = at.astimezone(ZoneInfo(self.own))
        shown, more = {mine.utcoffset()}, []
        for zone, name in self.others:
            there = at.astimezone(ZoneInfo(zone))
            if there.utcoffset() in shown:
                continue
            shown.add(there.utcoffset())
            time = date_format(there, "TIME_FORMAT")
            if there.date() != mine.date():
                time = f"{date_format(there, 'D')} {time}"
            said = {"at": time, "city": _city(zone), "name": name}
            more.append(
                _("%(at)s in %(city)s (%(name)s)") % said
                if name
                else _("%(at)s at the club") % said
            )
        if not more:
            return self.here(at)
        return ", ".join([_("%(at)s your time") % {"at": self.here(at)}, *more])


def _said(at: datetime.datetime, zone: ZoneInfo) -> str:
    there = at.astimezone(zone)
    return f"{date_format(there, 'D')} {date_format(there, 'SHORT_DATETIME_FORMAT')}"


def _city(zone: str) -> str:
    """Return the place after which a zone is named: London for Europe/London."""
    return zone.rpartition("/")[2].replace("_", " ")


def said_day(club: Club, at: datetime.datetime | None) -> str:
    """Write a day in the club's zone; blank for none."""
    return "" if at is None else date_format(local(club, at), "DATE_FORMAT")
