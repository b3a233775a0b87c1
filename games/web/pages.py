"""Renders pages of a club, with cache and robots headers."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from games.models import Club
from games.permissions import Reader

LOOKS = ("dark", "light")


UNPROCESSABLE = 422


def page(
    request: HttpRequest, template: str, shown: Any, reader: Reader | None = None
) -> HttpResponse:
    """Render a page of a club, with headers for robots and caches."""
    context = dict(shown) if isinstance(shown, dict) else {"page": shown, "club": shown.club}
    if reader is not None:
        context["reader"] = reader
    return guarded(render(request, template, context), context["club"])


def guarded(response: HttpResponse, club: Club) -> HttpResponse:
    """Add headers that tell robots and caches whether a club's page is public."""
    patch_cache_control(response, private=True)
    if club.visibility != Club.Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def page_number(request: HttpRequest) -> int | None:
    """Return the requested page; anything but a number means the default."""
    number = request.GET.get("page", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 8 else None


def is_swap(request: HttpRequest) -> bool:
    """Tell whether htmx wants only the table, to swap it into the page."""
    return "HX-Request" in request.headers
