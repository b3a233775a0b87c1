"""The page that takes one score file, or its text."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs.selectors.clubs import club_get
from games.errors import ServiceError
from games.files.services.scores import is_long, score_file_keep
from games.permissions import Capability, require
from games.rule_texts import Names, sentence
from games.rules.chouette import ChouetteError, NotationError
from games.sessions.services.csn import csn_import
from games.web.input import Unreadable, input_of
from games.web.pages import UNPROCESSABLE
from games.web.sign_in import sign_in_required, user_of

LARGEST_FILE = 4 * 1024 * 1024


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a session from a score file, or from pasted text; the worker makes a long one."""
    club = club_get(slug, request.user)
    require(request.user, Capability.IMPORT_SESSION, club)
    context: dict[str, Any] = {"club": club, "text": input_of(request).one("text")}
    if request.method == "POST":
        try:
            text, name = _file(request)
            data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
            if is_long(data):
                made = score_file_keep(club=club, by=user_of(request), data=data, name=name)
                return redirect("job", made.public_id)
            session = csn_import(club=club, by=user_of(request), text=text)
        except (ServiceError, ChouetteError, Unreadable) as error:
            context["problem"] = _problem(error)
        else:
            return redirect("sheet", session.public_id)
    status = UNPROCESSABLE if "problem" in context else 200
    return render(request, "sessions/import.html", context, status=status)


def _file(request: HttpRequest) -> tuple[str | bytes, str]:
    """Return the uploaded file and its name, else the pasted text."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        text = request.POST.get("text", "")
        if not text.strip():
            raise Unreadable(_("Choose a file, or paste its text."))
        return text.replace("\r\n", "\n"), _("Pasted text")
    if file.size is None or file.size > LARGEST_FILE:
        raise NotationError("too_large", 1, limit=LARGEST_FILE // 1024 // 1024)
    return bytes(file.read()), file.name or ""


def _problem(error: Exception) -> str:
    if not isinstance(error, ChouetteError):
        return str(error)
    words = sentence(error, Names())
    if isinstance(error, NotationError):
        return _("Line %(line)s: %(reason)s") % {"line": error.line, "reason": words}
    return words
