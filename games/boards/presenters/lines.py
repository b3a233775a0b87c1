"""What is said at a board, as one reader sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.boards.selectors.lines import lines_in, lines_latest, onlookers_named
from games.boards.services.lines import CREW_TEXTS, TEXTS, room_of, rooms_of
from games.models import Board, BoardLine

Names = Sequence[str] | Mapping[int, str]
"""Who sits at a board, by seat."""
MOST: Final = 200
SAID: Final = {**TEXTS, **CREW_TEXTS}


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
    board: Board, side: int | None, names: Names, *, sees_names: bool
) -> list[LineSeen]:
    """Return the latest lines of the reader's own room, oldest first."""
    rows = lines_latest(board, room_of(side))
    return _seen(board, rows, names, sees_names)


def lines_all(
    board: Board, side: int | None, names: Names, *, sees_names: bool, decides: bool
) -> list[LineSeen]:
    """Return the lines of a board for their own page; organizers also read hidden ones.

    What a crew says among itself they read only where it was reported, once the game is over.
    """
    rooms = {*rooms_of(board, side)}
    if decides:
        rooms |= {BoardLine.Room.SEATS, BoardLine.Room.ONLOOKERS}
    rows = lines_in(board, rooms=rooms, most=MOST, with_hidden=decides)
    return _seen(board, rows, names, sees_names)


def lines_of_crew(board: Board, names: Names) -> list[LineSeen]:
    """Return the latest lines of captain and crew among themselves, for them alone."""
    rows = lines_latest(board, BoardLine.Room.CREW)
    return _seen(board, rows, names, sees_names=True)


def said_texts() -> list[tuple[str, str]]:
    """Return the fixed texts with their codes."""
    return [(code, str(text)) for code, text in TEXTS.items()]


def _seen(
    board: Board, rows: Sequence[BoardLine], names: Names, sees_names: bool
) -> list[LineSeen]:
    speakers = onlookers_named(board, rows, sees_names=sees_names)
    return [_line(row, names, speakers) for row in rows]


def _line(row: BoardLine, names: Names, speakers: Mapping[int, str]) -> LineSeen:
    if row.seat is not None:
        who = names[row.seat]
    else:
        who = speakers.get(row.sender_id or 0) or _("an onlooker")
    text = str(SAID[row.code]) if row.code in SAID else row.text
    return LineSeen(row.pk, who, text, row.created_at, row.room, row.is_reported, row.is_hidden)
