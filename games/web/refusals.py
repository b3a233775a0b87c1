"""Around every request: refusals become pages, and devices are known to their owners."""

from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.sign_ins import DEVICE, SEEN, SessionStore, device_name
from games.errors import NotAllowed, ServiceError
from games.models import User

SIGNED_OUT = 401


class RefusalMiddleware:
    """Answers a `ServiceError` that a page let through; programs get theirs from the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Show the sentence; leave every other exception to Django."""
        if not isinstance(error, ServiceError):
            return None
        if "HX-Request" not in request.headers:
            context = {"status": error.status, "sentence": str(error), "code": error.code}
            return render(request, "errors/refused.html", context, status=error.status)
        if not isinstance(request.user, User) and not has_pass(request):
            return signed_out(request)
        return beside(request, "errors/notice.html", {"sentence": str(error)}, error.status)


def has_pass(request: HttpRequest) -> bool:
    """Tell whether this is, or was, a phone that was let in without an account: table or event."""
    return any(name.startswith(("table-", "event-")) for name in request.COOKIES)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Say that the sign-in has expired, and leave the page with its choices as it is."""
    if has_pass(request):
        parted = NotAllowed("pass_parted")
        return beside(request, "errors/notice.html", {"sentence": str(parted)}, parted.status)
    back = urlsplit(request.headers.get("HX-Current-URL", "/")).path
    context = {"sentence": _("You are signed out. Nothing is lost."), "next": back}
    return beside(request, "errors/signed_out.html", context, SIGNED_OUT)


def beside(
    request: HttpRequest, template: str, context: dict[str, str], status: int
) -> HttpResponse:
    """A notice that htmx puts where notices stand; everything else on the page stays."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"] = "#notice"
    response["HX-Reswap"] = "innerHTML"
    response["HX-Push-Url"] = "false"
    return response


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
