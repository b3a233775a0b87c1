"""A board of two while it is played: its page, the text board, what is done at it.

`games.chouetteboards.views.boards` hands each request on, with the board and who reads it.
"""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from games.boards.actors import way_to_seat
from games.boards.faces.base import board_state
from games.boards.presenters.afterwards import after_panel
from games.boards.presenters.begin import begin_page
from games.boards.presenters.handover import handover_of, handover_told
from games.boards.presenters.lines import said_texts
from games.boards.presenters.messages import messages_of
from games.boards.presenters.moves import moves_of
from games.boards.presenters.show import beside, page_of, seen, template_of, text_of
from games.boards.services.acting import board_act, dice_restart
from games.boards.services.sitters import BoardReader
from games.boards.views.setup import link_taken, panel_of
from games.errors import Conflict, NotFound, ServiceError
from games.models import Board
from games.web.input import input_of, key_of, number_of
from games.web.pages import UNPROCESSABLE, guarded

NO_CONTENT = 204
EVENTS = "text/event-stream"
POLLS = "X-Live-Polls"
"""The header of a page that asks again and again, because no stream passes to it."""
SERVER = "asgi.scope"
BEGINNING = ("waiting", "seeds")
BEGIN = "boards/begin.html"
SEEDS = {"commit": "commitment", "reveal": "seed", "say": "said", "say_first": "said_first"}
"""What is done with a seed, and the field that it comes in."""


def board(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Show a board; before it begins, what it waits for.

    Who plays here and has no seat on this device is led to where they sit down.
    """
    if reader.side is None and (way := way_to_seat(request, found.public_id)):
        return redirect(way)
    if found.phase in BEGINNING:
        return waiting(request, found, reader)
    return _shown(request, found, reader)


def begin(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Answer the page of a board that waits: what it waits for now, or that it has begun."""
    if found.phase in BEGINNING:
        return waiting(request, found, reader, template="boards/begin_now.html")
    return begun()


def begun() -> HttpResponse:
    """Tell a page that a board has begun for which it waits."""
    answer = HttpResponse()
    answer["HX-Refresh"] = "true"
    return answer


def text(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Show the text board."""
    if found.phase in BEGINNING:
        return waiting(request, found, reader)
    return _text(request, found, reader)


def act(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Do one thing at a board, and answer with its state, or the page."""
    ask = input_of(request)
    words = ask.one("text")
    try:
        board_act(
            board=found,
            sitter=reader.sitter,
            do=ask.one("do"),
            text=words,
            version=number_of(ask, "version") or 0,
            key=key_of(ask),
        )
    except NotFound:
        raise
    except ServiceError as error:
        found.refresh_from_db()
        return _refused(request, found, reader, error, words)
    if is_script(request):
        return JsonResponse({"state": _state(found, reader)})
    return redirect("board_text" if ask.one("back") == "text" else "board", found.public_id)


def seed(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Take a seed's commitment, the seed when all have committed, or one that is said openly."""
    ask = input_of(request)
    do = next((do for do, field in SEEDS.items() if ask.has(field)), "commit")
    try:
        board_act(
            board=found, sitter=reader.sitter, do=do, text=ask.one(SEEDS[do]), key=key_of(ask)
        )
    except NotFound:
        raise
    except ServiceError as error:
        found.refresh_from_db()
        if is_script(request):
            return JsonResponse({"message": str(error)}, status=_status(error))
        return waiting(request, found, reader, problem=str(error), status=_status(error))
    return seed_taken(request, found, reader)


def seed_taken(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Tell a browser what its seat does for the dice next, so that it need not ask."""
    if not is_script(request):
        return redirect("board", found.public_id)
    seeds = begin_page(found, reader).seeds
    has_begun = found.phase not in BEGINNING
    return JsonResponse({"stage": seeds.stage if seeds else "", "begun": has_begun})


def restart(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Take other dice, because somebody has not opened their seed."""
    ask = input_of(request)
    try:
        dice_restart(
            board=found,
            sitter=reader.sitter,
            version=number_of(ask, "version") or 0,
            key=key_of(ask),
        )
    except ServiceError as error:
        found.refresh_from_db()
        return waiting(request, found, reader, problem=str(error), status=_status(error))
    return redirect("board", found.public_id)


def moves(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Answer with what was played so far in the game that runs."""
    answer = render(request, "boards/moves.html", {"moves": moves_of(found)})
    return guarded(answer, found.club)


def wall(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    """Show a board on a big screen: what onlookers see, and nothing else."""
    if found.phase in BEGINNING:
        return waiting(request, found, reader)
    return _shown(request, found, reader, is_wall=True)


def _shown(
    request: HttpRequest,
    found: Board,
    reader: BoardReader,
    problem: str = "",
    status: int = 200,
    *,
    is_wall: bool = False,
) -> HttpResponse:
    here = seen(found, reader.side, reader.reader, sees_names=reader.sees_names)
    context = {
        "page": page_of(found, here, live="board_wall_live" if is_wall else "board_live"),
        "is_wall": is_wall,
        "beside": beside(found, here, sees_names=reader.sees_names),
        "club": found.club,
        "problem": problem,
        "board": found,
        "after": after_panel(found, reader),
        "told": messages_of(found, reader),
        "texts": said_texts() if reader.side is not None or reader.sitter.user else (),
    }
    template = template_of(found, "board")
    return guarded(render(request, template, context, status=status), found.club)


def _text(
    request: HttpRequest,
    found: Board,
    reader: BoardReader,
    problem: str = "",
    typed: str = "",
    status: int = 200,
) -> HttpResponse:
    here = seen(found, reader.side, reader.reader, sees_names=reader.sees_names)
    shown = text_of(found, here, key=secrets.token_hex(8), problem=problem, typed=typed)
    context = {
        "page": shown,
        "club": found.club,
        "after": after_panel(found, reader),
        "beside": beside(found, here, sees_names=reader.sees_names),
    }
    template = template_of(found, "text")
    return guarded(render(request, template, context, status=status), found.club)


def waiting(
    request: HttpRequest,
    found: Board,
    reader: BoardReader,
    *,
    template: str = BEGIN,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show what a board waits for before it begins."""
    page = begin_page(found, reader, problem=problem, own="own" in request.GET)
    context: dict[str, object] = {
        "page": page,
        "asked": handover_of(found, reader.side, page.names),
        "link_told": handover_told(found, reader.side, page.names),
        "told": messages_of(found, reader),
        "club": found.club,
        "board": found,
    }
    if template != BEGIN:
        return guarded(render(request, template, context, status=status), found.club)
    if found.phase == "waiting":
        context["panel"] = panel_of(request, found, reader)
    answer = guarded(render(request, template, context, status=status), found.club)
    return link_taken(answer, found)


def _state(found: Board, reader: BoardReader) -> dict[str, object]:
    here = seen(found, reader.side, reader.reader, sees_names=reader.sees_names)
    return board_state(here)


def _refused(
    request: HttpRequest, found: Board, reader: BoardReader, error: ServiceError, typed: str
) -> HttpResponse:
    status = _status(error)
    if is_script(request):
        said = {"message": str(error), "state": _state(found, reader)}
        return JsonResponse(said, status=status)
    if found.phase in BEGINNING:
        return waiting(request, found, reader, problem=str(error), status=status)
    if request.POST.get("back") == "text":
        return _text(request, found, reader, str(error), typed, status)
    return _shown(request, found, reader, str(error), status)


def _status(error: ServiceError) -> int:
    if isinstance(error, Conflict):
        return error.status
    return error.status if error.status == 403 else UNPROCESSABLE


def is_script(request: HttpRequest) -> bool:
    """Tell whether the page's script asks, and not a browser without one."""
    return "application/json" in request.headers.get("Accept", "")
