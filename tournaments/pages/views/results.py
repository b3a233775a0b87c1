"""The page of what a club has played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.clubs.selectors.clubs import club_seen
from games.web.pages import page
from tournaments.pages.forms import wish_of
from tournaments.pages.presenters.results import results_page
from tournaments.pages.selectors.matches import players_to_choose
from tournaments.pages.selectors.results import results_of


@require_safe
def results(request: HttpRequest, slug: str, *, kind: str = "") -> HttpResponse:
    """Show a club's results by day; `kind` is chosen where the address asks for nothing else."""
    club, reader = club_seen(slug, request.user)
    found = results_of(club, reader, wish_of(request.GET, kind))
    shown = results_page(found, players_to_choose(club, reader))
    answer = page(request, "tournaments/pages/results/page.html", shown, reader)
    answer["HX-Push-Url"] = shown.address  # without what was left blank
    return answer
