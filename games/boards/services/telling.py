"""Tells players' devices that a board by correspondence waits for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from games.accounts.services.push import Notice
from games.boards.selectors.boards import names_at, seats_of
from games.fast.queries import Prepared
from games.models import Board, BoardSeat, BoardStep, PushSubscription

REMEMBERED: Final = 24 * 60 * 60
"""How long it is known that a turn has been told, in seconds: chat changes a board as well."""

_devices: Final = PushSubscription.objects.filter(
    Q(seat=OuterRef("pk")) | Q(user=OuterRef("player__user"))
)
_told: Final = Prepared(
    lambda board, version: (
        BoardSeat.objects.filter(
            Q(number=F("board__waits_for")) | Q(board__waits_for=Board.BOTH),
            Exists(_devices),
            board=board,
            board__version=version,
            board__pace=Board.Pace.DAYS,
            board__status=Board.Status.PLAYING,
        )
        .order_by("number")
        .select_related("board", "player")
    )
)


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """Who is told, by their account or as the guest of a seat, and what their devices show."""

    user_id: int | None
    seat_id: int | None
    notice: Notice


def turn_notices(*, board_id: int, version: int) -> list[TurnNotice]:
    """Return who a version of a board waits for, and what their devices show.

    Nobody is told where a clock runs and both are there; what they have done themselves; without a
    device with messages; or twice.
    """
    seats = _told(board_id, version)
    if not seats:
        return []
    latest = BoardStep.objects.filter(board=board_id).order_by("-sequence").first()
    seats = [seat for seat in seats if latest is None or latest.side != seat.number]
    if not seats or not cache.add(f"turn-told-{board_id}-{version}", 1, timeout=REMEMBERED):
        return []
    # Who sits at a board knows the other by name.
    names = names_at(seats_of(seats[0].board), sees_names=True)
    path = reverse("board", args=[seats[0].board.public_id])
    players = tuple(name for _, one in sorted(names.items()) if (name := one.name))
    notice = Notice("turn", path, players)
    return [
        TurnNotice(None, seat.pk, notice)
        if seat.player is None
        else TurnNotice(seat.player.user_id, None, notice)
        for seat in seats
    ]
