"""A phone without an account comes to a table: by a link, or by the code that is shown there."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.sign_ins import device_name
from games.errors import NotFound, ServiceError
from games.models import Pass, Session
from games.permissions import Capability, Reader, Role, permitted, roles
from games.record.selectors.sessions import session_find, table_of
from games.sessions.actors import actor_of, cookie_name, pass_of, pass_opened, pass_sealed
from games.table.presenters.reading import names_in
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
from games.web.limits import too_often, within_limit

KIND: Final = "table"
GUESSES: Final = "wrong code"
HELD: Final = "join-"
"""How the cookie is called that the page where codes are typed is shown."""
CLAIMS_AT_A_TABLE: Final = 30

AN_EVENING: Final = 24 * 60 * 60
A_LONG_TIME: Final = 180 * 24 * 60 * 60
"""How long a screen on the wall keeps its pass; whoever made it may withdraw it at any time."""

OPENS: Final = frozenset({Role.TABLE_SCORER, Role.TABLE_PLAYER, Role.TABLE_ONLOOKER})
NO_CONTENT = 204
UNPROCESSABLE = 422


@never_cache
@require_safe
def open_link(request: HttpRequest, sealed: str) -> HttpResponse:
    """Swap a link for a cookie and go to the table. Nothing is written and nothing used up."""
    holder = pass_opened(sealed)
    if holder is None or not OPENS & roles(holder, holder.club, holder.session):
        return render(request, "table/join/closed.html", {"sentence": ""}, status=410)
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
    """Ask for a table's code; whoever sends the right one is led to its link."""
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
    """Write a code that stands in an address into the form: whether it is right is told there."""
    return code_page(request, written(code))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, public_id: str, secret: str) -> HttpResponse:
    """Ask who somebody is, and have the scorer asked whether that is so.

    This is where the QR code at a table leads: below its address the phone shows its cookie. A
    phone that is in goes to the table, whatever has become of the link.
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
    if not player and watches:  # who may look anyway asks nobody
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
    """Wait for the scorer's yes; the page looks by itself, and hears nothing while none is new."""
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
    """Ask no longer, to choose again: who waits may, and nobody else is told where.

    Raises:
        NotFound: this phone has never asked to be let in here.
    """
    session = session_find(public_id)
    holder = pass_of(request, session)
    if holder is None:
        raise NotFound
    if not claim_withdraw(claim=holder):  # it has been answered: the page says how
        return redirect("join_waiting", public_id)
    return redirect("join") if session.join_code is None else to_choose(session)


def session_at(public_id: str) -> Session | None:
    """Return a session that runs, or None: whether there is one is nobody's business here."""
    try:
        found = session_find(public_id)
    except NotFound:
        return None
    return found if found.is_open else None


def held_at(request: HttpRequest, code: str) -> Session | None:
    """Return the table of this code if the phone is let in there: it does not have to guess."""
    for name, sealed in request.COOKIES.items():
        holder = pass_opened(sealed) if name.startswith(HELD) else None
        here = holder.session if holder is not None and holder.is_granted else None
        if here is not None and here.is_open and code and here.join_code == code:
            return here
    return None


def code_page(request: HttpRequest, code: str = "", problem: str = "") -> HttpResponse:
    """The form that asks for a code, with what is wrong about the one that was sent."""
    context = {"code": code, "problem": problem}
    status = UNPROCESSABLE if problem else 200
    return render(request, "table/join/code.html", context, status=status)


def join_address(session: Session) -> str:
    """Where the QR code of a table leads; nowhere while it is not open for phones."""
    secret = link_secret(KIND, session.public_id, session.join_code or "")
    return reverse("join_choose", args=[session.public_id, secret])


def to_choose(session: Session) -> HttpResponse:
    """Go where one says who one is."""
    return redirect(join_address(session))


def choices(
    request: HttpRequest, session: Session, *, watches: bool, problem: str = ""
) -> HttpResponse:
    """Show who sits at the table, to be one of them."""
    names = names_in(session, by_code(request, session))
    context = {
        "session": session,
        "people": [(player, names[player]) for player in table_of(session).players],
        "watches": watches,
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "table/join/choose.html", context, status=status)


def by_code(request: HttpRequest, session: Session) -> Reader:
    """Return who looks with a table's code: they are in the room, and find themselves by name."""
    return Reader.of(request.user, session.club, session).also(Capability.SEE_NAMES)


def holding(answer: HttpResponse, holder: Pass) -> HttpResponse:
    """Have the phone keep a pass, for the pages of its table or wall alone."""
    session = holder.session
    if session is None:
        name, path = cookie_name(holder.club), reverse("club_wall", args=[holder.club.slug])
    else:
        name, path = cookie_name(session), reverse("sheet", args=[session.public_id])
    answer.set_cookie(
        name,
        pass_sealed(holder),
        max_age=A_LONG_TIME if session is None else AN_EVENING,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    if session is not None:
        # The page where codes are typed knows it by this: it does not refuse who is in.
        answer.set_cookie(
            f"{HELD}{session.public_id}",
            pass_sealed(holder),
            max_age=AN_EVENING,
            path=reverse("join"),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer
