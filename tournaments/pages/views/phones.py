"""Phones come into an event: by a link, a code, or by asking to be let in."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.sign_ins import device_name
from games.errors import NotFound, ServiceError
from games.models.ids import is_public_id
from games.web.codes import (
    A_WHILE,
    guess_note,
    guesses_too_often,
    link_secret,
    opens,
    written,
)
from games.web.limits import too_often, within_limit
from games.web.pages import UNPROCESSABLE, is_swap
from tournaments.errors import EventNotAllowed
from tournaments.events.selectors.phones import (
    event_at,
    event_of_code,
    own_player,
    people_of,
)
from tournaments.events.selectors.wishes import event_entered_by
from tournaments.models import EntryPass, Event
from tournaments.pages.actors import (
    holding,
    is_let_in,
    pass_of,
    pass_opened,
    token_sealed,
)
from tournaments.pages.presenters.entering import entering_link
from tournaments.record.selectors.passes import season_to_follow
from tournaments.record.services.passes import (
    claim_withdraw,
    pass_claim,
)

GONE: Final = 410
NO_CONTENT: Final = 204
KIND: Final = "event"
GUESSES: Final = "wrong event code"
MOST_CLAIMS: Final = 300
"""Claims per event in ten minutes: everybody's phone and some typing errors."""
SEARCHED: Final = 12
"""With more names than this, the page has a search."""


@never_cache
@require_safe
def open_link(request: HttpRequest, sealed: str) -> HttpResponse:
    """Exchange a link for a cookie and go to the next table. It writes nothing and uses nothing
    up.
    """
    holder = pass_opened(sealed)
    latest = None if holder is None else season_to_follow(holder)
    if holder is not None and latest is not None:
        # The league's own page asks whether the phone goes on in the season of now.
        return holding(redirect("league_me", latest.league.public_id), holder.event, sealed)
    if not is_let_in(holder) or holder is None:
        return render(request, "tournaments/pages/matches/closed.html", status=GONE)
    answer = holding(redirect("event_me", holder.event.public_id), holder.event, sealed)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for an event's code; a correct one leads to its link."""
    if request.method != "POST":
        return _code_page(request)
    typed = written(request.POST.get("code", ""))
    held = _held_at(request, typed)
    if held is not None:
        return redirect("event_me", held.public_id)
    if guesses_too_often(request, GUESSES):
        return too_often(request, A_WHILE.total_seconds())
    found = event_of_code(typed)
    if found is None and (entered := event_entered_by(typed)) is not None:
        return redirect(entering_link(entered))
    if found is None:
        guess_note(request, GUESSES)
        return _wrong(request, typed)
    return redirect(check_in_link(found))


@never_cache
@require_safe
def code_written(request: HttpRequest, code: str) -> HttpResponse:
    """Fill in a code from the URL; the form checks it."""
    return _code_page(request, written(code))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, public_id: str, secret: str) -> HttpResponse:
    """Ask who the player is, and ask the director to approve.

    The QR code of an event leads here. An admitted phone goes on, even with an outdated link.
    """
    holder = pass_of(request, Event(public_id=public_id))
    if is_let_in(holder):
        return redirect("event_me", public_id)
    event = event_at(public_id)
    if event is None or not opens(secret, KIND, public_id, event.code):
        return _wrong(request)
    if own_player(event, request.user) is not None:
        return redirect("event_me", event.public_id)
    if request.method != "POST":
        if holder is not None and holder.state == EntryPass.State.ASKED:
            return redirect("event_waiting", event.public_id)
        return _people(request, event)
    most = {"what": "event claims", "who": str(event.pk), "most": MOST_CLAIMS}
    if not within_limit(**most, lasts=A_WHILE):  # type: ignore[arg-type]
        return too_often(request, A_WHILE.total_seconds())
    device = device_name(request.headers.get("User-Agent", ""))
    player = request.POST.get("player", "")
    try:
        made = pass_claim(code=event.code or "", player=player, device=device, earlier=holder)
    except NotFound:
        return _wrong(request)
    except ServiceError as error:
        return _people(request, event, str(error))
    if made is None:
        return redirect("event_me", event.public_id)
    return holding(redirect("event_waiting", event.public_id), event, token_sealed(made.token))


@never_cache
@require_safe
def waiting(request: HttpRequest, public_id: str) -> HttpResponse:
    """Wait for the director's approval; the page polls, and gets nothing until then."""
    holder = _held(request, public_id)
    where = reverse("event_me", args=[public_id])
    if holder.state == EntryPass.State.GRANTED:
        if not is_swap(request):
            return redirect(where)
        answer = HttpResponse()
        answer["HX-Redirect"] = where
        return answer
    is_asked = holder.state == EntryPass.State.ASKED and holder.event.is_open
    if is_asked and is_swap(request):
        return HttpResponse(status=NO_CONTENT)
    template = (
        "tournaments/pages/matches/waits.html"
        if is_swap(request)
        else "tournaments/pages/matches/waiting.html"
    )
    return render(request, template, {"holder": holder, "asked": is_asked, "event": holder.event})


@never_cache
@require_POST
def stop(request: HttpRequest, public_id: str) -> HttpResponse:
    """Withdraw the claim, to choose again: only phones that are waiting can do this."""
    holder = _held(request, public_id)
    if not claim_withdraw(claim=holder):  # it has been answered
        return redirect("event_code")
    return redirect(check_in_link(holder.event) if holder.event.code else "event_code")


def _held(request: HttpRequest, public_id: str) -> EntryPass:
    holder = pass_of(request, Event(public_id=public_id)) if is_public_id(public_id) else None
    if holder is None:
        raise NotFound
    return holder


def _held_at(request: HttpRequest, code: str) -> Event | None:
    """Return the event of this code if the phone has a pass for it, which needs no guessing
    limit.
    """
    for name, sealed in request.COOKIES.items():
        holder = pass_opened(sealed) if name.startswith("event-") else None
        if code and holder is not None and is_let_in(holder) and holder.event.code == code:
            return holder.event
    return None


def check_in_link(event: Event) -> str:
    """Return the path at which phones check in to an event."""
    secret = link_secret(KIND, event.public_id, event.code or "")
    return reverse("event_check_in", args=[event.public_id, secret])


def _wrong(request: HttpRequest, code: str = "") -> HttpResponse:
    return _code_page(request, code, str(EventNotAllowed("pass_closed")))


def _code_page(request: HttpRequest, code: str = "", problem: str = "") -> HttpResponse:
    context = {"code": code, "problem": problem}
    status = UNPROCESSABLE if problem else 200
    return render(request, "tournaments/pages/matches/code.html", context, status=status)


def _people(request: HttpRequest, event: Event, problem: str = "") -> HttpResponse:
    text = request.GET.get("q", "").replace("\0", "").strip()[:60]
    everybody = people_of(event)
    context = {
        "event": event,
        "where": check_in_link(event),
        "people": people_of(event, text) if text else everybody,
        "searched": len(everybody) > SEARCHED,
        "text": text,
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "tournaments/pages/matches/choose.html", context, status=status)
