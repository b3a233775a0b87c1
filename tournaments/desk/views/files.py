"""Files of an event: downloads, and uploads of entries and results."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from io import BytesIO
from typing import IO, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused, ServiceError
from games.files.importing.problems import Unusable
from games.files.importing.tables import LARGEST, declared, decoded
from games.files.services.imports import sentence
from games.models import Job
from games.web.input import Input, input_of
from games.web.pages import UNPROCESSABLE, guarded
from games.web.sign_in import sign_in_required, user_of
from games.web.spreadsheets import spreadsheet
from tournaments.desk.selectors import division_asked
from tournaments.desk.views.desk import desk_url, wanted_of
from tournaments.events.selectors.events import event_directed
from tournaments.events.services.file_jobs import READERS, file_keep, takes_long
from tournaments.events.services.filing import FileRead
from tournaments.leagues.presenters.told import late_in
from tournaments.models import Event
from tournaments.pages.exports.office import FORMS

KINDS: Final = {"entries": Job.Kind.ENTRIES, "results": Job.Kind.EVENT_RESULTS}


@dataclass(frozen=True, slots=True)
class FilesPage:
    """The page of an event's files; `found` is the preview of the text."""

    event: Event
    what: str = "entries"
    text: str = ""
    found: FileRead | None = None
    problem: str = ""
    back: str = ""
    """The part of the desk from which it was opened."""

    @property
    def can_write(self) -> bool:
        """Whether the preview found no problem."""
        return self.found is not None and not self.found.problems

    @property
    def late(self) -> list[str]:
        """Sentences on players who come too late for a season."""
        return late_in(self.event) if self.what == "entries" and self.can_write else []


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_files(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an event's files; preview or enter an uploaded table."""
    event, _reader = event_directed(public_id, request.user)
    back = _back(request, event)
    if request.method != "POST":
        return _shown(request, FilesPage(event, back=back))
    ask = input_of(request)
    what = ask.one("what") if ask.one("what") in KINDS else "entries"
    text = ask.one("text")
    try:
        file, name = _file(request, text)
        if takes_long(KINDS[what], file):
            kept = file_keep(
                event=event,
                by=user_of(request),
                kind=KINDS[what],
                pieces=[file.read()],
                name=name,
                key=ask.one("key"),
            )
            return redirect("job", kept.public_id)
        text = _text(file, text)
        read = READERS[KINDS[what]](
            event=event,
            by=user_of(request),
            data=text.encode(),
            key=ask.one("key"),
            dry_run=ask.one("do") != "write",
        )
    except ServiceError as error:
        page = FilesPage(event, what, text, None, str(error), back)
        return _shown(request, page, UNPROCESSABLE)
    if not read.is_written:
        return _shown(request, FilesPage(event, what, text, read, back=back))
    messages.success(request, read.said)
    return redirect(back)


@never_cache
@sign_in_required
@require_safe
def event_office(request: HttpRequest, public_id: str, form: str, kind: str) -> HttpResponse:
    """Download the results in the form of a ratings office, with names: for directors."""
    event, _reader = event_directed(public_id, request.user)
    rows = FORMS[form](event)
    name = f"{form}-{event.starts_on:%Y-%m-%d}-{event.public_id}"
    return guarded(spreadsheet(rows, kind, name), event.club)


def _back(request: HttpRequest, event: Event) -> str:
    """Return the part of the desk that the address of the page names: somebody was there before.

    Raises:
        NotFound: the event has no such division.
    """
    said = request.GET.dict()
    ask = Input(values={name: [str(text).replace("\0", "")] for name, text in said.items()})
    division_asked(event, ask.one("division"))
    return desk_url(event, ask, wanted_of(ask))


def uploaded(request: HttpRequest, field: str) -> str:
    """Return the text of an uploaded file: of a spreadsheet its first sheet; blank without one.

    Raises:
        Refused: it is too large, or neither text nor a spreadsheet.
    """
    file, _name = _file(request, "", field)
    return declared(_text(file, ""))[0]


def _file(request: HttpRequest, typed: str, field: str = "file") -> tuple[IO[bytes], str]:
    """Return the uploaded file and its name, else the typed text as a file.

    Raises:
        Refused: it is too large.
    """
    sent = request.FILES.get(field)
    if sent is None:
        return BytesIO(typed.encode()), ""
    if (sent.size or 0) > LARGEST * 1024 * 1024:
        raise Refused("invalid", reason=sentence("too_large", {"limit": LARGEST}))
    return BytesIO(sent.read()), sent.name or ""


def _text(file: IO[bytes], typed: str) -> str:
    """Return the text of a file; what was typed as it is.

    Raises:
        Refused: it is not text.
    """
    data = file.read()
    if data == typed.encode():
        return typed
    try:
        return decoded(data)[0]
    except Unusable as error:
        raise Refused("invalid", reason=sentence(error.code, error.params)) from error


def _shown(request: HttpRequest, page: FilesPage, status: int = 200) -> HttpResponse:
    choices = (("entries", _("Players")), ("results", _("Results")))
    context = {
        "page": page,
        "club": page.event.club,
        "choices": choices,
        "key": secrets.token_hex(16),
    }
    response = render(request, "tournaments/desk/files.html", context, status=status)
    return guarded(response, page.event.club)
