"""Which boards wait for who is signed in: their number stands beside the menu of every page."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import F, Q
from django.db.models.functions import Now

from games.fast.queries import Prepared
from games.models import Board, BoardInvitation, BoardSeat, User

_FOUND: Final = "_boards_waiting"

_waiting: Final = Prepared(
    lambda user: (
        BoardSeat.objects.filter(
            Q(number=F("board__waits_for")) | Q(board__waits_for=Board.BOTH),
            player__user=user,
            board__status=Board.Status.PLAYING,
        )
        .order_by()
        .values_list("board")
        .union(
            BoardInvitation.objects.filter(
                player__user=user,
                used_at=None,
                withdrawn_at=None,
                expires_at__gt=Now(),
                board__status=Board.Status.WAITING,
            )
            .exclude(created_by__blocked_by__by=user)
            .order_by()
            .values_list("board")
        )
    )
)


def boards_waiting(user: Any) -> frozenset[int]:
    """Return the boards that wait for a user: their turn, or a challenge by name; one query.

    Nobody else has any. It is asked once for each request, whose user this is.
    """
    if not isinstance(user, User):
        return frozenset()
    found: frozenset[int] | None = vars(user).get(_FOUND)
    if found is None:
        found = vars(user)[_FOUND] = boards_waiting_for(user.pk)
    return found


def boards_waiting_for(user_id: int) -> frozenset[int]:
    """Return the boards that wait for an account, in one query."""
    return frozenset(board for (board,) in _waiting(user_id))
