"""Answers requests that were not read: slow bodies, or an update in progress."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from games.web.outages import DISK_FULL, Outage
from games.web.refusals import beside

UNREAD: Final = "chouette.unread"
"""The key under which the server notes why; clients cannot set it."""
SECONDS: Final = 30
BUSY: Final = _(
    "Too much is being sent here at once. Nothing was written: try again in half a minute."
)
REFUSALS: Final[dict[int | str, Outage]] = {
    408: Outage(
        408,
        "body_late",
        _(
            "What you sent did not arrive within half a minute. Nothing was written: "
            "try again where the network is better."
        ),
    ),
    413: Outage(
        413,
        "body_too_large",
        _(
            "This is too large: a form without a file may have 128 kB, a file 64 MB. "
            "Upload a long text as a file."
        ),
    ),
    429: Outage(429, "bodies_too_many", BUSY),
    503: Outage(503, "bodies_too_large", BUSY),
    507: DISK_FULL,
    "updating": Outage(
        503,
        "updating",
        _("Chouette is being updated. Nothing is lost: try again in half a minute."),
    ),
}


class UnreadMiddleware:
    """Comes before everything that reads the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Explain to people and programs; pass all other requests on."""
        why = request.META.get(UNREAD)
        if why is None:
            return self.get_response(request)
        refusal = REFUSALS[why]
        response = _said(request, refusal)
        response["Cache-Control"] = "no-store"
        if refusal.status in {429, 503}:
            response["Retry-After"] = str(SECONDS)
        return response


def _said(request: HttpRequest, refusal: Outage) -> HttpResponse:
    sentence = str(refusal.sentence)
    if request.path.startswith("/api/"):
        problem = {
            "type": f"/api/v1/problems#{refusal.code}",
            "title": refusal.code.replace("_", " ").capitalize(),
            "status": refusal.status,
            "detail": sentence,
            "code": refusal.code,
            "params": {},
        }
        return JsonResponse(problem, status=refusal.status, content_type="application/problem+json")
    if "HX-Request" in request.headers:
        return beside(request, "web/notice.html", {"sentence": sentence}, refusal.status)
    context = {"sentence": sentence, "status": refusal.status}
    return render(request, "web/unread.html", context, status=refusal.status)
