"""Pages of an event for everybody who may see its club, and for its players' phones."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.permissions import Reader
from games.web.figures import decimal_sign
from games.web.kept_pages import kept
from games.web.pages import LOOKS, guarded, page
from tournaments.events.selectors.events import board_read
from tournaments.models import Event
from tournaments.pages.actors import event_for
from tournaments.pages.exports import entries_as_csv, results_as_csv, standings_as_csv
from tournaments.pages.presenters.events import EventPage, event_page
from tournaments.pages.presenters.events_wall import event_wall

NO_CONTENT = 204


@require_safe
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an event: one part of one division."""
    found, reader = _found(request, public_id)
    template = "tournaments/pages/events/event.html"
    return kept(
        request, reader, lambda: page(request, template, _page(request, found, reader), reader)
    )


@never_cache
@require_safe
def event_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return what may have changed on an event's page; empty if nothing did."""
    found, reader = _found(request, public_id)
    if _is_known(request, found):
        return guarded(HttpResponse(status=NO_CONTENT), found.club)
    return page(
        request, "tournaments/pages/events/live.html", _page(request, found, reader), reader
    )


@never_cache
@require_safe
def wall(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an event on a big screen; `look` suits the light of the room."""
    found, reader = _found(request, public_id)
    look = request.GET.get("look", "")
    context = {
        "wall": event_wall(board_read(found, reader, None)),
        "club": found.club,
        "look": look if look in LOOKS else LOOKS[0],
    }
    return page(request, "tournaments/pages/events/wall.html", context, reader)


@never_cache
@require_safe
def wall_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the slides of an event; empty if nothing has changed."""
    found, reader = _found(request, public_id)
    if _is_known(request, found):
        return guarded(HttpResponse(status=NO_CONTENT), found.club)
    context = {"wall": event_wall(board_read(found, reader, None)), "club": found.club}
    return page(request, "tournaments/pages/events/slides.html", context, reader)


@require_safe
def entries_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the entries for spreadsheets."""
    return _file(request, public_id, "entries", entries_as_csv)


@require_safe
def results_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download all results for spreadsheets."""
    return _file(request, public_id, "results", results_as_csv)


@require_safe
def standings_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the standings for spreadsheets."""
    return _file(request, public_id, "standings", standings_as_csv)


def _found(request: HttpRequest, public_id: str) -> tuple[Event, Reader]:
    event, reader, _holder = event_for(request, public_id)
    return event, reader


def _page(request: HttpRequest, found: Event, reader: Reader) -> EventPage:
    board = board_read(found, reader, request.GET.get("division", ""))
    return event_page(board, request.GET.get("show", ""), _number(request.GET.get("round", "")))


def _is_known(request: HttpRequest, found: Event) -> bool:
    return request.GET.get("beat", "") == str(found.beat)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _file(
    request: HttpRequest, public_id: str, what: str, write: Callable[..., str]
) -> HttpResponse:
    found, reader = _found(request, public_id)
    text = write(board_read(found, reader, None), point=decimal_sign())
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"{what}-{found.starts_on:%Y-%m-%d}-{found.public_id}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return guarded(response, found.club)
