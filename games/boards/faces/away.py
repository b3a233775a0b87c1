"""Somebody at a board of two is not connected: since when, and what follows from it when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.boards.selectors.boards import SeatName
from games.models import Board
from games.rules.online import Board as State

CALM: Final = 2_000
"""So long a page may be gone, in milliseconds, before it is said: a reload is nobody's leaving."""


def is_missed(board: Board) -> bool:
    """Tell whether it matters who is connected: not in games that take days, nor after the end."""
    return board.is_open and board.session_id is None and board.pace != Board.Pace.DAYS


def away_count(
    board: Board,
    state: State,
    names: Mapping[int, SeatName],
    called: tuple[str, str],
    side: int | None,
    now: int,
) -> dict[str, Any] | None:
    """Return what a reader on `side` is told of who is not connected, as the page counts it down.

    The reader's own seat is left out. `left` runs until somebody may claim the flag; `then` is what
    the reader can do from that moment on, also where the other player is there.
    """
    if not is_missed(board) or state.stage != "playing" or state.is_adjourned:
        return None
    due = state.deadline(now)
    turn = None if due is None or state.clock is None else state.clock.turn
    gone = {
        seat.number: max(0, now - int(seat.away_at.timestamp() * 1000))
        for seat in names.values()
        if seat.away_at is not None and seat.number != side and not seat.level
    }
    claims = side is not None and turn == 1 - side
    if not gone and not claims:
        return None
    # A name is no place for a number.
    called = (_plain(called[0]), _plain(called[1]))
    counts = claims or turn in gone
    values = {"other": called[1 - turn] if turn is not None else ""}
    head = _head(gone, called)
    if not counts:
        said = over = f"{head} {_idle(turn, called)}"
    elif claims:
        late = _("Their time is up: you can claim the flag.")
        said = f"{head} {_('In {left} you can claim the flag.')}" if head else ""
        over = f"{head} {late}" if head else _time_is_up(called[1 - (side or 0)])
    else:
        said = f"{head} {_('In {left} %(other)s can claim the flag.') % values}"
        over = f"{head} {_('Time is up: %(other)s can claim the flag.') % values}"
    away = max(gone.values(), default=0)
    return {
        "left": max(0, due - now) if counts and due is not None else 0,
        "away": away,
        "soon": max(0, CALM - away) if gone else 0,
        "text": said,
        "over": over,
        "then": ["flag"] if claims else [],
    }


def away_text(count: Mapping[str, Any] | None) -> str:
    """Return the same as one sentence of this moment, for pages that nothing counts down."""
    if count is None or count["soon"]:
        return ""
    said = count["text"] if count["left"] else count["over"]
    return str(said).format(left=_minutes(count["left"]), away=_minutes(count["away"]))


def _head(gone: Collection[int], called: tuple[str, str]) -> str:
    """Return who is not connected."""
    if not gone:
        return ""
    if len(gone) > 1:
        return _("Neither player is connected, for {away} now.")
    (side,) = gone
    return _("%(name)s is not connected, for {away} now.") % {"name": called[side]}


def _idle(turn: int | None, called: tuple[str, str]) -> str:
    if turn is None:
        return _("No clock runs, so that changes nothing.")
    return _("That matters only when it is the turn of %(name)s.") % {"name": called[1 - turn]}


def _plain(name: str) -> str:
    return name.replace("{", "(").replace("}", ")")


def _time_is_up(name: str) -> str:
    return _("%(name)s has no time left: you can claim the flag.") % {"name": name}


def _minutes(milliseconds: int) -> str:
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
