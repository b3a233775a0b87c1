"""The phones at a table, for its scorer: admitting, revoking, proxies."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.clubs.views.club_pages import club_for, club_page, done
from games.errors import Conflict, NotAllowed, NotFound, ServiceError
from games.models import Pass, Session
from games.permissions import Capability, Reader, acting, require
from games.record.selectors.names import names_in
from games.rule_texts import Names
from games.sessions.actors import pass_sealed, session_and_reader
from games.table.presenters.phones import CAPTAIN, THEMSELVES, link_page, phones_page, screens
from games.table.selectors.phones import pass_get
from games.table.services.passes import (
    claim_grant,
    claim_refuse,
    join_close,
    join_open,
    pass_create,
    pass_revoke,
    wall_pass_create,
)
from games.table.services.proxies import proxy_drop, proxy_set
from games.table.views.join import join_address
from games.table.views.table import shown
from games.web.address import outward
from games.web.input import Input
from games.web.pages import is_swap
from games.web.sign_in import sign_in_required, user_of

NO_CONTENT = 204


def admitting(request: HttpRequest, public_id: str) -> tuple[Session, Reader]:
    """Return a session and a reader who may admit phones there.

    Raises:
        NotFound: the session does not exist, or the user may not see it.
        NotAllowed: the user may not admit phones.
    """
    session, reader = session_and_reader(request, public_id)
    acting(reader)
    require(reader, Capability.ADMIT, session.club, session)
    return session, reader


@never_cache
@require_safe
def phones(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who is connected; polls get only changes."""
    session, reader = admitting(request, public_id)
    address = outward(request, join_address(session))
    page = phones_page(session, address, reader)
    if not is_swap(request):
        return render(request, "table/phones/phones.html", {"page": page, "session": session})
    if request.GET.get("have") == page.digest:
        return HttpResponse(status=NO_CONTENT)
    context = {"page": page, "session": session, "swapped": True}
    return render(request, "table/phones/news.html", context)


@never_cache
@require_POST
def join_switch(request: HttpRequest, public_id: str, do: str) -> HttpResponse:
    session, reader = admitting(request, public_id)
    if do == "open":
        return back(request, session, lambda: join_open(session=session, by=acting(reader)))
    return back(request, session, lambda: join_close(session=session, by=acting(reader)))


@never_cache
@require_POST
def link_new(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a link, or find the existing one, and show it."""
    session, reader = admitting(request, public_id)
    try:
        made = pass_create(
            session=session,
            by=acting(reader),
            role=request.POST.get("role", ""),
            player=request.POST.get("player", ""),
        )
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("phones", public_id)
    return redirect("phone_link", public_id, made.public_id)


@never_cache
@require_safe
def link(request: HttpRequest, public_id: str, pass_id: str) -> HttpResponse:
    """Show a link, to be scanned or copied."""
    session, reader = admitting(request, public_id)
    holder = pass_get(session, pass_id)
    page = link_page(holder, names_in(session, reader), address_of(request, holder))
    return render(request, "table/phones/link.html", {"page": page, "session": session})


@never_cache
@require_POST
def revoke(request: HttpRequest, public_id: str, pass_id: str) -> HttpResponse:
    session, reader = admitting(request, public_id)
    holder = pass_get(session, pass_id)
    said = _("It is withdrawn: the phone that used it is no longer at the table.")
    return back(request, session, lambda: pass_revoke(holder=holder, by=acting(reader)), said)


@never_cache
@require_POST
def claim(request: HttpRequest, public_id: str, pass_id: str, do: str) -> HttpResponse:
    """Grant or refuse a claim, and show the table, or the page of phones, again."""
    session, reader = admitting(request, public_id)
    answer = claim_grant if do == "yes" else claim_refuse
    problem = ""
    try:
        answer(claim=pass_get(session, pass_id), by=acting(reader))
    except NotAllowed:
        raise
    except NotFound:  # the phone has withdrawn its claim
        problem = str(Conflict("claim_over"))
    except ServiceError as error:  # another scorer has answered
        problem = str(error)
    if is_swap(request):
        # The answer was written on another instance of the row.
        session.refresh_from_db()
        return shown(request, session, reader, Input(), problem)
    if problem:
        messages.error(request, problem)
    return redirect("phones" if request.POST.get("back") == "phones" else "table", public_id)


@never_cache
@require_POST
def speak(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set a player's proxy."""
    session, reader = admitting(request, public_id)
    player, speaker = request.POST.get("player", ""), request.POST.get("speaker", "")
    if speaker == THEMSELVES:
        return back(
            request,
            session,
            lambda: proxy_drop(session=session, by=acting(reader), player=player),
            _("Saved."),
        )
    named = "" if speaker == CAPTAIN else speaker or "?"
    return back(
        request,
        session,
        lambda: proxy_set(session=session, by=acting(reader), player=player, speaker=named),
        _("Saved."),
    )


def back(
    request: HttpRequest, session: Session, act: Callable[[], object], said: str = ""
) -> HttpResponse:
    """Carry out a button of the page of phones, and show it again.

    Raises:
        NotAllowed: the user may not do this.
    """
    try:
        act()
    except NotAllowed:
        raise
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        if said:
            messages.success(request, said)
    return redirect("phones", session.public_id)


def address_of(request: HttpRequest, holder: Pass) -> str:
    """Return the link of a pass, if it is valid.

    Raises:
        NotFound: it is not.
    """
    if not holder.is_granted:
        raise NotFound
    return outward(request, reverse("pass", args=[pass_sealed(holder)]))


# -- screens that show all tables of a club


@never_cache
@sign_in_required
def club_screens(request: HttpRequest, slug: str) -> HttpResponse:
    """List the screens of a club; make a link for another."""
    club = club_for(request, slug, Capability.ADMIT)
    if request.method == "POST":
        made = wall_pass_create(club=club, by=user_of(request))
        return redirect("club_screen", slug, made.public_id)
    return club_page(request, club, "table/phones/screens.html", {"screens": screens(club)})


@never_cache
@sign_in_required
@require_safe
def club_screen(request: HttpRequest, slug: str, pass_id: str) -> HttpResponse:
    """Show the link of a screen, to be opened there."""
    club = club_for(request, slug, Capability.ADMIT)
    holder = pass_get(club, pass_id)
    page = link_page(holder, Names(), address_of(request, holder))
    return club_page(request, club, "table/phones/screen.html", {"page": page})


@never_cache
@sign_in_required
@require_POST
def club_screen_revoke(request: HttpRequest, slug: str, pass_id: str) -> HttpResponse:
    club = club_for(request, slug, Capability.ADMIT)
    holder = pass_get(club, pass_id)
    said = _("The screen is withdrawn.")
    return done(
        request, "club_screens", club, said, lambda: pass_revoke(holder=holder, by=user_of(request))
    )
