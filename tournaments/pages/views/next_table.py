"""“Your next table” on the phone of each player of an event, and what they tap there."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import NotFound, ServiceError
from games.models import Player
from games.permissions import Capability, Reader, permitted
from games.web.input import Input, Unreadable, input_of
from games.web.pages import UNPROCESSABLE, guarded, is_swap
from tournaments.events.selectors.phones import (
    mine_read,
)
from tournaments.events.services.entries import entry_check_in
from tournaments.models import Entry, EntryPass, Event, LeagueSeason, Match
from tournaments.pages.actors import (
    doer_in,
    event_for,
    player_in,
)
from tournaments.pages.presenters.match_conflicts import conflict_text
from tournaments.pages.presenters.phones import MePage, me_page
from tournaments.pages.selectors.matches import match_of_event
from tournaments.pages.views.acts import MatchTap, act
from tournaments.pages.views.matches import reloaded, waits_for
from tournaments.record.selectors.dated import dated_of

NO_CONTENT: Final = 204


@never_cache
@require_safe
def me(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what is next for this player; polls get only changes."""
    try:
        event, reader, holder = event_for(request, public_id)
    except ServiceError:
        if is_swap(request):
            return reloaded()
        raise
    dated = dated_of(event)
    if isinstance(dated, LeagueSeason):
        # A season has many matches at once, each at a date of its own.
        return redirect("league_me", dated.league.public_id)
    if dated is not None:
        return redirect("cup_me", event.public_id)
    found = _mine(request, event, reader, holder)
    if found is None:
        return _nobody(request, event)
    if is_swap(request) and request.GET.get("have") == found.digest:
        return HttpResponse(status=NO_CONTENT)
    return _me(request, event, holder, found)


@never_cache
@require_http_methods(["GET", "POST"])
def me_act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check in, report or confirm a result, and show the page, or why it failed."""
    if request.method == "GET":  # reloading a page that showed why a tap was refused
        return redirect("event_me", public_id)
    try:
        event, reader, holder = event_for(request, public_id)
    except ServiceError:
        if is_swap(request):
            return reloaded()
        raise
    doer, ask = doer_in(request, event, holder), input_of(request)
    player = player_in(event, doer)
    if doer is None or player is None:
        return _nobody(request, event)
    try:
        if ask.one("do") == "check_in":
            entry_check_in(entry=_entry(event, player, ask.one("entry")), by=doer)
        else:
            act(MatchTap(_match(event, ask.one("match")), doer, ask))
    except (ServiceError, Unreadable) as error:
        status = error.status if isinstance(error, ServiceError) else UNPROCESSABLE
        event, reader, holder = event_for(request, public_id)
        me_page = _mine(request, event, reader, holder, _why(error, event, reader, player, ask))
        if me_page is None:
            return _nobody(request, event)
        return _me(request, event, holder, me_page, status)
    if not is_swap(request):
        return redirect("event_me", public_id)
    event, reader, holder = event_for(request, public_id)
    me_page = _mine(request, event, reader, holder)
    return _nobody(request, event) if me_page is None else _me(request, event, holder, me_page)


def _mine(
    request: HttpRequest,
    event: Event,
    reader: Reader,
    holder: EntryPass | None,
    problem: str = "",
) -> MePage | None:
    doer = doer_in(request, event, holder)
    player = player_in(event, doer)
    if player is None:
        return None
    return me_page(
        # Players of an event see the names of those they meet there.
        mine_read(event, player, reader.also(Capability.SEE_NAMES)),
        is_phone=isinstance(doer, EntryPass),
        sees_table=permitted(request.user, Capability.VIEW_CLUB, event.club),
        problem=problem,
    )


def _me(
    request: HttpRequest, event: Event, holder: EntryPass | None, page: MePage, status: int = 200
) -> HttpResponse:
    template = (
        "tournaments/pages/matches/me.html"
        if is_swap(request)
        else "tournaments/pages/matches/me_page.html"
    )
    who = waits_for(doer_in(request, event, holder))
    context = {"page": page, "club": page.club, "who": who}
    answer = render(request, template, context, status=status)
    answer["HX-Push-Url"] = "false"  # keep the page's address
    return guarded(answer, page.club)


def _nobody(request: HttpRequest, event: Event) -> HttpResponse:
    if is_swap(request):
        return reloaded()
    context = {"event": event, "club": event.club}
    return guarded(render(request, "tournaments/pages/matches/nobody.html", context), event.club)


def _why(error: Exception, event: Event, reader: Reader, player: Player, ask: Input) -> str:
    """Return why a tap was refused, with the present result if it came too late."""
    mine = mine_read(event, player).matches if ask.one("match") else ()
    match = next((one for one in mine if one.public_id == ask.one("match")), None)
    return conflict_text(error, match, ask, reader.also(Capability.SEE_NAMES))


def _entry(event: Event, player: Player, public_id: str) -> Entry:
    rows = Entry.objects.select_related("division__event__club", "player")
    found = rows.filter(division__event=event, player=player, public_id=public_id).first()
    if found is None:
        raise NotFound
    return found


def _match(event: Event, public_id: str) -> Match:
    found = match_of_event(event, public_id)
    if found is None:
        raise NotFound
    return found
