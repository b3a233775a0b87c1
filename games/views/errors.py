"""What people see when a request cannot be served: a sentence, and what to do next."""

from __future__ import annotations

import errno
import json
import sqlite3
import sys
from typing import Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from games.middleware import beside, signed_out

NO_ROOM: Final = 507
OUT_OF_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
SQLITE_OUT_OF_ROOM: Final = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
)
POSTGRESQL_OUT_OF_ROOM: Final = "53100"


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
    """Answer what went wrong in the program; a full disk is told apart, it can be helped."""
    if not is_disk_full(sys.exception()):
        return defaults.server_error(request)
    sentence = _(
        "The computer that keeps the score has no room left on its disk, so nothing was written. "
        "Make room there, then tap again."
    )
    if "HX-Request" in request.headers:
        return beside(request, "errors/notice.html", {"sentence": sentence}, NO_ROOM)
    return refusal(request, NO_ROOM, sentence)


def is_disk_full(error: BaseException | None) -> bool:
    """Tell whether an exception, or what led to it, says that nothing more can be stored."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in OUT_OF_ROOM:
            return True
        if getattr(error, "sqlite_errorcode", None) in SQLITE_OUT_OF_ROOM:
            return True
        if getattr(error, "sqlstate", None) == POSTGRESQL_OUT_OF_ROOM:
            return True
        error = error.__cause__
    return False


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
