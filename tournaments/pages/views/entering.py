"""Players enter themselves: the form that an event's code opens, and what became of it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import NotFound, ServiceError
from games.models import Player, User
from games.web.codes import A_WHILE, opens
from games.web.input import input_of
from games.web.limits import too_often, within_limit
from games.web.pages import UNPROCESSABLE, is_swap
from tournaments.errors import EventNotAllowed
from tournaments.events.selectors.wishes import event_entered_at, wish_of
from tournaments.events.services.wishes import own_player, wish_make, wish_withdraw
from tournaments.models import Event
from tournaments.pages.actors import event_for
from tournaments.pages.presenters.entering import KIND, enter_page, wish_page

NO_CONTENT: Final = 204
GONE: Final = 410
MOST_OF_EVENT: Final = 200
"""Wishes of one event in ten minutes."""
MOST_OF_ADDRESS: Final = 40
"""And from one address: a whole club may sit behind it."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, public_id: str, secret: str) -> HttpResponse:
    """Show the form; take a wish, and go on to its page."""
    event = event_entered_at(public_id)
    if event is None or not opens(secret, KIND, public_id, event.entry_code):
        return _closed(request)
    by = request.user if isinstance(request.user, User) else None
    own = own_player(event, by)
    if request.method != "POST":
        return _form(request, event, own)
    for what, who, most in (
        ("entry wishes", str(event.pk), MOST_OF_EVENT),
        ("entry wishes from", request.META["REMOTE_ADDR"], MOST_OF_ADDRESS),
    ):
        if not within_limit(what=what, who=who, most=most, lasts=A_WHILE):
            return too_often(request, A_WHILE.total_seconds())
    ask = input_of(request)
    typed = {"name": ask.one("name")[:60], "home_club": ask.one("home_club")[:80]}
    try:
        made = wish_make(code=event.entry_code or "", division=ask.one("division"), by=by, **typed)
    except NotFound:
        return _closed(request)
    except ServiceError as error:
        return _form(request, event, own, chosen=ask.one("division"), problem=str(error), **typed)
    answer = redirect("event_wish", made.token)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@require_safe
def wish(request: HttpRequest, token: str) -> HttpResponse:
    """Show what became of a wish; a poll gets the changed part only."""
    try:
        page = wish_page(wish_of(token))
    except NotFound:
        return _closed(request)
    if is_swap(request) and request.GET.get("have") == page.mark:
        return HttpResponse(status=NO_CONTENT)
    name = "wish_now" if is_swap(request) else "wish"
    context = {"page": page, "token": token, "may_see": _may_see(request, page.event)}
    answer = render(request, f"tournaments/pages/entering/{name}.html", context)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@require_POST
def wish_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Take a wish back that nobody has answered."""
    try:
        was_open = wish_withdraw(wish=wish_of(token))
    except NotFound:
        return _closed(request)
    return redirect("event_code") if was_open else redirect("event_wish", token)


def _may_see(request: HttpRequest, event: Event) -> bool:
    """Tell whether who looks at a wish sees the event: not every club is public."""
    try:
        event_for(request, event.public_id)
    except (NotFound, EventNotAllowed):
        return False
    return True


def _form(request: HttpRequest, event: Event, own: Player | None, **typed: str) -> HttpResponse:
    page = enter_page(event, own, **typed)
    status = UNPROCESSABLE if page.problem else 200
    return render(request, "tournaments/pages/entering/enter.html", {"page": page}, status=status)


def _closed(request: HttpRequest) -> HttpResponse:
    context = {"said": str(EventNotAllowed("wish_closed"))}
    return render(request, "tournaments/pages/entering/closed.html", context, status=GONE)
