"""What is done beside a board and after it: looked back at, proven, again, abandoned, blocked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.boards.actors import board_and_reader, sitting
from games.boards.faces.backgammon.records import member_match
from games.boards.faces.games import FACES
from games.boards.presenters.afterwards import (
    board_log,
    board_names,
    board_proof_page,
    not_yet_text,
    replay_page,
    seat_names,
)
from games.boards.presenters.proof import proof_offline
from games.boards.presenters.show import template_of
from games.boards.selectors.boards import state_of
from games.boards.services.boards import block, board_abandon, unblock
from games.boards.services.rematches import rematch, rematch_refuse, rematch_withdraw
from games.boards.views.setup import to_board
from games.errors import NotFound, ServiceError
from games.models import Board, BoardSeat, User
from games.rules.backgammon.mat import write_mat
from games.rules.online import game_type
from games.web.pages import page
from games.web.sign_in import sign_in_required, user_of

MEMBER = "mat-"
"""Before the seat of a chouette's member whose own bet is wanted as match text."""
BOUGHT = "-bought"
"""After it: as the captain played it who bought that cube."""
SEATS = frozenset(str(seat) for seat in range(1, 100))


@require_safe
def board_replay(request: HttpRequest, public_id: str, number: int = 0) -> HttpResponse:
    """Show a finished game of a board play by play; the last one if none is said."""
    board, reader = board_and_reader(request, public_id)
    text = request.GET.get("at", "")
    at = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    shown = replay_page(board, reader, number, at)
    if shown is None:
        said = not_yet_text(board, reader)
        context = {"board": board, "said": said, "club": board.club}
        return page(request, "boards/not_yet.html", context, reader.reader)
    found = {"page": shown, "board": board, "club": board.club}
    return page(request, template_of(board, "replay"), found, reader.reader)


@require_safe
def board_file(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Download the match as text for other programs, or the log as JSON."""
    board, reader = board_and_reader(request, public_id)
    if kind == "json":
        if board.session is not None and board.is_open and reader.side is None:
            raise NotFound  # onlookers may be a turn behind
        answer: HttpResponse = JsonResponse(
            board_log(board, reader), json_dumps_params={"ensure_ascii": False}
        )
    elif kind.startswith(MEMBER) and kind[len(MEMBER) :].removesuffix(BOUGHT) in SEATS:
        kind = kind[len(MEMBER) :]
        seat, is_bought = int(kind.removesuffix(BOUGHT)), kind.endswith(BOUGHT)
        own = member_match(board, seat_names(reader), seat, is_bought=is_bought)
        if own is None:
            raise NotFound
        answer = HttpResponse(write_mat(own), content_type="text/plain; charset=utf-8")
        kind = f"{kind}.mat"
    else:
        said = FACES[board.type].record(board, board_names(board, reader), kind)
        if said is None:
            raise NotFound
        answer = HttpResponse(said, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="board-{board.public_id}.{kind}"'
    answer["Cache-Control"] = "private"
    return answer


@require_safe
def board_proof(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the proof of the dice; while the game runs, only what was committed to."""
    board, reader = board_and_reader(request, public_id)
    if not game_type(board.type).has_dice:
        raise NotFound
    shown = board_proof_page(board, reader)
    context: dict[str, Any] = {"board": board, "club": board.club}
    if shown is None:
        dice = state_of(board).dice
        return page(request, "boards/proof_later.html", {**context, "dice": dice}, reader.reader)
    context |= {"page": shown, "offline_url": reverse("board_proof_file", args=[public_id])}
    return page(request, "boards/proof.html", context, reader.reader)


@require_safe
def board_proof_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the proof as one file that verifies without a network."""
    board, reader = board_and_reader(request, public_id)
    shown = board_proof_page(board, reader)
    if shown is None:
        raise NotFound
    answer = HttpResponse(proof_offline(shown), content_type="text/html; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{shown.file}"'
    answer["Cache-Control"] = "private"
    return answer


@sign_in_required
@require_POST
def board_abandon_it(request: HttpRequest, public_id: str) -> HttpResponse:
    """End a board without a winner, with a reason that everybody sees."""
    board, _reader = board_and_reader(request, public_id)
    try:
        board_abandon(board=board, by=user_of(request), reason=request.POST.get("reason", ""))
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The game is abandoned."))
    return to_board(board)


@require_POST
def board_rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for the same again, colours changed, or answer who asks: yes, no, or take it back."""
    board, reader = board_and_reader(request, public_id)
    back = redirect("board_text" if request.POST.get("back") == "text" else "board", public_id)
    try:
        match request.POST.get("answer"):
            case "no":
                rematch_refuse(board=board, by=reader.sitter)
                return back
            case "withdraw":
                rematch_withdraw(board=board, by=reader.sitter)
                return back
        again = rematch(board=board, by=reader.sitter, key=request.POST.get("key", ""))
    except ServiceError as error:
        messages.error(request, str(error))
        return back
    answer = back if again.status == Board.Status.WAITING else to_board(again)
    held = next((seat.nonce for seat in reader.seats if seat.number == reader.side), "")
    seat = again.seats.filter(kind=BoardSeat.Kind.GUEST, nonce=held).first()
    return answer if seat is None else sitting(answer, again, seat)


@sign_in_required
@require_POST
def board_block(request: HttpRequest, public_id: str) -> HttpResponse:
    """Block the other player at a board."""
    board, reader = board_and_reader(request, public_id)
    user = user_of(request)
    others = [
        seat.player.user
        for seat in reader.seats
        if seat.number != reader.side and seat.player is not None
    ]
    if reader.side is None or not others or others[0] is None or others[0] == user:
        raise NotFound
    block(by=user, user=others[0])
    messages.success(request, _("Blocked. In My games you can take it back."))
    return to_board(board)


@sign_in_required
@require_POST
def board_unblock(request: HttpRequest, number: int) -> HttpResponse:
    """Let a player invite and address me again."""
    found = User.objects.filter(pk=number, blocked_by__by=user_of(request)).first()
    if found is None:
        raise NotFound
    unblock(by=user_of(request), user=found)
    return redirect("boards")
