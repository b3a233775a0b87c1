"""The director’s page of phones: the code, who asks to be let in, links, and who is in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.clubs.selectors.privacy import people_seen
from games.errors import NotFound, ServiceError
from games.web.address import outward
from games.web.pages import guarded, is_swap
from games.web.qr import qr_code
from games.web.sign_in import sign_in_required, user_of
from tournaments.events.selectors.events import event_directed
from tournaments.events.selectors.phones import (
    pass_get,
)
from tournaments.models import Event, LeagueSeason
from tournaments.pages.actors import (
    token_sealed,
)
from tournaments.pages.presenters.phones import phones_page
from tournaments.pages.views.phones import check_in_link
from tournaments.record.selectors.dated import dated_of
from tournaments.record.selectors.passes import unlinked_in
from tournaments.record.services.passes import (
    check_in_close,
    check_in_open,
    pass_create,
    pass_grant,
    pass_refuse,
    pass_revoke,
    passes_create,
)

NO_CONTENT: Final = 204


@never_cache
@sign_in_required
@require_safe
def phones(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the code, waiting phones, admitted phones; polls get only changes."""
    event, reader = event_directed(public_id, request.user)
    page = phones_page(event, _address(request, event), reader)
    if is_swap(request) and request.GET.get("have") == page.digest:
        return HttpResponse(status=NO_CONTENT)
    template = (
        "tournaments/pages/matches/phones_live.html"
        if is_swap(request)
        else "tournaments/pages/matches/phones.html"
    )
    context = {"page": page, "event": event, "claims": page.claims}
    context |= {"club": event.club, "reader": reader}
    return guarded(render(request, template, context), event.club)


@never_cache
@sign_in_required
@require_POST
def switch(request: HttpRequest, public_id: str, do: str) -> HttpResponse:
    """Open or close check-in."""
    event, _reader = event_directed(public_id, request.user)
    by = user_of(request)
    if do == "open":
        return _back(request, event, lambda: check_in_open(event=event, by=by))
    return _back(request, event, lambda: check_in_close(event=event, by=by))


@never_cache
@sign_in_required
@require_POST
def link_new(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a link for a player and show it once."""
    event, _reader = event_directed(public_id, request.user)
    chosen = request.POST.get("player", "")
    player = event.club.players.filter(public_id=chosen).first() if chosen else None
    if player is None:
        messages.error(request, _("Choose for whom the link is."))
        return redirect("event_phones", public_id)
    try:
        made = pass_create(event=event, player=player, by=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("event_phones", public_id)
    link = outward(request, reverse("event_pass", args=[token_sealed(made.token)]))
    context = {
        "event": event,
        "club": event.club,
        "player": player,
        "link": link,
        "named": [(player.name, link)],
        "is_season": isinstance(dated_of(event), LeagueSeason),
    }
    answer = render(
        request, "tournaments/pages/matches/link.html", {**context, "qr": qr_code(link)}
    )
    return guarded(answer, event.club)


@never_cache
@sign_in_required
@require_http_methods(["GET", "POST"])
def links_new(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make links for all who have none, and show them once, for paper."""
    if request.method == "GET":  # a director opens the address again; links are shown once only
        return redirect("event_phones", public_id)
    event, reader = event_directed(public_id, request.user)
    try:
        made = passes_create(event=event, by=user_of(request))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("event_phones", public_id)
    people = people_seen((one.holder.player for one in made), reader)
    links = []
    for one in made:
        link = outward(request, reverse("event_pass", args=[token_sealed(one.token)]))
        links.append((people[one.holder.player_id].name, link, qr_code(link)))
    context = {
        "event": event,
        "club": event.club,
        "links": links,
        "named": [(name, link) for name, link, _qr in links],
        "is_season": isinstance(dated_of(event), LeagueSeason),
        "left": len(unlinked_in(event)),
    }
    answer = render(request, "tournaments/pages/matches/links.html", context)
    return guarded(answer, event.club)


@never_cache
@sign_in_required
@require_POST
def grant(request: HttpRequest, public_id: str, pass_id: str) -> HttpResponse:
    event, _reader = event_directed(public_id, request.user)
    by = user_of(request)
    return _back(request, event, lambda: pass_grant(holder=pass_get(event, pass_id), by=by))


@never_cache
@sign_in_required
@require_POST
def refuse(request: HttpRequest, public_id: str, pass_id: str) -> HttpResponse:
    event, _reader = event_directed(public_id, request.user)
    by = user_of(request)
    return _back(request, event, lambda: pass_refuse(holder=pass_get(event, pass_id), by=by))


@never_cache
@sign_in_required
@require_POST
def revoke(request: HttpRequest, public_id: str, pass_id: str) -> HttpResponse:
    event, _reader = event_directed(public_id, request.user)
    by = user_of(request)
    return _back(request, event, lambda: pass_revoke(holder=pass_get(event, pass_id), by=by))


def _back(request: HttpRequest, event: Event, do: Callable[[], object]) -> HttpResponse:
    """Do it, and return to the page of the button: the desk, or the page of phones."""
    try:
        do()
    except NotFound:  # the phone has withdrawn its claim
        messages.error(request, _("This phone asks no longer."))
    except ServiceError as error:  # another director has answered
        messages.error(request, str(error))
    where = "event_direct" if request.POST.get("back") == "desk" else "event_phones"
    return redirect(where, event.public_id)


def _address(request: HttpRequest, event: Event) -> str:
    return outward(request, check_in_link(event))
