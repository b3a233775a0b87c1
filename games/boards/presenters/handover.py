"""Who sits at a board since when, and what a guest is asked before another takes their seat."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.boards.selectors.boards import seats_of
from games.boards.selectors.handover import handover_asked, handover_last
from games.models import Board


@dataclass(frozen=True, slots=True)
class Handover:
    """The question to a guest, and where their answers go."""

    text: str
    yes_url: str
    no_url: str


def handover_of(board: Board, side: int | None, names: tuple[str, str]) -> Handover | None:
    """Return what who sits on a side is asked; None if nothing is."""
    seat = next((one for one in seats_of(board) if one.number == side), None)
    asked = handover_asked(board, seat)
    if asked is None or side is None:
        return None
    text = _(
        "%(name)s has made a new link to your seat. Whoever opens it plays on in your place, and "
        "this page plays no more. Do you agree?"
    )
    yes, no = (reverse("board_handover", args=[board.public_id, asked.pk, one]) for one in YES_NO)
    return Handover(text % {"name": names[1 - side]}, yes, no)


YES_NO = ("yes", "no")


def handover_told(board: Board, side: int | None, names: tuple[str, str]) -> str:
    """Return what became of the new link to a guest's seat, for who made it; blank if nothing."""
    made = handover_last(board, side)
    if made is None or side is None:
        return ""
    name = {"name": names[1 - side]}
    if made.declined_at is not None:
        return _("%(name)s stays: your new link to their seat is withdrawn.") % name
    if not made.is_open:
        return ""
    if made.allowed_at is not None:
        return _("%(name)s agrees: your new link opens their seat.") % name
    return _("%(name)s is asked whether your new link may open their seat.") % name


def sat_texts(board: Board, names: tuple[str, str]) -> tuple[str, ...]:
    """Return who sits where since when, a sentence for each seat."""
    zone = ZoneInfo(board.club.time_zone)
    texts = []
    for seat in seats_of(board):
        if seat.number > 1 or board.session_id is not None:
            continue
        values = {"name": names[seat.number], "since": _when(seat.taken_at, zone)}
        if seat.moved_at is None:
            texts.append(_("%(name)s sits here since %(since)s.") % values)
        else:
            values["moved"] = _when(seat.moved_at, zone)
            text = _(
                "%(name)s sits here since %(since)s, on another phone since %(moved)s: this game "
                "is not rated."
            )
            texts.append(text % values)
    return tuple(texts)


def _when(at: datetime.datetime, zone: ZoneInfo) -> str:
    return date_format(timezone.localtime(at, zone), "SHORT_DATETIME_FORMAT")
