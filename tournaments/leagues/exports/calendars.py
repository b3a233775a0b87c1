"""Agreed dates as calendars (RFC 5545): one fixture, or all of a player."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import ngettext

from games.lazy import Lazy
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.models import FixtureNote, Match

if TYPE_CHECKING:
    import icalendar
else:
    icalendar = Lazy("icalendar")

A_POINT: Final = datetime.timedelta(minutes=12)
"""So long a match is taken to last for each of its points; one hour at least."""


def calendar_of(
    fixtures: Iterable[FixtureShown], names: Mapping[int, str], site: str, title: str = ""
) -> bytes:
    """Return the agreed dates of fixtures as a calendar; `names` are by the key of players.

    Times are those of the club with its zone, which the calendar brings along. A date that is moved
    keeps its identifier and gets a higher sequence, so that programs move it.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Chouette//Leagues//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if title:
        calendar.add("x-wr-calname", title)
    for shown in fixtures:
        if shown.agreed_at is not None and _is_on(shown.match):
            calendar.add_component(_event(shown, shown.agreed_at, names, site))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(
    shown: FixtureShown, agreed: datetime.datetime, names: Mapping[int, str], site: str
) -> icalendar.Event:
    match = shown.match
    begins = agreed.astimezone(ZoneInfo(match.club.time_zone))
    accepted = [one for one in shown.notes if one.kind == FixtureNote.Kind.ACCEPTED]
    link = site + reverse("fixture", args=[match.public_id])
    two = [names.get(pk or 0, "…") for pk in (match.first_id, match.second_id)]
    event = icalendar.Event()
    event.add("uid", f"fixture-{match.public_id}@chouette")
    event.add("sequence", max(0, len(accepted) - 1))
    event.add("dtstamp", (accepted[-1].created_at if accepted else agreed).astimezone(datetime.UTC))
    event.add("dtstart", begins)
    event.add("duration", max(datetime.timedelta(hours=1), A_POINT * (match.length or 5)))
    event.add("summary", " – ".join(two))
    length = match.length or 0
    points = ngettext("to %(length)s point", "to %(length)s points", length) % {"length": length}
    about = f"{shown.dated.event.title}, {points}" if length else shown.dated.event.title
    event.add("description", f"{about}\n{link}" if site else about)
    if shown.place:
        event.add("location", shown.place)
    if site:
        event.add("url", link)
    return event


def _is_on(match: Match) -> bool:
    """Tell whether a match has been, or is to be, played at its date."""
    return not match.is_settled or match.outcome == Match.Outcome.PLAYED
