"""Print-outs of an event: match slips, pairings, standings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.web.address import outward
from games.web.input import input_of
from games.web.pages import guarded
from games.web.qr import qr_code
from games.web.sign_in import sign_in_required
from tournaments.desk.presenters.paper import print_page
from tournaments.desk.selectors import division_directed
from tournaments.events.selectors.events import event_directed


@never_cache
@sign_in_required
@require_safe
def event_print(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a print-out: `what` is slips, pairings or standings, of a round by number."""
    event, reader = event_directed(public_id, request.user)
    ask = input_of(request)

    def code(match: str) -> str:
        return qr_code(outward(request, reverse("match", args=[match])))

    directed = division_directed(event, reader, ask.one("division"))
    shown = print_page(directed, ask.one("what"), ask.one("round"), code)
    context = {"page": shown, "club": event.club, "reader": reader}
    response = render(request, "tournaments/desk/print.html", context)
    return guarded(response, event.club)
