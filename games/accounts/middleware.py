"""Middleware that keeps the list of a user's signed-in devices up to date."""

from collections.abc import Callable
from typing import cast

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.accounts.sign_ins import DEVICE, SEEN, SessionStore, device_name


class DeviceMiddleware:
    """Stores with a session its device and the hour it was last seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Update the session once an hour, after the page: by then it is known who is signed in."""
        response = self.get_response(request)
        if response.status_code >= 500:
            return response  # the database may be what failed, so it is not queried again
        # A page that never looked at the user is the same for all, and caches may keep it.
        if request.session.accessed and SESSION_KEY in request.session:
            hour = timezone.now().replace(minute=0, second=0, microsecond=0).isoformat()
            if request.session.get(SEEN) != hour:
                device = device_name(request.headers.get("User-Agent", ""))
                note_device(cast(SessionStore, request.session), hour, device)
        return response


def note_device(session: SessionStore, hour: str, device: str) -> None:
    """Store when and where a session was last seen; a failure here must not fail the page."""
    session.may_fail = not session.modified
    session[SEEN] = hour
    session[DEVICE] = device
