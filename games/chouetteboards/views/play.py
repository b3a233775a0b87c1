"""The page of a chouette on the board: the board beside its table, and what is done at it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.boards.actors import board_and_reader, led_to
from games.boards.presenters.afterwards import after_panel
from games.boards.presenters.begin import begin_page
from games.boards.services.sitters import BoardReader
from games.boards.views.play import BEGINNING, Doing, acted, begun, restarted, seeded, waiting
from games.chouetteboards.presenters.crew import crew_panel
from games.chouetteboards.presenters.page import chouette_page
from games.chouetteboards.presenters.text import chouette_text
from games.chouetteboards.services.acts import chouette_act, chouette_dice_restart
from games.chouetteboards.services.following import BANKS, session_on_board
from games.chouetteboards.services.meetings import meeting_set
from games.errors import NotFound, ServiceError
from games.models import Board, Session
from games.permissions import Capability, Reader, acting
from games.record.selectors.names import names_in
from games.rule_texts import sentence
from games.rules.chouette import ChouetteError
from games.rules.coded import CodedError
from games.rules.online.typed import AT_CHOUETTE, typed
from games.sessions.actors import session_and_reader
from games.table.presenters.audience import audience_of
from games.table.presenters.phones import CAPTAIN, THEMSELVES
from games.table.presenters.reading import table_page
from games.table.services.proxies import proxy_drop, proxy_set
from games.web.input import Input, input_of, number_of
from games.web.pages import guarded, page


def shown(
    request: HttpRequest, board: Board, reader: BoardReader, problem: str = "", status: int = 200
) -> HttpResponse:
    """Show the board beside the table of its session; before the first roll also the seeds."""
    assert board.session is not None  # the board of a chouette
    here = reader.reader
    context: dict[str, object] = {
        "page": chouette_page(board, reader.side, here, scores=reader.scores),
        "table": table_page(board.session, audience_of(here), Input()),
        "club": board.club,
        "problem": problem,
        "board": board,
        "crew": crew_panel(board, reader.side),
        "seeds": begin_page(board, reader) if board.phase == "seeds" else None,
        "after": after_panel(board, reader),
        "meeting": board.session.meeting if meets(here, board.session) else "",
    }
    answer = render(request, "boards/chouette.html", context, status=status)
    return guarded(answer, board.club)


def wall(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Show the board on a big screen, as onlookers see it."""
    live = reverse("board_wall_live", args=[board.public_id])
    shown = replace(chouette_page(board, None, reader.reader), live_url=live)
    context = {"page": shown, "is_wall": True, "club": board.club, "board": board}
    return guarded(render(request, "boards/chouette_wall.html", context), board.club)


def text(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Show the text board; before the first roll what the board waits for."""
    if board.phase in BEGINNING:
        return waiting(request, board, reader)
    return _text(request, board, reader)


def _text(
    request: HttpRequest,
    board: Board,
    reader: BoardReader,
    problem: str = "",
    typed: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = chouette_text(
        board,
        reader.side,
        reader.reader,
        scores=reader.scores,
        key=secrets.token_hex(8),
        problem=problem,
        typed=typed,
    )
    context = {"page": shown, "club": board.club, "after": after_panel(board, reader)}
    answer = render(request, "boards/chouette_text.html", context, status=status)
    return guarded(answer, board.club)


def begin(request: HttpRequest, board: Board, reader: BoardReader) -> HttpResponse:
    """Answer the part of the page that agrees on the dice, or that it is done."""
    return _seeds(request, board, reader) if board.phase == "seeds" else begun()


@never_cache
@require_POST
def speaker(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hand one's own decisions about cubes to the captain or a friend, or take them back."""
    board, reader = board_and_reader(request, public_id)
    session, player = board.session, reader.reader.player
    if session is None or not player:
        raise NotFound
    chosen, by = input_of(request).one("speaker"), acting(reader.reader)
    try:
        if chosen == THEMSELVES:
            proxy_drop(session=session, by=by, player=player)
        else:
            named = "" if chosen == CAPTAIN else chosen or "?"
            proxy_set(session=session, by=by, player=player, speaker=named)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("board", public_id)


@never_cache
@require_http_methods(["GET", "POST"])
def session_board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say whether a session is played on the board; lead to the board of its game in progress."""
    session, reader = session_and_reader(request, public_id)
    if request.method == "POST":
        try:
            ask = input_of(request)
            if ask.has("meeting"):
                meeting_set(session=session, by=reader, address=ask.one("meeting"))
                return redirect(f"{request.path}?all=1")
            session_on_board(
                session=session,
                by=reader,
                on_board=ask.one("on_board") == "yes",
                minutes=number_of(ask, "minutes") or 0,
            )
        except ServiceError as error:
            messages.error(request, str(error))
        return redirect("session_board", public_id)
    boards = list(session.boards.exclude(status=Board.Status.WITHDRAWN).order_by("-pk"))
    if boards and boards[0].is_open and not {"all", "game"} & set(request.GET):
        return led_to(request, session, reverse("board", args=[boards[0].public_id]))
    number = number_of(input_of(request), "game")
    for board in boards if number else ():
        if board.game_number == number:
            answer = led_to(request, session, reverse("board", args=[board.public_id]))
            if "proof" in request.GET:
                answer["Location"] = reverse("board_proof", args=[board.public_id])
            return answer
    context = {
        "session": session,
        "club": session.club,
        "boards": boards,
        "banks": BANKS,
        "may_score": reader.may(Capability.SCORE) and session.is_open,
        "meeting": session.meeting if meets(reader, session) else "",
    }
    return page(request, "boards/session_board.html", context, reader)


def meets(reader: Reader, session: Session) -> bool:
    """Tell whether somebody plays or keeps the score: a meeting's address is for them alone."""
    return session.is_open and (bool(reader.player) or reader.may(Capability.SCORE))


def words_of(board: Board, reader: BoardReader, error: Exception) -> str:
    """Return why something was refused, in the reader's language."""
    assert board.session is not None  # the board of a chouette
    if isinstance(error, ChouetteError):
        return sentence(error, names_in(board.session, reader.reader))
    if isinstance(error, CodedError):
        return error.sentence(_(error.messages[error.code]))
    return str(error)


def _seeds(
    request: HttpRequest, board: Board, reader: BoardReader, problem: str = "", status: int = 200
) -> HttpResponse:
    shown = begin_page(board, reader, problem=problem, own="own" in request.GET)
    context = {"page": shown, "club": board.club, "board": board}
    return guarded(render(request, "boards/begin_now.html", context, status=status), board.club)


def _state(board: Board, reader: BoardReader) -> dict[str, object]:
    return chouette_page(board, reader.side, reader.reader, scores=reader.scores).state


def _act(board: Board, reader: BoardReader, *, do: str, text: str, **asked: Any) -> None:
    if do == "type":
        do, text = typed(text, AT_CHOUETTE)
    chouette_act(board=board, reader=reader.reader, do=do, text=text, **asked)


def _seed_refused(
    request: HttpRequest, board: Board, reader: BoardReader, problem: str, status: int
) -> HttpResponse:
    show = _seeds if board.phase == "seeds" else shown
    return show(request, board, reader, problem, status)


CHOUETTE: Final = Doing(
    act=_act,
    dice=lambda board, reader, **asked: chouette_dice_restart(
        board=board, reader=reader.reader, **asked
    ),
    state=_state,
    shown=shown,
    text=_text,
    seeds=_seed_refused,
    dice_refused=shown,
    words=words_of,
)
act, seed, restart = (partial(one, CHOUETTE) for one in (acted, seeded, restarted))
