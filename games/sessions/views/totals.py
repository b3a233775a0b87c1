"""Evenings by totals: typed by hand, put right, and all of a club's as a table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.clubs.selectors.clubs import club_seen
from games.errors import ServiceError
from games.permissions import Capability, require
from games.record.selectors.sessions import session_get
from games.sessions.exports.evening_rows import evening_rows
from games.sessions.forms import totals_typed
from games.sessions.presenters.totals import TotalsPage, totals_page
from games.sessions.selectors.totals import evenings_told
from games.sessions.services.totals import evening_correct, evening_enter, require_by_totals
from games.web.creating import made_once
from games.web.input import Unreadable, input_of
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from games.web.spreadsheets import spreadsheet


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def evening_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of an evening of which only the totals are known; when posted, enter it."""
    (club, reader), ask = club_seen(slug, request.user), input_of(request)
    require(reader, Capability.IMPORT_SESSION, club)
    if request.method != "POST":
        return _page(request, totals_page(club, reader, ask))
    try:
        given = totals_typed(club, ask)

        def make() -> str:
            return evening_enter(
                club=club,
                by=user_of(request),
                totals=given.totals,
                played_on=given.played_on or club.today,
                title=given.title,
                place=given.place,
                is_settled=given.is_settled,
                as_it_is=given.as_it_is,
            ).public_id

        made, _is_new = made_once(request, make)
    except (ServiceError, Unreadable) as error:
        return _page(request, totals_page(club, reader, ask, problem=str(error)))
    messages.success(request, _("The evening is entered."))
    return redirect("sheet", made)


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def evening_right(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the points of an evening by totals; when posted, put them right."""
    session, ask = session_get(public_id, request.user), input_of(request)
    club, reader = club_seen(session.club.slug, request.user)
    require(reader, Capability.IMPORT_SESSION, club)
    require_by_totals(session)
    if request.method != "POST":
        return _page(request, totals_page(club, reader, ask, session))
    try:
        given = totals_typed(club, ask)
        found = evening_correct(
            session=session,
            by=user_of(request),
            version=int(text) if (text := ask.one("version")).isdecimal() else 0,
            totals=given.totals,
            is_settled=given.is_settled,
            as_it_is=given.as_it_is,
            key=ask.one("key")[:64] or "right",
        )
    except (ServiceError, Unreadable) as error:
        return _page(request, totals_page(club, reader, ask, session, problem=str(error)))
    messages.success(request, _("The evening is put right."))
    return redirect("sheet", found.public_id)


@require_safe
def evenings_table(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Export a club's evenings: days in rows, players in columns, a total in each cell."""
    club, reader = club_seen(slug, request.user)
    rows = evening_rows(*evenings_told(club, reader))
    return guarded(spreadsheet(rows, kind, f"chouette-{club.slug}"), club)


def _page(request: HttpRequest, page: TotalsPage) -> HttpResponse:
    status = UNPROCESSABLE if page.problem else 200
    return render(request, "sessions/totals.html", {"page": page}, status=status)
