"""Around every request: the devices that people are signed in on are known to them."""

from collections.abc import Callable
from typing import cast

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.accounts.sign_ins import DEVICE, SEEN, SessionStore, device_name


class DeviceMiddleware:
    """Keeps with a sign-in which device it is and in which hour it was last seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Write it down once an hour, after the page: by then it is known who signed in."""
        response = self.get_response(request)
        if response.status_code >= 500:
            return response  # the database may be what failed: it is not asked again
        # A page that asked nobody who he is, is the same for all, and may be kept by caches.
        if request.session.accessed and SESSION_KEY in request.session:
            hour = timezone.now().replace(minute=0, second=0, microsecond=0).isoformat()
            if request.session.get(SEEN) != hour:
                device = device_name(request.headers.get("User-Agent", ""))
                note_device(cast(SessionStore, request.session), hour, device)
        return response


def note_device(session: SessionStore, hour: str, device: str) -> None:
    """Note where somebody signed in was seen; this alone is no reason to refuse a page."""
    session.may_fail = not session.modified
    session[SEEN] = hour
    session[DEVICE] = device
