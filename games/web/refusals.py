"""Turns refusals into pages."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.errors import NotAllowed, ServiceError
from games.models import User

SIGNED_OUT = 401


class RefusalMiddleware:
    """Answers a `ServiceError` raised by a page; the API has its own handler."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Show the sentence; other exceptions are Django's."""
        if not isinstance(error, ServiceError):
            return None
        if "HX-Request" not in request.headers:
            context = {"status": error.status, "sentence": str(error), "code": error.code}
            return render(request, "web/refused.html", context, status=error.status)
        if not isinstance(request.user, User) and not has_pass(request):
            return signed_out(request)
        return beside(request, "web/notice.html", {"sentence": str(error)}, error.status)


def has_pass(request: HttpRequest) -> bool:
    """Tell whether this phone has, or had, a pass for a table or event."""
    return any(name.startswith(("table-", "event-")) for name in request.COOKIES)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Say that the sign-in has expired, and leave the page with its choices as it is."""
    if has_pass(request):
        parted = NotAllowed("pass_parted")
        return beside(request, "web/notice.html", {"sentence": str(parted)}, parted.status)
    back = urlsplit(request.headers.get("HX-Current-URL", "/")).path
    context = {"sentence": _("You are signed out. Nothing is lost."), "next": back}
    return beside(request, "web/signed_out.html", context, SIGNED_OUT)


def beside(
    request: HttpRequest, template: str, context: dict[str, str], status: int
) -> HttpResponse:
    """Return a notice for htmx to insert; the rest of the page stays."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"] = "#notice"
    response["HX-Reswap"] = "innerHTML"
    response["HX-Push-Url"] = "false"
    return response
