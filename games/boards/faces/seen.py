"""What a reader sees of a board: made of its state, its names and the reader."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.boards.faces.away import away_count
from games.boards.faces.base import ClockSeen, Seen
from games.boards.faces.endings import ended_text
from games.boards.faces.games import FACES
from games.boards.faces.offers import offer_text
from games.boards.faces.stakes import standing_text
from games.boards.selectors.boards import SeatName
from games.models import Board, BoardSeat
from games.rules.online import Board as State


def seat_name(seat: SeatName | None) -> str:
    """Return how a seat is called on pages."""
    if seat is None:
        return _("free seat")
    if seat.kind != BoardSeat.Kind.ASSISTANT:
        return seat.name
    names = {
        "easy": _("Assistant (easy)"),
        "medium": _("Assistant (medium)"),
        "strong": _("Assistant (strong)"),
    }
    return names.get(seat.level, _("Assistant"))


def names_of(names: Mapping[int, SeatName]) -> tuple[str, str]:
    """Return the names of White and Black."""
    return seat_name(names.get(0)), seat_name(names.get(1))


def seen_of(
    board: Board, state: State, names: Mapping[int, SeatName], side: int | None, now: int
) -> Seen:
    """Return a board as a reader on `side` sees it, None for onlookers.

    `now` is in milliseconds since 1970.
    """
    called = names_of(names)
    common = {
        "game": state.game,
        "id": board.public_id,
        "version": board.version,
        "side": side,
        "names": called,
        "can": () if side is None else can_of(board, state, side, now),
        "clock": clock_seen(state, now),
        "phase": state.stage if state.stage in ("waiting", "seeds", "over") else "",
        "question": question(state, called, side),
        "assistant": next(
            (one for one, seat in names.items() if seat.kind == BoardSeat.Kind.ASSISTANT), None
        ),
        "ended": ended_text(state, called),
        "standing": standing_text(state, called),
        "count": away_count(board, state, names, called, side, now),
    }
    return FACES[board.type].seen(state, common)


def can_of(board: Board, state: State, side: int, now: int) -> tuple[str, ...]:
    """Return what a side can do, also because the other has let the time pass."""
    since = int(board.changed_at.timestamp() * 1000)
    return (*state.can(side), *state.can_by_time(side, now, since))


def clock_seen(state: State, now: int) -> ClockSeen | None:
    """Return the clock as it is now; None without one."""
    clock = state.clock
    if clock is None:
        return None
    left = (state.left(0, now) or 0, state.left(1, now) or 0)
    running = clock.turn if clock.is_running else None
    return ClockSeen(left, state.delay_left(now), running, now)


def question(state: State, names: tuple[str, str], side: int | None) -> str:
    """Return in words what has been offered and waits for an answer, or that the game rests."""
    if state.is_adjourned:
        return _("The game is paused.")
    offer = state.open_offer
    if offer is None or state.stage != "playing":
        return ""
    return offer_text(offer, names, side, has_dice=state.type.has_dice)
