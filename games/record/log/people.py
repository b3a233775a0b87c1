"""Locks players together with the sessions and boards they sit at, those first."""

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.errors import Conflict
from games.models import Board, BoardSeat, Player, Seat, Session
from games.models.locks import rows_lock, rows_locked

TRIES: Final = 5


class _SatDown(Exception):
    """A player sat down while the sessions and boards were being locked."""


def people_lock(players: Collection[int]) -> tuple[list[int], dict[int, Player]]:
    """Lock every session and board at which players sit, then the players.

    Returns the keys of the sessions, and the players.

    None of them can sit down elsewhere before the transaction ends: seating a player locks them,
    too.

    Raises:
        Conflict: they kept sitting down meanwhile.
    """
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                sessions = rows_lock(_sessions_of(players))
                boards = rows_lock(_boards_of(players))
                rows = {row.pk: row for row in rows_locked(Player.objects.filter(pk__in=players))}
                if set(_sessions_of(players).values_list("pk", flat=True)) - set(sessions):
                    raise _SatDown
                if set(_boards_of(players).values_list("pk", flat=True)) - set(boards):
                    raise _SatDown
                return sessions, rows
        except _SatDown:
            continue  # the savepoint's rollback has released the locks
    raise Conflict("people_busy")


def _sessions_of(players: Collection[int]) -> QuerySet[Session]:
    seated = Seat.objects.filter(player__in=players)
    return Session.objects.filter(pk__in=seated.values("session"))


def _boards_of(players: Collection[int]) -> QuerySet[Board]:
    seated = BoardSeat.objects.filter(player__in=players)
    return Board.objects.filter(pk__in=seated.values("board"))
