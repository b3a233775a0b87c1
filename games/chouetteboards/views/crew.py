"""Captain and crew of a chouette among themselves at the board: what they try and propose."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.boards.actors import board_and_reader
from games.boards.selectors.places import crew_places
from games.boards.services.sitters import BoardReader
from games.boards.views.play import status_of
from games.chouetteboards.live import OF_TEAM, crew_topic_of, fragment
from games.chouetteboards.presenters.crew import crew_fragment
from games.chouetteboards.selectors.crew import crew_beat
from games.chouetteboards.services.crew import crew_act
from games.chouetteboards.views.live import live_answer
from games.errors import NotFound, ServiceError
from games.models import Board
from games.web.fragments import present, wants_stream
from games.web.input import input_of, number_of
from games.web.pages import guarded

ACTS: Final = ("ask", "unask", "put", "withdraw", "try")


@never_cache
@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do one thing among captain and crew; answer with their part of the page.

    What is tried is answered by nothing: the stream shows it.
    """
    board, reader = _crew(request, public_id)
    ask = input_of(request)
    do = next((one for one in ACTS if ask.has(one)), "")
    problem, status = "", 200
    try:
        crew_act(
            board=board,
            reader=reader.reader,
            do=do,
            text=ask.one(do),
            roll=number_of(ask, "roll") or 0,
        )
    except ServiceError as error:
        problem, status = str(error), status_of(error)
    if "application/json" not in request.headers.get("Accept", ""):
        if problem:
            messages.error(request, problem)
        return redirect("board", public_id)
    said: dict[str, object] = {"message": problem} if problem else {}
    if do != "try":
        board.refresh_from_db()
        beat, html = crew_fragment(board)
        said |= {"beat": beat, "html": html}
    return JsonResponse(said, status=status)


@require_safe
def live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the stream of a crew, or with its current content for polling."""
    board, reader = _crew(request, public_id)
    topic, audience = crew_topic_of(board), f"{OF_TEAM}|{get_language()}"
    beat = crew_beat(board)
    if wants_stream(request):
        return live_answer(request, board, reader, topic, audience, beat)
    return guarded(present(request, fragment, topic, audience, beat), board.club)


def _crew(request: HttpRequest, public_id: str) -> tuple[Board, BoardReader]:
    """Return a board of a chouette and who of its team asks.

    Raises:
        NotFound: there is none, or they are not of its team.
    """
    board, reader = board_and_reader(request, public_id)
    if reader.side is None or reader.side not in crew_places(board):
        raise NotFound
    return board, reader
