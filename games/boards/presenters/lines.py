"""What is said at a board, as one reader sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.boards.selectors.lines import lines_in, onlookers_named
from games.boards.services.lines import TEXTS, room_of
from games.models import Board, BoardLine

SHOWN: Final = 12
"""Lines beside the board; the page of lines has more."""
MOST: Final = 200


@dataclass(frozen=True, slots=True)
class LineSeen:
    """A line with its speaker's name; a fixed text is in the reader's language."""

    number: int
    who: str
    text: str
    at: datetime
    room: str
    is_reported: bool
    is_hidden: bool


def lines_beside(
    board: Board, side: int | None, names: Sequence[str], *, sees_names: bool
) -> list[LineSeen]:
    """Return the latest lines of the reader's own room, oldest first."""
    rows = lines_in(board, rooms=[room_of(side)], most=SHOWN)
    return _seen(board, rows, names, sees_names)


def lines_all(
    board: Board, side: int | None, names: Sequence[str], *, sees_names: bool, decides: bool
) -> list[LineSeen]:
    """Return the lines of a board for their own page; organizers read all, hidden ones too."""
    rooms = list(BoardLine.Room.values) if decides else [room_of(side)]
    rows = lines_in(board, rooms=rooms, most=MOST, with_hidden=decides)
    return _seen(board, rows, names, sees_names)


def said_texts() -> list[tuple[str, str]]:
    """Return the fixed texts with their codes."""
    return [(code, str(text)) for code, text in TEXTS.items()]


def _seen(
    board: Board, rows: Sequence[BoardLine], names: Sequence[str], sees_names: bool
) -> list[LineSeen]:
    speakers = onlookers_named(board, rows, sees_names=sees_names)
    return [_line(row, names, speakers) for row in rows]


def _line(row: BoardLine, names: Sequence[str], speakers: Mapping[int, str]) -> LineSeen:
    if row.seat is not None:
        who = names[row.seat]
    else:
        who = speakers.get(row.sender_id or 0) or _("an onlooker")
    text = str(TEXTS[row.code]) if row.code in TEXTS else row.text
    return LineSeen(row.pk, who, text, row.created_at, row.room, row.is_reported, row.is_hidden)
