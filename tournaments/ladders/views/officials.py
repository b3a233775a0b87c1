"""Pages of official lists: all of them, one, and its export."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.clubs.selectors.clubs import club_seen
from games.web.pages import guarded, page, page_number
from games.web.spreadsheets import spreadsheet
from tournaments.ladders.exports import official_rows
from tournaments.ladders.presenters.officials import frozen_page, lists_page
from tournaments.ladders.selectors.officials import (
    BY_POINTS,
    BY_SKILL,
    official_get,
    official_lists,
)


@require_safe
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    club, reader = club_seen(slug, request.user)
    found = lists_page(club, official_lists(club))
    return page(request, "tournaments/ladders/leaderboards/officials.html", found, reader)


@require_safe
def one(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    club, reader = club_seen(slug, request.user)
    found = official_get(
        club, key, reader, order=_order(request), page=max(page_number(request) or 1, 1)
    )
    return page(
        request, "tournaments/ladders/leaderboards/official.html", frozen_page(found), reader
    )


@require_safe
def table(request: HttpRequest, slug: str, key: str, kind: str) -> HttpResponse:
    """Give a frozen list as a file for spreadsheets."""
    club, reader = club_seen(slug, request.user)
    found = official_get(club, key, reader, order=_order(request), whole=True)
    name = f"official-{club.slug}-{key}"
    return guarded(spreadsheet(official_rows(found), kind, name), club)


def _order(request: HttpRequest) -> str:
    return BY_POINTS if request.GET.get("order") == BY_POINTS else BY_SKILL
