"""Phones in an event: admission by code or link, and “your next table” on each of them."""

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

from games.accounts.sign_ins import device_name
from games.clubs.selectors.privacy import people_seen
from games.errors import NotFound, ServiceError
from games.models import Player
from games.models.ids import is_public_id
from games.permissions import Capability, Reader, permitted
from games.web.address import outward
from games.web.codes import (
    A_WHILE,
    guess_note,
    guesses_too_often,
    link_secret,
    opens,
    written,
)
from games.web.input import Input, Unreadable, input_of
from games.web.limits import too_often, within_limit
from games.web.pages import UNPROCESSABLE, guarded, is_swap
from games.web.qr import qr_code
from games.web.sign_in import sign_in_required, user_of
from tournaments.errors import EventNotAllowed
from tournaments.events.selectors.events import event_directed
from tournaments.events.selectors.phones import (
    event_at,
    event_of_code,
    mine_read,
    own_player,
    pass_get,
    people_of,
)
from tournaments.events.selectors.wishes import event_entered_by
from tournaments.events.services.entries import entry_check_in
from tournaments.models import Entry, EntryPass, Event, LeagueSeason, Match
from tournaments.pages.actors import (
    doer_in,
    event_for,
    holding,
    is_let_in,
    pass_of,
    pass_opened,
    player_in,
    token_sealed,
)
from tournaments.pages.presenters.entering import entering_link
from tournaments.pages.presenters.match_conflicts import conflict_text
from tournaments.pages.presenters.phones import MePage, me_page, phones_page
from tournaments.pages.selectors.matches import match_of_event
from tournaments.pages.views.acts import MatchTap, act
from tournaments.pages.views.matches import reloaded, waits_for
from tournaments.record.selectors.dated import dated_of
from tournaments.record.selectors.passes import season_to_follow, unlinked_in
from tournaments.record.services.passes import (
    check_in_close,
    check_in_open,
    claim_withdraw,
    pass_claim,
    pass_create,
    pass_grant,
    pass_refuse,
    pass_revoke,
    passes_create,
)

NO_CONTENT: Final = 204
GONE: Final = 410
KIND: Final = "event"
GUESSES: Final = "wrong event code"
MOST_CLAIMS: Final = 300
"""Claims per event in ten minutes: everybody's phone and some typing errors."""
SEARCHED: Final = 12
"""With more names than this, the page has a search."""


# a phone comes


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
    return redirect(_link(found))


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
    return redirect(_link(holder.event) if holder.event.code else "event_code")


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


def _link(event: Event) -> str:
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
        "where": _link(event),
        "people": people_of(event, text) if text else everybody,
        "searched": len(everybody) > SEARCHED,
        "text": text,
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "tournaments/pages/matches/choose.html", context, status=status)


# your next table


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


# the director


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
@require_POST
def links_new(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make links for all who have none, and show them once, for paper."""
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
    return outward(request, _link(event))
