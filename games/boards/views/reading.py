"""A game of Dame or chess from another program, shown move by move."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.boards.errors import BoardRefused
from games.boards.faces.reading import (
    KILOBYTE,
    LARGEST,
    choices,
    game_named,
    read_replay,
)
from games.clubs.views.club_pages import club_for
from games.errors import ServiceError
from games.permissions import Capability
from games.rules.file_text import file_text
from games.web.sign_in import sign_in_required


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def record_read(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the text of a game, and show the game; nothing is kept."""
    club = club_for(request, slug, Capability.START_MATCH)
    problem, status, name, text = "", 200, "", ""
    if request.method == "POST":
        try:
            name, text = _sent(request)
            shown = read_replay(name, text, _number(request, "game"), _number(request, "at"))
        except ServiceError as error:
            problem, status = str(error), error.status
        else:
            return render(request, "boards/record_replay.html", {"page": shown, "club": club})
    context = {
        "club": club,
        "problem": problem,
        "limit": LARGEST,
        "choices": choices(),
        "name": name,
        "text": text,
    }
    return render(request, "boards/record_read.html", context, status=status)


def _sent(request: HttpRequest) -> tuple[str, str]:
    """Return which game, and its text: from a file, or typed.

    Raises:
        Refused: there is none, or it is too long.
    """
    name, file = request.POST.get("name", ""), request.FILES.get("file")
    if file is None:
        text = request.POST.get("text", "").replace("\r\n", "\n")
    else:
        if (file.size or 0) > LARGEST * KILOBYTE:
            raise BoardRefused("record_long", limit=LARGEST)
        name = game_named(file.name or "") or name
        text, _encoding = file_text(file.read(), errors="replace")
    if not text.strip():
        raise BoardRefused("record_missing")
    return name, text


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that was sent last under a name; 0 where there is none."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
