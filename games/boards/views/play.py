"""A board of two while it is played: its page, the text board, what is done at it.

`games.chouetteboards.views.boards` hands each request on, with the board and who reads it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

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
from games.permissions import Capability
from games.rules.coded import CodedError
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


def board(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Show a board; before it begins, what it waits for.

    Who plays here and has no seat on this device is led to where they sit down.
    """
    if reader.side is None and (way := way_to_seat(request, board.public_id)):
        return redirect(way)
    if board.phase in BEGINNING:
        return waiting(request, board, reader)
    return _shown(request, board, reader)


def begin(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Answer the page of a board that waits: what it waits for now, or that it has begun."""
    if board.phase in BEGINNING:
        return waiting(request, board, reader, template="boards/begin_now.html")
    return begun()


def begun() -> HttpResponse:
    """Tell a page that a board has begun for which it waits."""
    answer = HttpResponse()
    answer["HX-Refresh"] = "true"
    return answer


def text(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    if board.phase in BEGINNING:
        return waiting(request, board, reader)
    return _text(request, board, reader)


@dataclass(frozen=True, slots=True)
class Doing:
    """What is done at one kind of board, and how its pages answer: `TWO` here, or a chouette's.

    `act` and `dice` take the board, its reader and what was asked; pages and text board also take
    the request, what to say, and the status; `words` are said of an error to a reader.
    """

    act: Callable[..., object]
    dice: Callable[..., object]
    state: Callable[[Board, BoardReader], dict[str, Any]]
    shown: Callable[[HttpRequest, Board, BoardReader, str, int], HttpResponse]
    text: Callable[[HttpRequest, Board, BoardReader, str, str, int], HttpResponse]
    seeds: Callable[[HttpRequest, Board, BoardReader, str, int], HttpResponse]
    dice_refused: Callable[[HttpRequest, Board, BoardReader, str, int], HttpResponse]
    words: Callable[[Board, BoardReader, Exception], str]


def acted(of: Doing, request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Do one thing at a board, and answer with its state, or the page."""
    ask = input_of(request)
    words, is_text = ask.one("text"), ask.one("back") == "text"
    version = number_of(ask, "version") or 0
    try:
        of.act(board, reader, do=ask.one("do"), text=words, version=version, key=key_of(ask))
    except NotFound:
        raise
    except (ServiceError, CodedError) as error:
        board.refresh_from_db()
        said, status = of.words(board, reader, error), status_of(error)
        if is_script(request):
            answer = {"message": said, "state": of.state(board, reader)}
            return JsonResponse(answer, status=status)
        if is_text:
            return of.text(request, board, reader, said, words, status)
        return of.shown(request, board, reader, said, status)
    if is_script(request):
        return JsonResponse({"state": of.state(board, reader)})
    return redirect("board_text" if is_text else "board", board.public_id)


def seeded(of: Doing, request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Take a seed's commitment, the seed when all have committed, or one that is said openly."""
    ask = input_of(request)
    do = next((do for do, field in SEEDS.items() if ask.has(field)), "commit")
    try:
        of.act(board, reader, do=do, text=ask.one(SEEDS[do]), key=key_of(ask))
    except NotFound:
        raise
    except (ServiceError, CodedError) as error:
        board.refresh_from_db()
        said, status = of.words(board, reader, error), status_of(error)
        if is_script(request):
            return JsonResponse({"message": said}, status=status)
        return of.seeds(request, board, reader, said, status)
    return seed_taken(request, board, reader)


def restarted(of: Doing, request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Take other dice, because somebody has not given or opened their seed."""
    ask = input_of(request)
    try:
        of.dice(board, reader, version=number_of(ask, "version") or 0, key=key_of(ask))
    except (ServiceError, CodedError) as error:
        board.refresh_from_db()
        said = of.words(board, reader, error)
        return of.dice_refused(request, board, reader, said, status_of(error))
    return redirect("board", board.public_id)


def seed_taken(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Tell a browser what its seat does for the dice next, so that it need not ask."""
    if not is_script(request):
        return redirect("board", board.public_id)
    seeds = begin_page(board, reader).seeds
    has_begun = board.phase not in BEGINNING
    return JsonResponse({"stage": seeds.stage if seeds else "", "begun": has_begun})


def moves(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Answer with what was played so far in the game that runs."""
    answer = render(request, "boards/moves.html", {"moves": moves_of(board)})
    return guarded(answer, board.club)


def wall(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Show a board on a big screen: what onlookers see, and nothing else."""
    if board.phase in BEGINNING:
        return waiting(request, board, reader)
    return _shown(request, board, reader, is_wall=True)


def _shown(
    request: HttpRequest,
    board: Board,
    reader: BoardReader,
    problem: str = "",
    status: int = 200,
    *,
    is_wall: bool = False,
) -> HttpResponse:
    here = seen(board, reader.side, reader.reader, sees_names=reader.sees_names)
    context = {
        "page": page_of(board, here, live="board_wall_live" if is_wall else "board_live"),
        "is_wall": is_wall,
        "beside": beside(board, here, sees_names=reader.sees_names),
        "club": board.club,
        "problem": problem,
        "board": board,
        "after": after_panel(board, reader),
        "told": messages_of(board, reader),
        "texts": said_texts() if reader.side is not None or reader.sitter.user else (),
    }
    template = template_of(board, "board")
    return guarded(render(request, template, context, status=status), board.club)


def _text(
    request: HttpRequest,
    board: Board,
    reader: BoardReader,
    problem: str = "",
    typed: str = "",
    status: int = 200,
) -> HttpResponse:
    here = seen(board, reader.side, reader.reader, sees_names=reader.sees_names)
    shown = text_of(board, here, key=secrets.token_hex(8), problem=problem, typed=typed)
    context = {
        "page": shown,
        "club": board.club,
        "after": after_panel(board, reader),
        "beside": beside(board, here, sees_names=reader.sees_names),
    }
    template = template_of(board, "text")
    return guarded(render(request, template, context, status=status), board.club)


def waiting(
    request: HttpRequest,
    board: Board,
    reader: BoardReader,
    *,
    template: str = BEGIN,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show what a board waits for before it begins."""
    page = begin_page(board, reader, problem=problem, own="own" in request.GET)
    context: dict[str, object] = {
        "page": page,
        "asked": handover_of(board, reader.side, page.names),
        "link_told": handover_told(board, reader.side, page.names),
        "told": messages_of(board, reader),
        "club": board.club,
        "board": board,
    }
    if not reader.reader.may(Capability.VIEW_CLUB):
        context |= {"is_guest": True, "back": way_to_seat(request, board.public_id)}
    if template != BEGIN:
        return guarded(render(request, template, context, status=status), board.club)
    if board.phase == "waiting":
        context["panel"] = panel_of(request, board, reader)
    answer = guarded(render(request, template, context, status=status), board.club)
    return link_taken(answer, board)


def _state(board: Board, reader: BoardReader) -> dict[str, Any]:
    here = seen(board, reader.side, reader.reader, sees_names=reader.sees_names)
    return board_state(here)


def _page_now(
    request: HttpRequest, board: Board, reader: BoardReader, problem: str, status: int
) -> HttpResponse:
    """Answer with the page of a board that runs, or with what it waits for."""
    show = _seeds if board.phase in BEGINNING else _shown
    return show(request, board, reader, problem, status)


def _text_now(
    request: HttpRequest,
    board: Board,
    reader: BoardReader,
    problem: str,
    typed: str,
    status: int,
) -> HttpResponse:
    if board.phase in BEGINNING:
        return _seeds(request, board, reader, problem, status)
    return _text(request, board, reader, problem, typed, status)


def _seeds(
    request: HttpRequest, board: Board, reader: BoardReader, problem: str, status: int
) -> HttpResponse:
    return waiting(request, board, reader, problem=problem, status=status)


TWO: Final = Doing(
    act=lambda board, reader, **asked: board_act(board=board, sitter=reader.sitter, **asked),
    dice=lambda board, reader, **asked: dice_restart(board=board, sitter=reader.sitter, **asked),
    state=_state,
    shown=_page_now,
    text=_text_now,
    seeds=_seeds,
    dice_refused=_seeds,
    words=lambda _board, _reader, error: str(error),
)
act, seed, restart = (partial(one, TWO) for one in (acted, seeded, restarted))


def status_of(error: Exception) -> int:
    """Return the status of an answer that refuses something."""
    if isinstance(error, Conflict) or getattr(error, "status", None) == 403:
        return int(getattr(error, "status", UNPROCESSABLE))
    return UNPROCESSABLE


def is_script(request: HttpRequest) -> bool:
    """Tell whether the page's script asks, and not a browser without one."""
    return "application/json" in request.headers.get("Accept", "")
