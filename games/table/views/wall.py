"""A screen on the wall: one table, or all running ones of a club. Nobody touches it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Club, Session
from games.permissions import Capability, Reader
from games.sessions.actors import club_and_reader, session_and_reader
from games.table.live.topics import topic_of, wall_for
from games.table.live.wall import hung
from games.table.views.live import answered
from games.web.pages import LOOKS, guarded


@never_cache
@require_safe
def session(request: HttpRequest, public_id: str) -> HttpResponse:
    found, reader = session_and_reader(request, public_id)
    return _shown(request, found, reader, reverse("session_wall_live", args=[public_id]))


@require_safe
def session_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the stream of one table's wall, or with its current content."""
    found, reader = session_and_reader(request, public_id)
    return answered(request, found, wall_for(reader), reader.actor)


@never_cache
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all running tables of a club, or its last results."""
    found, reader = club_and_reader(request, slug)
    return _shown(request, found, reader, reverse("club_wall_live", args=[slug]))


@require_safe
def club_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the stream of a club's wall, or with its current content."""
    found, reader = club_and_reader(request, slug)
    return answered(request, found, wall_for(reader), reader.actor)


def _shown(request: HttpRequest, what: Session | Club, reader: Reader, stream: str) -> HttpResponse:
    """Render the page; the stream then replaces its content. `look` suits the light of the room."""
    kind, _, pk = topic_of(what).partition(":")
    wall, beat = hung(kind, int(pk), reader.may(Capability.SEE_NAMES))
    look = request.GET.get("look", "")
    context = {
        "wall": wall,
        "club": wall.club,
        "reader": reader,
        "stream": stream,
        "beat": beat,
        "look": look if look in LOOKS else LOOKS[0],
    }
    return guarded(render(request, "table/wall/page.html", context), wall.club)
