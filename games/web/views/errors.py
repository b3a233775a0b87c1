"""What people see when a request cannot be served: a sentence, and what to do next."""

from __future__ import annotations

import json
import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from games.web.outages import DISK_FULL, outage_of
from games.web.refusals import beside, signed_out


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what cannot be read, or is too large."""
    if isinstance(exception, RequestDataTooBig):
        return refusal(request, 413, _("This is larger than what is accepted here: 5 MB."))
    return refusal(request, 400, _("This request could not be read. Go back and try again."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer who may not."""
    return refusal(request, 403, _("You may not do that here: it takes another role in this club."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer who asks for what is not there, or not for him."""
    return refusal(request, 404, _("There is nothing here, or you may not see it."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what went wrong in the program; what can be helped or waited for is told apart."""
    outage = outage_of(sys.exception())
    if outage is None:
        return defaults.server_error(request)
    if "HX-Request" in request.headers:
        return beside(
            request, "errors/notice.html", {"sentence": str(outage.sentence)}, outage.status
        )
    if outage is DISK_FULL:  # the database can still be read
        return refusal(request, outage.status, str(outage.sentence))
    context = {"sentence": outage.sentence}
    return render(request, "errors/away.html", context, status=outage.status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form from before one signed in: the page gets a new token, and its choices stay."""
    sentence = _("You have signed in since this page was opened. Tap again.")
    if "HX-Request" not in request.headers:
        return refusal(request, 403, _("This page is too old. Go back, load it again, and retry."))
    if not request.user.is_authenticated:
        return signed_out(request)
    response = beside(request, "errors/notice.html", {"sentence": sentence}, 403)
    response["HX-Trigger"] = json.dumps({"chouette:token": get_token(request)})
    return response


def refusal(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """A page with one sentence."""
    context = {"status": status, "sentence": sentence}
    return render(request, "errors/refused.html", context, status=status)
