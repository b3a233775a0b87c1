"""Lists of boards: mine, and a club's."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.boards.actors import seats_of_device
from games.boards.presenters.lists import club_boards_page, my_boards_page
from games.clubs.selectors.clubs import club_seen
from games.models import User
from games.web.pages import is_swap, page, page_number
from games.web.sign_in import sign_in_required, user_of


@never_cache
@require_safe
def my_boards(request: HttpRequest) -> HttpResponse:
    """Show my games: of an account, and those that this phone plays as a guest."""
    if isinstance(request.user, User) or not seats_of_device(request):
        return _my_boards(request)
    return render(request, "boards/mine.html", {"page": None})


@sign_in_required
def _my_boards(request: HttpRequest) -> HttpResponse:
    """Show where it is my turn first, challenges, what waits, what is over."""
    shown = my_boards_page(user_of(request), page_number(request) or 1)
    return render(request, "boards/mine.html", {"page": shown})


@require_safe
def club_boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's games, with the lobby; while they are watched only what changes is sent."""
    club, reader = club_seen(slug, request.user)
    user = request.user if isinstance(request.user, User) else None
    shown = club_boards_page(
        club,
        reader,
        user,
        request.GET.get("show", ""),
        page_number(request) or 1,
        request.GET.get("game", ""),
    )
    if not is_swap(request):
        return page(request, "boards/club.html", {"page": shown, "club": club}, reader)
    if request.GET.get("seen") == shown.tag:
        return HttpResponse(status=204)  # nothing is swapped, so nothing loses its focus
    return page(request, "boards/club_list.html", {"page": shown, "club": club}, reader)
