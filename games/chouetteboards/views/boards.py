"""The addresses of boards, which are the same for a game of two and for one of a chouette.

Each request is asked once which of the two it is about, and handed on with the board and its
reader.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from games.boards.actors import board_and_onlooker, board_and_reader, way_to_seat
from games.boards.services.sitters import BoardReader
from games.boards.views import lines, play
from games.chouetteboards.services.crew import crew_say
from games.chouetteboards.views import play as chouette
from games.chouetteboards.views.live import live_or_now
from games.errors import NotFound
from games.models import Board, BoardLine

Answer = Callable[[HttpRequest, Board, BoardReader], HttpResponse]
View = Callable[[HttpRequest, str], HttpResponse]
Find = Callable[[HttpRequest, str], tuple[Board, BoardReader]]


def either(two: Answer, several: Answer, find: Find = board_and_reader) -> View:
    """Return the view that answers for a board of two by one, for a chouette's by the other."""

    @wraps(two)
    def view(request: HttpRequest, public_id: str) -> HttpResponse:
        board, reader = find(request, public_id)
        return (two if board.session is None else several)(request, board, reader)

    return view


@never_cache
@require_GET
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a board; who plays here and has no seat on this device is led to one."""
    try:
        found, reader = board_and_reader(request, public_id)
    except NotFound:
        if way := way_to_seat(request, public_id):
            return redirect(way)
        raise NotFound("board_unseen") from None
    return (play.board if found.session is None else chouette.shown)(request, found, reader)


begin = never_cache(require_GET(either(play.begin, chouette.begin)))
text = never_cache(require_GET(either(play.text, chouette.text)))
act = never_cache(require_POST(either(play.act, chouette.act)))
seed = never_cache(require_POST(either(play.seed, chouette.seed)))
restart = never_cache(require_POST(either(play.restart, chouette.restart)))
moves = never_cache(require_GET(either(play.moves, play.moves)))
wall = never_cache(require_GET(either(play.wall, chouette.wall, board_and_onlooker)))
live = require_safe(either(live_or_now, live_or_now))
wall_live = require_safe(either(live_or_now, live_or_now, board_and_onlooker))


@require_POST
def say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say something at a board, or to captain and crew of a chouette alone."""
    found, reader = board_and_reader(request, public_id)
    if request.POST.get("room") == BoardLine.Room.CREW:
        return lines.said(request, found, reader, crew_say)
    return lines.said(request, found, reader)
