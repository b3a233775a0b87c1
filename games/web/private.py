"""What only one person may see is kept by no browser and no proxy, and pages get no devices."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from games.web.refusals import has_pass

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
"""What no page here needs, and so no script that came in by a mistake either."""


class PrivateMiddleware:
    """Stands around all that makes pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add what every answer says, and what the answers for one person say."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        # An error page is nobody's, and the database that knows who asks may be away.
        is_page = response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        if (
            is_page
            and _is_for_one(request)
            and "immutable" not in response.get("Cache-Control", "")
        ):
            # The page of a shared computer is gone with the sign-in; a tag for asking again, which
            # scripts keep by themselves, stays.
            patch_cache_control(response, private=True, no_store=True)
        return response


def _is_for_one(request: HttpRequest) -> bool:
    """Tell whether the answer was made for one person, program or phone."""
    if has_pass(request) or "Authorization" in request.headers:
        return True
    session = getattr(request, "session", None)
    return session is not None and session.accessed and SESSION_KEY in session
