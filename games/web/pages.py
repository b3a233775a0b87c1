"""What every page of a club is answered with: its template, for whom it is kept, and how much."""

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
    """Render a page of a club, and tell robots and caches whether it is theirs."""
    context = dict(shown) if isinstance(shown, dict) else {"page": shown, "club": shown.club}
    if reader is not None:
        context["reader"] = reader
    return guarded(render(request, template, context), context["club"])


def guarded(response: HttpResponse, club: Club) -> HttpResponse:
    """Tell robots and caches whether a club's page is theirs."""
    patch_cache_control(response, private=True)
    if club.visibility != Club.Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def page_number(request: HttpRequest) -> int | None:
    """Read the page asked for; anything but a number is the default."""
    number = request.GET.get("page", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 8 else None


def is_swap(request: HttpRequest) -> bool:
    """Does htmx want the table alone, to put it into the page?"""
    return "HX-Request" in request.headers
