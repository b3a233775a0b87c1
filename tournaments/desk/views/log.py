"""Who did what in an event, with filters, to be read and to be printed."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Club
from games.web.pages import guarded, page_number
from games.web.sign_in import sign_in_required
from tournaments.desk.presenters.log import log_page
from tournaments.desk.selectors.log import Wish
from tournaments.events.selectors.events import event_directed


@never_cache
@sign_in_required
@require_safe
def event_log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what was done in an event and in its matches, the latest step first."""
    event, reader = event_directed(public_id, request.user)
    page = log_page(event, wish_of(request, event.club), reader)
    context = {"page": page, "club": event.club, "reader": reader}
    response = render(request, "tournaments/desk/log.html", context)
    return guarded(response, event.club)


def wish_of(request: HttpRequest, club: Club) -> Wish:
    """Read the filters; what cannot be one is none."""
    asked = request.GET
    return Wish(
        who=asked.get("who", ""),
        what=asked.get("what", ""),
        entry=asked.get("player", "")[:16],
        match=asked.get("match", "")[:16],
        since=_since(asked.get("since", ""), club),
        page=page_number(request) or 1,
        is_whole="whole" in asked,
    )


def _since(text: str, club: Club) -> datetime.datetime | None:
    """Return a moment in the club's own time; None if it is none."""
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    if found is None or found.tzinfo is not None:
        return None
    return found.replace(tzinfo=ZoneInfo(club.time_zone))
