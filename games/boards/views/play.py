"""A board while it is played: its page, the text board, what is done at it, and its stream."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from games.boards.actors import board_and_onlooker, board_and_reader, way_to_seat
from games.boards.live import audience_of, fragment, topic_of, who_is
from games.boards.presenters.afterwards import after_panel
from games.boards.presenters.away import is_missed
from games.boards.presenters.begin import begin_page
from games.boards.presenters.handover import handover_of, handover_told
from games.boards.presenters.lines import said_texts
from games.boards.presenters.messages import messages_of
from games.boards.presenters.moves import moves_of
from games.boards.presenters.show import beside, page_of, seen, state_json, template_of, text_of
from games.boards.services.acting import board_act, dice_restart
from games.boards.services.presence import seat_polled
from games.boards.services.sitters import BoardReader
from games.boards.views import chouettes
from games.boards.views.setup import link_taken, panel_of
from games.errors import Conflict, NotFound, ServiceError
from games.models import Board, User
from games.table.selectors.rights import sign_in_of
from games.web.fragments import present
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


@never_cache
@require_GET
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a board; before it begins, what it waits for.

    Who plays here and has no seat on this device is led to where they sit down.
    """
    try:
        found, reader = board_and_reader(request, public_id)
    except NotFound:
        if way := way_to_seat(request, public_id):
            return redirect(way)
        raise NotFound("board_unseen") from None
    if found.session is not None:
        return chouettes.shown(request, found, reader)
    if reader.side is None and (way := way_to_seat(request, public_id)):
        return redirect(way)
    if found.phase in BEGINNING:
        return _begin(request, found, reader)
    return _shown(request, found, reader)


@never_cache
@require_GET
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer the page of a board that waits: what it waits for now, or that it has begun."""
    found, reader = board_and_reader(request, public_id)
    if found.session is not None:
        return chouettes.begin(request, found, reader)
    if found.phase in BEGINNING:
        return _begin(request, found, reader, template="boards/begin_now.html")
    answer = HttpResponse()
    answer["HX-Refresh"] = "true"
    return answer


@never_cache
@require_GET
def text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the text board."""
    found, reader = board_and_reader(request, public_id)
    if found.phase in BEGINNING:
        return _begin(request, found, reader)
    if found.session is not None:
        return chouettes.text(request, found, reader)
    return _text(request, found, reader)


@never_cache
@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do one thing at a board, and answer with its state, or the page."""
    found, reader = board_and_reader(request, public_id)
    if found.session is not None:
        return chouettes.act(request, found, reader)
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
    if _is_script(request):
        return JsonResponse({"state": _state(found, reader)})
    return redirect("board_text" if ask.one("back") == "text" else "board", public_id)


@never_cache
@require_POST
def seed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seed's commitment, the seed when all have committed, or one that is said openly."""
    found, reader = board_and_reader(request, public_id)
    if found.session is not None:
        return chouettes.seed(request, found, reader)
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
        if _is_script(request):
            return JsonResponse({"message": str(error)}, status=_status(error))
        return _begin(request, found, reader, problem=str(error), status=_status(error))
    return chouettes.seed_taken(request, found, reader)


@never_cache
@require_POST
def restart(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take other dice, because somebody has not opened their seed."""
    found, reader = board_and_reader(request, public_id)
    if found.session is not None:
        return chouettes.restart(request, found, reader)
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
        return _begin(request, found, reader, problem=str(error), status=_status(error))
    return redirect("board", public_id)


@require_safe
def live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the stream of a board, or with its current content for polling."""
    return _live(request, *board_and_reader(request, public_id))


@never_cache
@require_GET
def moves(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with what was played so far in the game that runs."""
    found, _reader = board_and_reader(request, public_id)
    answer = render(request, "boards/moves.html", {"moves": moves_of(found)})
    return guarded(answer, found.club)


@never_cache
@require_GET
def wall(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a board on a big screen: what onlookers see, and nothing else."""
    found, reader = board_and_onlooker(request, public_id)
    if found.session is not None:
        return chouettes.wall(request, found, reader)
    if found.phase in BEGINNING:
        return _begin(request, found, reader)
    return _shown(request, found, reader, is_wall=True)


@require_safe
def wall_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the stream of a board for a big screen."""
    return _live(request, *board_and_onlooker(request, public_id))


def live_answer(
    request: HttpRequest,
    found: Board,
    reader: BoardReader,
    topic: str,
    audience: str,
    beat: int,
    *,
    acts: bool = False,
) -> HttpResponse:
    """Answer a request for a stream by what marks it as one; `acts`: it is noted who is there."""
    response = HttpResponse(status=NO_CONTENT)
    response["X-Live-Topic"] = topic
    response["X-Live-Audience"] = audience
    response["X-Live-Beat"] = str(beat)
    response["X-Live-Who"] = who_is(reader)
    user = reader.reader.user
    if isinstance(user, User) and SERVER in request.META:
        response["X-Live-Sign-In"] = sign_in_of(request.session.session_key or "", user)
    response["X-Live-Acts"] = str(int(acts))
    return guarded(response, found.club)


def _live(request: HttpRequest, found: Board, reader: BoardReader) -> HttpResponse:
    topic, audience = topic_of(found), f"{audience_of(reader)}|{get_language()}"
    acts = reader.side is not None and is_missed(found)
    if EVENTS in request.headers.get("Accept", ""):
        return live_answer(request, found, reader, topic, audience, found.beat, acts=acts)
    if acts and POLLS in request.headers:
        seat_polled(next(one.pk for one in reader.seats if one.number == reader.side))
    return guarded(present(request, fragment, topic, audience, found.beat), found.club)


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


def _begin(
    request: HttpRequest,
    found: Board,
    reader: BoardReader,
    *,
    template: str = BEGIN,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
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
    return state_json(here)


def _refused(
    request: HttpRequest, found: Board, reader: BoardReader, error: ServiceError, typed: str
) -> HttpResponse:
    status = _status(error)
    if _is_script(request):
        said = {"message": str(error), "state": _state(found, reader)}
        return JsonResponse(said, status=status)
    if found.phase in BEGINNING:
        return _begin(request, found, reader, problem=str(error), status=status)
    if request.POST.get("back") == "text":
        return _text(request, found, reader, str(error), typed, status)
    return _shown(request, found, reader, str(error), status)


def _status(error: ServiceError) -> int:
    if isinstance(error, Conflict):
        return error.status
    return error.status if error.status == 403 else UNPROCESSABLE


def _is_script(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")
