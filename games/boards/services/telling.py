"""Tells a player's devices that it is their turn at a board that is played by correspondence."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.db.models import F
from django.urls import reverse

from games.accounts.services.push import Notice
from games.boards.selectors.boards import names_at, seats_of
from games.fast.queries import Prepared
from games.models import Board, BoardSeat, BoardStep

REMEMBERED: Final = 24 * 60 * 60
"""How long it is known that a turn has been told, in seconds: chat changes a board as well."""

_told: Final = Prepared(
    lambda board, version: (
        BoardSeat.objects.filter(
            board=board,
            board__version=version,
            board__pace=Board.Pace.DAYS,
            board__status=Board.Status.PLAYING,
            number=F("board__actor"),
            player__user__push_subscriptions__isnull=False,
        )
        .order_by()
        .select_related("board", "player")
    )
)


def turn_notice(*, board_id: int, version: int) -> tuple[int, Notice] | None:
    """Return the user whose turn a version of a board has made it, and what their devices show.

    None where nobody is told: a clock runs and both are there; they have acted themselves; they
    have no device with messages; or it has been said.
    """
    seat = _told.first(board_id, version)
    if seat is None or seat.player is None or seat.player.user_id is None:
        return None
    latest = BoardStep.objects.filter(board=board_id).order_by("-sequence").first()
    if latest is not None and latest.side == seat.number:
        return None
    if not cache.add(f"turn-told-{board_id}-{version}", 1, timeout=REMEMBERED):
        return None
    # Who sits at a board knows the other by name.
    names = names_at(seats_of(seat.board), sees_names=True)
    path = reverse("board", args=[seat.board.public_id])
    players = tuple(name for _, one in sorted(names.items()) if (name := one.name))
    return seat.player.user_id, Notice("turn", path, players)
