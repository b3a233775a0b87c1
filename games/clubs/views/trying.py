"""A chouette to try: the page is the same for everybody, and all else happens on the device."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clubs.presenters.trying import LANGUAGES, places_here, try_page
from games.clubs.selectors.home import home_page
from games.web.runtime import parts, size
from games.web.sign_in import sign_in_required


@require_safe
def try_out(request: HttpRequest) -> HttpResponse:
    """Show the page in the reader's language, or in that of the address."""
    spoken = request.GET.get("in") or translation.get_language() or ""
    spoken = spoken if spoken in LANGUAGES else LANGUAGES[0]
    fetched = size(request.headers.get("Accept-Encoding", ""))
    with translation.override(spoken):
        shown = try_page(spoken, parts(), size=fetched, **places_here())
        return render(request, "clubs/try.html", shown)


@never_cache
@sign_in_required
@require_safe
def try_send(request: HttpRequest) -> HttpResponse:
    """Lead to the import of the reader's club; where they have several, let them choose."""
    clubs = [card.club for card in home_page(request.user).clubs if card.may_import]
    if len(clubs) == 1:
        return redirect("session_import", clubs[0].slug)
    return render(request, "clubs/try_send.html", {"clubs": clubs})
