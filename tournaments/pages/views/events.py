"""Pages of an event for everybody who may see its club, and for its players' phones."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ledger.delimited import Cell
from games.permissions import Reader
from games.web.fragments import streamed, wants_stream
from games.web.kept_pages import kept
from games.web.pages import LOOKS, guarded, page
from games.web.spreadsheets import spreadsheet
from tournaments.events.selectors.events import Board, board_read
from tournaments.models import Event
from tournaments.pages.actors import event_for, may_be_in
from tournaments.pages.exports import entries_rows, results_rows, standings_rows
from tournaments.pages.presenters.events import EventPage, event_page
from tournaments.pages.presenters.events_wall import event_wall
from tournaments.record.services.writing import EVENT_TOPIC

NO_CONTENT = 204


@require_safe
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an event: one part of one division."""
    found, reader, holder = event_for(request, public_id)
    template = "tournaments/pages/events/event.html"
    return kept(
        request,
        reader,
        lambda: page(request, template, _page(request, found, reader), reader),
        variant=may_be_in(request, found, holder),
    )


@never_cache
@require_safe
def event_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return what may have changed on an event's page; empty if nothing did.

    Requested as a stream it says when any page of the event has to ask again.
    """
    found, reader = _found(request, public_id)
    if wants_stream(request):
        return guarded(streamed(f"{EVENT_TOPIC}:{found.pk}", "", found.beat), found.club)
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
def entries_table(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Download the entries for spreadsheets."""
    return _file(request, public_id, "entries", entries_rows, kind)


@require_safe
def results_table(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Download all results for spreadsheets."""
    return _file(request, public_id, "results", results_rows, kind)


@require_safe
def standings_table(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Download the standings for spreadsheets."""
    return _file(request, public_id, "standings", standings_rows, kind)


def _found(request: HttpRequest, public_id: str) -> tuple[Event, Reader]:
    event, reader, _holder = event_for(request, public_id)
    return event, reader


def _page(request: HttpRequest, event: Event, reader: Reader) -> EventPage:
    board = board_read(event, reader, request.GET.get("division", ""))
    return event_page(board, request.GET.get("show", ""), _number(request.GET.get("round", "")))


def _is_known(request: HttpRequest, event: Event) -> bool:
    return request.GET.get("beat", "") == str(event.beat)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _file(
    request: HttpRequest,
    public_id: str,
    what: str,
    rows: Callable[[Board], list[Sequence[Cell]]],
    kind: str,
) -> HttpResponse:
    found, reader = _found(request, public_id)
    name = f"{what}-{found.starts_on:%Y-%m-%d}-{found.public_id}"
    table = rows(board_read(found, reader, None))
    return guarded(spreadsheet(table, kind, name), found.club)
