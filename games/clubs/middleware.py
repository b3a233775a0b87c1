"""Middleware that remembers the club that somebody has used last."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

from games.web.cookies import cookie_keep
from games.web.kept_pages import CLUB_SHOWN, LAST_CLUB

LASTS: Final = 365 * 24 * 60 * 60


class LastClubMiddleware:
    """Has a signed-in reader carry the club whose doors they have seen last.

    Their own pages, which belong to no club, show the doors of that one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and set the cookie where the club is another than before."""
        response = self.get_response(request)
        club = request.META.get(CLUB_SHOWN)
        if club is not None and request.COOKIES.get(LAST_CLUB) != club:
            cookie_keep(response, LAST_CLUB, club, lasts=LASTS)
        return response
