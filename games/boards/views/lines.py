"""What is said at a board: said, read, reported, hidden."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.boards.actors import board_and_reader
from games.boards.presenters.afterwards import seat_names
from games.boards.presenters.lines import lines_all, said_texts
from games.boards.services.lines import line_hide, line_report, line_say
from games.boards.services.sitters import BoardReader
from games.errors import NotFound, ServiceError
from games.models import Board, BoardLine
from games.permissions import Capability
from games.web.input import input_of
from games.web.pages import is_swap, page
from games.web.sign_in import sign_in_required, user_of

Say = Callable[..., BoardLine]


def said(
    request: HttpRequest, board: Board, reader: BoardReader, say: Say = line_say
) -> HttpResponse:
    """Say something; the stream brings it to everybody, its speaker included."""
    ask = input_of(request)
    problem = ""
    try:
        say(board=board, by=reader.sitter, code=ask.one("code"), text=ask.one("text"))
    except ServiceError as error:
        problem = str(error)
    if is_swap(request):
        return HttpResponse(escape(problem))
    if problem:
        messages.error(request, problem)
    return redirect("board_lines", board.public_id)


@never_cache
@require_safe
def board_lines(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what was said in the reader's room; organizers read all of it."""
    board, reader = board_and_reader(request, public_id)
    decides = reader.reader.user is not None and reader.reader.may(Capability.VOID_SESSION)
    lines = lines_all(
        board,
        reader.side,
        seat_names(reader),
        sees_names=reader.sees_names,
        decides=decides,
    )
    context = {
        "board": board,
        "club": board.club,
        "lines": lines,
        "decides": decides,
        "texts": said_texts(),
    }
    return page(request, "boards/lines_page.html", context, reader.reader)


@require_POST
def board_line_report(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Tell the organizers of a line."""
    board, reader = board_and_reader(request, public_id)
    line_report(line=_line(board, number), by=reader.sitter)
    messages.success(request, _("The organizers are told."))
    return redirect("board_lines", public_id)


@sign_in_required
@require_POST
def board_line_hide(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Hide a line, or show it again."""
    board, _reader = board_and_reader(request, public_id)
    is_hidden = request.POST.get("show") != "1"
    line_hide(line=_line(board, number), by=user_of(request), is_hidden=is_hidden)
    return redirect("board_lines", public_id)


def _line(board: Board, number: int) -> BoardLine:
    found = BoardLine.objects.select_related("board__club").filter(board=board, pk=number).first()
    if found is None:
        raise NotFound
    return found
