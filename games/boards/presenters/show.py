"""The page of a board and its parts, put together from the board's row and the reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.faces.base import Frame, Seen, TextFrame
from games.boards.faces.games import FACES
from games.boards.faces.seen import seen_of
from games.boards.presenters.handover import Handover, handover_of, handover_told, sat_texts
from games.boards.presenters.lines import LineSeen, lines_beside
from games.boards.presenters.rematch import RematchPanel, rematch_panel
from games.boards.presenters.waited import Waited, waited_for
from games.boards.selectors.boards import (
    names_at,
    next_waiting,
    seats_of,
    series_next,
    state_of,
)
from games.boards.services.writing import now_ms
from games.models import Board
from games.permissions import NOBODY, Reader
from games.rules.online import game_type
from games.web.waiting import boards_waiting_for


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a board, by its state: what can be said, and where one goes on."""

    board: Board
    public_id: str
    can: tuple[str, ...]
    plays: bool
    is_over: bool
    proof_url: str
    lines: list[LineSeen]
    next_game: str = ""
    """The public id of the game of the series that follows."""
    next_turn: str = ""
    """The public id of another board that waits for the reader, once they have answered here."""
    asked: Handover | None = None
    """What a guest is asked about their seat."""
    told: str = ""
    """What the guest opposite said to a new link."""
    sat: tuple[str, ...] = ()
    """Who sits where since when."""
    is_moved: bool = False
    """Whether somebody else may sit there than at first."""
    rematch: RematchPanel | None = None
    waited: Waited | None = None
    """Until when one side is waited for, where no clock runs."""


def seen(
    board: Board, side: int | None, reader: Reader = NOBODY, *, sees_names: bool = False
) -> Seen:
    """Return a board as a reader sees it now."""
    names = names_at(seats_of(board), reader, sees_names=sees_names)
    return seen_of(board, state_of(board), names, side, now_ms())


def template_of(board: Board, name: str) -> str:
    """Return the template of a board's page, from the folder of its game's."""
    return f"{FACES[board.type].templates}/{name}.html"


def beside(board: Board, seen: Seen, *, sees_names: bool = False) -> Beside:
    """Return what stands beside a board for a reader, what was said in their room included."""
    has_dice = game_type(board.type).has_dice
    return Beside(
        board,
        board.public_id,
        tuple(seen.can),
        seen.side is not None,
        not board.is_open,
        reverse("board_proof", args=[board.public_id]) if has_dice else "",
        lines_beside(board, seen.side, seen.names, sees_names=sees_names),
        series_next(board),
        _next_turn(board, seen.side),
        handover_of(board, seen.side, seen.names),
        handover_told(board, seen.side, seen.names),
        sat_texts(board, seen.names),
        any(seat.moved_at is not None for seat in seats_of(board)),
        rematch_panel(board, seen.side, seen.names),
        waited_for(board, seen.side, seen.names),
    )


def _next_turn(board: Board, side: int | None) -> str:
    """Return another board that waits for who plays here; a clock of minutes leaves no time."""
    is_mine = board.is_open and board.waits_for in (side, Board.BOTH)
    if side is None or is_mine or (board.is_open and board.pace == Board.Pace.BANK):
        return ""
    seat = next((one for one in seats_of(board) if one.number == side), None)
    if seat is None or seat.player is None:
        return ""
    user = seat.player.user
    if user is None or boards_waiting_for(user.pk) <= {board.pk}:
        return ""
    found = next_waiting(user, board)
    return "" if found is None else found.public_id


def title_of(seen: Seen) -> str:
    return _("%(white)s against %(black)s") % {"white": seen.names[0], "black": seen.names[1]}


def page_of(board: Board, seen: Seen, live: str = "board_live") -> Frame[Any, Any]:
    """Return the values of the board's page; `live` names the stream that it follows."""
    urls = {
        "act_url": reverse("board_act", args=[board.public_id]),
        "text_url": reverse("board_text", args=[board.public_id]),
        "live_url": reverse(live, args=[board.public_id]),
        "replay_url": reverse("board_replay", args=[board.public_id]),
        "wall_url": reverse("board_wall", args=[board.public_id]),
    }
    return FACES[board.type].page(seen, title_of(seen), **urls)


def text_of(
    board: Board, seen: Seen, *, key: str, problem: str = "", typed: str = ""
) -> TextFrame[Any, Any]:
    said = {
        "act_url": reverse("board_act", args=[board.public_id]),
        "text_url": reverse("board_text", args=[board.public_id]),
        "board_url": reverse("board", args=[board.public_id]),
        "key": key,
        "problem": problem,
        "typed": typed,
    }
    return FACES[board.type].text(seen, title_of(seen), **said)


def fragment_html(board: Board, side: int | None, *, sees_names: bool) -> str:
    """Return what the stream sends at each change, in the active language."""
    found = seen(board, side, sees_names=sees_names)
    context = {"page": page_of(board, found), "beside": beside(board, found, sees_names=sees_names)}
    return render_to_string("boards/live.html", context)
