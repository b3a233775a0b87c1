"""Reads what is said at a board."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from django.db.models import Q

from games.clubs.selectors.privacy import called
from games.fast.queries import Prepared
from games.models import Board, BoardLine, Player

SHOWN: Final = 4
"""Lines beside the board; the page of lines has more."""

_latest: Final = Prepared(
    lambda board, room: BoardLine.objects.filter(board=board, room=room, is_hidden=False).order_by(
        "-pk"
    )[:SHOWN]
)


def lines_latest(board: Board, room: str) -> list[BoardLine]:
    """Return the latest lines of a room that nobody has hidden, oldest first."""
    return _latest(board.pk, room)[::-1]


def lines_in(
    board: Board, *, rooms: Collection[str], most: int, with_hidden: bool = False
) -> list[BoardLine]:
    """Return the latest lines of some rooms, oldest first.

    `with_hidden` is for organizers: also those that were hidden, and those of the crew of a game
    that is over where somebody has reported them.
    """
    here = Q(room__in=rooms)
    if with_hidden and not board.is_open:
        here |= Q(room=BoardLine.Room.CREW, is_reported=True)
    found = BoardLine.objects.filter(here, board=board)
    if not with_hidden:
        found = found.filter(is_hidden=False)
    return list(found.order_by("-pk")[:most])[::-1]


def onlookers_named(
    board: Board, lines: Sequence[BoardLine], *, sees_names: bool
) -> dict[int, str]:
    """Return the names of the club's players who speak without a seat, by account."""
    users = {line.sender_id for line in lines if line.seat is None and line.sender_id}
    if not users:
        return {}
    rows = Player.objects.filter(club=board.club_id, user__in=users)
    return {
        user: name if sees_names else called(name, shown)
        for user, name, shown in rows.values_list("user_id", "name", "shown")
    }
