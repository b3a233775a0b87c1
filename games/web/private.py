"""Keeps personal pages out of caches, and denies pages access to devices."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

HELD: Final = ("table-", "event-", "wall-", "board-", "new-link-")
"""How the cookies begin that open something to a phone: passes, a guest's seat, a new link."""
PERMISSIONS: Final = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
    )
)
"""Browser features that no page needs, denied to injected scripts as well."""
DATA: Final = ("application/json", "application/manifest+json")
"""What no browser runs anything in."""


class PrivateMiddleware:
    """The outermost middleware for pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers of every page, and those of personal answers."""
        response = self.get_response(request)
        if not str(response.get("Content-Type", "")).startswith(DATA):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        # An error page is for nobody in particular, and the session's database may be down.
        is_page = response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        if (
            is_page
            and _is_for_one(request)
            and "immutable" not in response.get("Cache-Control", "")
        ):
            # On a shared computer the page must be gone after signing out; tags, which scripts
            # store themselves, stay.
            patch_cache_control(response, private=True, no_store=True)
            del response["Expires"]  # what older caches read, of what none may keep
        return response


def _is_for_one(request: HttpRequest) -> bool:
    """Tell whether the answer is for one person, program or phone."""
    if "Authorization" in request.headers or any(name.startswith(HELD) for name in request.COOKIES):
        return True
    session = getattr(request, "session", None)
    return session is not None and session.accessed and SESSION_KEY in session
