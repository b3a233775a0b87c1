"""Phones without an account come to a table: by a link, or by the table's code."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.sign_ins import device_name
from games.errors import NotFound, ServiceError
from games.models import Pass, Session
from games.permissions import Capability, Reader, Role, permitted, roles
from games.record.selectors.names import names_in
from games.record.selectors.sessions import session_find, table_of
from games.sessions.actors import actor_of, cookie_name, pass_of, pass_opened, pass_sealed
from games.table.selectors.phones import session_of_code
from games.table.services.passes import claim_withdraw, pass_claim
from games.web.codes import (
    A_WHILE,
    guess_note,
    guesses_too_often,
    link_secret,
    opens,
    written,
)
from games.web.cookies import cookie_keep
from games.web.limits import too_often, within_limit

KIND: Final = "table"
GUESSES: Final = "wrong code"
HELD: Final = "join-"
"""The prefix of the cookie that the page for typing codes can read."""
CLAIMS_AT_A_TABLE: Final = 30

AN_EVENING: Final = 24 * 60 * 60
A_LONG_TIME: Final = 180 * 24 * 60 * 60
"""How long a screen on the wall keeps its pass; its creator may revoke it at any time."""

OPENS: Final = frozenset({Role.TABLE_SCORER, Role.TABLE_PLAYER, Role.TABLE_ONLOOKER})
NO_CONTENT = 204
UNPROCESSABLE = 422


@never_cache
@require_safe
def open_link(request: HttpRequest, sealed: str) -> HttpResponse:
    """Exchange a link for a cookie and go to the table. It writes nothing and uses nothing up."""
    holder = pass_opened(sealed)
    if holder is None or not OPENS & roles(holder, holder.club, holder.session):
        return render(request, "table/join/closed.html", status=410)
    if holder.session is None:
        where = reverse("club_wall", args=[holder.club.slug])
    else:
        where = reverse("table", args=[holder.session.public_id])
    answer = holding(redirect(where), holder)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for a table's code; a correct one leads to its link."""
    if request.method != "POST":
        return code_page(request)
    code = written(request.POST.get("code", ""))
    held = held_at(request, code)
    if held is not None:
        return to_choose(held)
    if guesses_too_often(request, GUESSES):
        return too_often(request, A_WHILE.total_seconds())
    session = session_of_code(code)
    if session is None:
        guess_note(request, GUESSES)
        return code_page(request, code, str(NotFound("join_closed")))
    return to_choose(session)


@never_cache
@require_safe
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    """Fill in a code from the URL; the form checks it."""
    return code_page(request, written(code))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, public_id: str, secret: str) -> HttpResponse:
    """Ask who the player is, and ask the scorer to approve.

    The QR code at a table leads here: the phone shows its cookie to URLs below it. An admitted
    phone goes on to the table, even with an outdated link.
    """
    session, closed = session_at(public_id), str(NotFound("join_closed"))
    if session is None:
        return code_page(request, problem=closed)
    actor, holder = actor_of(request, session), pass_of(request, session)
    if permitted(actor, Capability.PLAY, session.club, session):
        return redirect("table", public_id)
    if not opens(secret, KIND, public_id, session.join_code):
        is_in = holder is not None and holder.is_granted
        return redirect("table", public_id) if is_in else code_page(request, problem=closed)
    watches = permitted(actor, Capability.VIEW_CLUB, session.club, session)
    if request.method != "POST":
        if holder is not None and holder.state == Pass.State.WAITING:
            return redirect("join_waiting", public_id)
        return choices(request, session, watches=watches)
    player = request.POST.get("player", "")
    if not player and watches:  # users who may watch anyway need no approval
        return redirect("table", public_id)
    who = str(session.pk)
    if not within_limit(what="claims", who=who, most=CLAIMS_AT_A_TABLE, lasts=A_WHILE):
        return too_often(request, A_WHILE.total_seconds())
    device = device_name(request.headers.get("User-Agent", ""))
    code = session.join_code or ""
    try:
        claim = pass_claim(code=code, player=player, device=device, earlier=holder)
    except NotFound:
        raise
    except ServiceError as error:
        return choices(request, session, watches=watches, problem=str(error))
    return holding(redirect("join_waiting", public_id), claim)


@never_cache
@require_safe
def waiting(request: HttpRequest, public_id: str) -> HttpResponse:
    """Wait for the scorer's approval; the page polls, and gets nothing until then."""
    session = session_find(public_id)
    holder = pass_of(request, session)
    asks = "HX-Request" in request.headers
    if holder is not None and holder.state == Pass.State.WAITING and session.is_open:
        if asks:
            return HttpResponse(status=NO_CONTENT)
        name = names_in(session, by_code(request, session))[holder.player] if holder.player else ""
        return render(request, "table/join/waiting.html", {"session": session, "name": name})
    if holder is not None and holder.is_granted:
        where = reverse("table", args=[public_id])
        if not asks:
            return redirect(where)
        answer = HttpResponse()
        answer["HX-Redirect"] = where
        return answer
    context = {"session": session, "refused": holder is not None and session.is_open}
    return render(
        request, "table/join/answer.html" if asks else "table/join/answered.html", context
    )


@never_cache
@require_POST
def stop_waiting(request: HttpRequest, public_id: str) -> HttpResponse:
    """Withdraw the claim, to choose again: only phones that are waiting can do this.

    Raises:
        NotFound: this phone has no claim here.
    """
    session = session_find(public_id)
    holder = pass_of(request, session)
    if holder is None:
        raise NotFound
    if not claim_withdraw(claim=holder):  # it has been answered: the page says how
        return redirect("join_waiting", public_id)
    return redirect("join") if session.join_code is None else to_choose(session)


def session_at(public_id: str) -> Session | None:
    """Return a running session, or None; the caller must not reveal whether it exists."""
    try:
        found = session_find(public_id)
    except NotFound:
        return None
    return found if found.is_open else None


def held_at(request: HttpRequest, code: str) -> Session | None:
    """Return the table of this code if the phone has a pass for it, which needs no guessing
    limit.
    """
    for name, sealed in request.COOKIES.items():
        holder = pass_opened(sealed) if name.startswith(HELD) else None
        here = holder.session if holder is not None and holder.is_granted else None
        if here is not None and here.is_open and code and here.join_code == code:
            return here
    return None


def code_page(request: HttpRequest, code: str = "", problem: str = "") -> HttpResponse:
    """Return the form that asks for a code, with the error of the last one."""
    context = {"code": code, "problem": problem}
    status = UNPROCESSABLE if problem else 200
    return render(request, "table/join/code.html", context, status=status)


def join_address(session: Session) -> str:
    """Return the link of a table's QR code; blank while it is closed for phones."""
    secret = link_secret(KIND, session.public_id, session.join_code or "")
    return reverse("join_choose", args=[session.public_id, secret])


def to_choose(session: Session) -> HttpResponse:
    return redirect(join_address(session))


def choices(
    request: HttpRequest, session: Session, *, watches: bool, problem: str = ""
) -> HttpResponse:
    """Show who sits at the table, to choose from."""
    names = names_in(session, by_code(request, session))
    context = {
        "session": session,
        "people": [(player, names[player]) for player in table_of(session).company],
        "watches": watches,
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "table/join/choose.html", context, status=status)


def by_code(request: HttpRequest, session: Session) -> Reader:
    """Return the reader for a table's code: they are in the room, and choose themselves by name."""
    return Reader.of(request.user, session.club, session).also(Capability.SEE_NAMES)


def holding(answer: HttpResponse, holder: Pass) -> HttpResponse:
    """Store a pass in a cookie for the pages of its table or wall only."""
    session = holder.session
    if session is None:
        name, path = cookie_name(holder.club), reverse("club_wall", args=[holder.club.slug])
    else:
        name, path = cookie_name(session), reverse("sheet", args=[session.public_id])
    sealed, lasts = pass_sealed(holder), A_LONG_TIME if session is None else AN_EVENING
    cookie_keep(answer, name, sealed, lasts=lasts, path=path)
    if session is not None:
        # The page for typing codes reads this, so that it does not refuse admitted phones.
        held = f"{HELD}{session.public_id}"
        cookie_keep(answer, held, sealed, lasts=lasts, path=reverse("join"))
    return answer
