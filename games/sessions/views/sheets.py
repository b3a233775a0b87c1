"""Pages to read: clubs, sessions, score sheets, settling up; and their exports."""

from decimal import Decimal
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.clubs.selectors.clubs import club_get, club_seen
from games.errors import NotFound
from games.models import Session
from games.permissions import Reader
from games.sessions.actors import session_and_reader
from games.sessions.exports.session_json import session_as_json
from games.sessions.exports.session_rows import sheet_rows, sheets_beside
from games.sessions.presenters.balances import balances_page, shown_amounts
from games.sessions.presenters.leaving import leaving_page
from games.sessions.presenters.sheets import club_front, sheet_page, story
from games.sessions.selectors.settling import debt_get, payment_get, settlement
from games.sessions.selectors.sheets import sheet_of_all
from games.sessions.services.csn import csn_export
from games.sessions.services.settling import (
    debt_pay,
    debts_pay,
    leaver_pay,
    payment_take_back,
    recount_seen,
)
from games.web.creating import made_once
from games.web.pages import guarded, page, page_number
from games.web.sign_in import user_of
from games.web.spreadsheets import XLSX, spreadsheet


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's front page: running and latest sessions."""
    found = club_front(*club_seen(slug, request.user))
    return page(request, "sessions/club.html", found)


@require_safe
def sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a session: score sheet, chart, settle-up."""
    session, reader = session_and_reader(request, public_id)
    return page(request, "sessions/sheet.html", sheet_page(session, reader, page_number(request)))


@require_safe
def sheet_print(request: HttpRequest, public_id: str) -> HttpResponse:
    session, reader = session_and_reader(request, public_id)
    found = sheet_page(session, reader, page_number(request))
    return page(request, "sessions/sheet_print.html", found)


@require_safe
def game_story(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Tell what happened in a game; a fragment if a cell of the sheet was tapped."""
    session, reader = session_and_reader(request, public_id)
    found = story(session, number, reader, request.GET.get("player", ""))
    template = (
        "sessions/story_body.html" if request.headers.get("HX-Request") else "sessions/story.html"
    )
    return page(request, template, found)


@require_safe
def sheet_table(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Export the score sheet for spreadsheets."""
    session, reader = session_and_reader(request, public_id)
    sheet = sheet_of_all(session, reader)
    more = sheets_beside(sheet, settlement(session, reader)) if kind == XLSX else ()
    return guarded(spreadsheet(sheet_rows(sheet), kind, file_name(session), more), session.club)


@require_safe
def sheet_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Export the session for programs."""
    session, reader = session_and_reader(request, public_id)
    data = session_as_json(sheet_of_all(session, reader), reader)
    return file(JsonResponse(data, json_dumps_params={"ensure_ascii": False}), session, "json")


@require_safe
def sheet_csn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Export the record in the score notation."""
    session, reader = session_and_reader(request, public_id)
    text = csn_export(session=session, reader=reader)
    return file(HttpResponse(text, content_type="text/plain; charset=utf-8"), session, "csn")


@require_POST
def debt_paid(request: HttpRequest, public_id: str) -> HttpResponse:
    debt = debt_get(public_id, request.user)
    debt_pay(debt=debt, by=user_of(request))
    return settled(request, debt.session)


@require_POST
def debt_unpaid(request: HttpRequest, public_id: str) -> HttpResponse:
    payment = payment_get(public_id, request.user)
    payment_take_back(payment=payment, by=user_of(request))
    return settled(request, payment.session)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leaver(request: HttpRequest, public_id: str, player: str) -> HttpResponse:
    """Show what is open for who left a running evening, and mark it paid."""
    session, reader = session_and_reader(request, public_id)
    found = leaving_page(session, player, reader)
    if request.method != "POST":
        return page(request, "sessions/leaver.html", found)
    other = next(
        (one for one in found.leaving.everybody if one.public_id == request.POST.get("other")), None
    )
    amount = amount_of(request.POST.get("amount", ""))
    if other is None or amount is None:
        raise NotFound
    pay = partial(leaver_pay, session=session, player=found.leaving.player, other=other)
    by = user_of(request)
    made_once(request, lambda: pay(amount=amount, by=by).public_id)
    return redirect("leaver", session.public_id, player)


@require_POST
def debts_recounted(request: HttpRequest, slug: str) -> HttpResponse:
    found = club_get(slug, request.user)
    recount_seen(club=found, by=user_of(request))
    return redirect("club", found.slug)


@require_safe
def balances(request: HttpRequest, slug: str) -> HttpResponse:
    """List open debts: all for organizers, a player's own for players."""
    found, reader = club_seen(slug, request.user)
    shown = balances_page(found, reader, request.GET.dict())
    context = {"club": found, "reader": reader, "balances": shown}
    return page(request, "sessions/balances.html", context)


@require_POST
def balances_paid(request: HttpRequest, slug: str) -> HttpResponse:
    """Mark what was shown as paid, and show what is left."""
    club = club_get(slug, request.user)
    try:
        shown = shown_amounts(request.POST.getlist("debt"))
    except ArithmeticError:
        raise NotFound from None
    count = debts_pay(club=club, debts=shown, by=user_of(request))
    words = ngettext(
        "%(count)s payment is marked paid.", "%(count)s payments are marked paid.", count
    )
    messages.success(request, words % {"count": count})
    return redirect("balances", club.slug)


def amount_of(text: str) -> Decimal | None:
    """Return an amount as a form writes it."""
    try:
        return Decimal(text)
    except ArithmeticError:
        return None


def file(response: HttpResponse, session: Session, ending: str) -> HttpResponse:
    """Send an export as a file with a descriptive name."""
    response["Content-Disposition"] = f'attachment; filename="{file_name(session)}.{ending}"'
    return guarded(response, session.club)


def file_name(session: Session) -> str:
    """Return the name of a session's files, without its ending."""
    return f"chouette-{session.played_on:%Y-%m-%d}-{session.public_id}"


def settled(request: HttpRequest, session: Session) -> HttpResponse:
    """Show the settle-up again: as a fragment for htmx, else with the page it was tapped on."""
    if player := request.POST.get("leaver"):
        return redirect("leaver", session.public_id, slugify(player))
    if request.headers.get("HX-Request"):
        reader = Reader.of(user_of(request), session.club, session)
        return page(request, "sessions/settle.html", sheet_page(session, reader))
    return redirect(reverse("sheet", args=[session.public_id]) + "#settle")
