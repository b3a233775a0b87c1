"""A game that waits for one side without a clock: until when, and what the other can do then."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.selectors.boards import seats_of, state_of
from games.boards.services.writing import now_ms
from games.models import Board, BoardSeat
from games.rules.online.board import PATIENCE, moment


@dataclass(frozen=True, slots=True)
class Waited:
    """The sentence that both sides read, and what the reader can do now."""

    text: str
    can: tuple[str, ...]


def waited_for(board: Board, side: int | None, names: tuple[str, str]) -> Waited | None:
    """Return until when a side is waited for; None where neither is, or a clock runs."""
    state = state_of(board)
    waits = next((one for one in (0, 1) if state.may_leave(one)), None)
    if waits is None or not board.is_open:
        return None
    if any(seat.kind == BoardSeat.Kind.ASSISTANT for seat in seats_of(board)):
        return None
    since = int(board.changed_at.timestamp() * 1000)
    values = {
        "name": names[1 - waits],
        "other": names[waits],
        "until": _when(board, state.leaves_at(since)),
        "days": days_text(state.patience or PATIENCE),
    }
    if now_ms() < state.leaves_at(since):
        return Waited(_before(side, waits, claims=state.may_claim_win) % values, ())
    if side == 1 - waits:
        return Waited(
            _("You have not moved for %(days)s: %(other)s can end the game.") % values, ()
        )
    can = state.can_by_time(side, now_ms(), since) if side == waits else ()
    return Waited(_("%(name)s has not moved for %(days)s.") % values, can)


def _before(side: int | None, waits: int, *, claims: bool) -> str:
    if side == waits:
        if claims:
            return _("No move by %(until)s: then you can claim the win or abandon the game.")
        return _("No move by %(until)s: then you can abandon the game.")
    if claims:
        return _("No move by %(until)s: then %(other)s can claim the win or abandon the game.")
    return _("No move by %(until)s: then %(other)s can abandon the game.")


def days_text(days: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _when(board: Board, at: int) -> str:
    zone = ZoneInfo(board.club.time_zone)
    return date_format(timezone.localtime(moment(at), zone), "SHORT_DATETIME_FORMAT")
