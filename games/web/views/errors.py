"""Error pages: a sentence, and what to do next."""

from __future__ import annotations

import json
import sys
from typing import Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from games.web.outages import DISK_FULL, outage_of
from games.web.refusals import beside, signed_out

API: Final = "/api/"
"""Requests below this path are from programs: they get RFC 9457 problems, never pages."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed or too large request."""
    if isinstance(exception, RequestDataTooBig):
        sentence = _("This is too large: a text may have 1 MB here. Upload a longer one as a file.")
        return refusal(request, 413, sentence, "too_large")
    sentence = _("This request could not be read. Go back and try again.")
    return refusal(request, 400, sentence, "invalid")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a user without permission."""
    sentence = _("You may not do that here: it takes another role in this club.")
    return refusal(request, 403, sentence, "not_allowed")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for something that does not exist, or that the user may not see."""
    return refusal(request, 404, _("There is nothing here, or you may not see it."), "not_found")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an exception; outages get their own page."""
    outage = outage_of(sys.exception())
    if request.path.startswith(API):
        if outage is None:
            return refusal(request, 500, _("Something went wrong here. It is noted."), "defect")
        return refusal(request, outage.status, str(outage.sentence), outage.code)
    if outage is None:
        return defaults.server_error(request)
    if "HX-Request" in request.headers:
        return beside(request, "web/notice.html", {"sentence": str(outage.sentence)}, outage.status)
    if outage is DISK_FULL:  # the database can still be read
        return refusal(request, outage.status, str(outage.sentence), outage.code)
    context = {"sentence": outage.sentence}
    return render(request, "web/away.html", context, status=outage.status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form from before the sign-in: the page gets a new token, and its choices stay."""
    sentence = _("You have signed in since this page was opened. Tap again.")
    if "HX-Request" not in request.headers:
        too_old = _("This page is too old. Go back, load it again, and retry.")
        return refusal(request, 403, too_old, "permission_denied")
    if not request.user.is_authenticated:
        return signed_out(request)
    response = beside(request, "web/notice.html", {"sentence": sentence}, 403)
    response["HX-Trigger"] = json.dumps({"chouette:token": get_token(request)})
    return response


def refusal(request: HttpRequest, status: int, sentence: str, code: str) -> HttpResponse:
    """Return a page with one sentence; for programs the same sentence with its code."""
    if request.path.startswith(API):
        problem = {
            "type": f"/api/v1/problems#{code}",
            "title": code.replace("_", " ").capitalize(),
            "status": status,
            "detail": sentence,
            "code": code,
            "params": {},
        }
        return JsonResponse(problem, status=status, content_type="application/problem+json")
    context = {"status": status, "sentence": sentence}
    return render(request, "web/refused.html", context, status=status)
