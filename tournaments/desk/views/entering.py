"""The director's page of players who enter themselves: the code, who asks, who waits."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.selectors.players import player_of
from games.errors import NotFound, ServiceError
from games.models import Club
from games.permissions import Reader
from games.web.address import outward
from games.web.input import Input, Unreadable, input_of
from games.web.pages import guarded
from games.web.sign_in import sign_in_required, user_of
from tournaments.desk.presenters.wishes import entering_page
from tournaments.events.selectors.events import event_directed
from tournaments.events.selectors.wishes import wish_get
from tournaments.events.services.wishes import (
    entering_close,
    entering_open,
    wish_grant,
    wish_refuse,
)
from tournaments.models import Event
from tournaments.pages.presenters.entering import entering_link


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_entering(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who wants to play; open and close entering, and answer."""
    event, reader = event_directed(public_id, request.user)
    if request.method == "POST":
        try:
            _act(request, event, input_of(request))
        except NotFound:  # it was taken back
            messages.error(request, _("This was taken back meanwhile."))
        except (ServiceError, Unreadable) as error:
            messages.error(request, str(error))
        return redirect("event_entering", public_id)
    address = outward(request, entering_link(event) if event.entry_code else reverse("event_code"))
    context = {"page": entering_page(event, address), "club": event.club, "reader": reader}
    return guarded(render(request, "tournaments/desk/entering.html", context), event.club)


def _act(request: HttpRequest, event: Event, ask: Input) -> None:
    by = user_of(request)
    match ask.one("do"):
        case "open":
            until = moment(event.club, ask.one("until"))
            entering_open(event=event, by=by, asks=ask.has("asks"), until=until)
        case "close":
            entering_close(event=event, by=by)
        case "grant":
            for public_id in ask.all("wish"):
                wish_grant(wish=wish_get(event, public_id), by=by)
        case "grant_as":
            known = player_of(event.club, ask.one("player"), Reader.of(by, event.club))
            wish_grant(wish=wish_get(event, ask.one("wish")), by=by, player=known)
        case "refuse":
            wish_refuse(wish=wish_get(event, ask.one("wish")), by=by)


def moment(club: Club, text: str) -> datetime.datetime | None:
    """Return a moment typed as day and time at the club; None for a blank field.

    Raises:
        Unreadable: it is not one, or it is over.
    """
    if not text.strip():
        return None
    try:
        at = datetime.datetime.fromisoformat(text.strip()[:16])
    except ValueError:
        raise Unreadable(_("Day and time are written like 2026-11-17 14:30.")) from None
    found = at.replace(tzinfo=ZoneInfo(club.time_zone))
    if found < timezone.now():
        raise Unreadable(_("This time is over already."))
    return found
