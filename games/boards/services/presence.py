"""Which players of boards are connected: their open pages, and since when somebody has none.

A seat stores since when its player has no page open. Pages of a board read it with the seat and
need no query for it. Of a player who never had the page open, as on the text board, nothing is
said.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.models import Board, BoardSeat, Presence
from games.models.locks import rows_locked
from games.signals import board_beat

LOST: Final = datetime.timedelta(seconds=75)
"""The silence after which a page counts as gone; a server notes those that are open twice in it."""

OPEN: Final = (Board.Status.WAITING, Board.Status.PLAYING)


def seats_note(connections: Mapping[str, int]) -> None:
    """Record that pages are open: the connection's id, and the seat whose holder it is."""
    now = timezone.now()
    known = Presence.objects.filter(connection__in=connections, board_seat__isnull=False)
    names = set(known.values_list("connection", flat=True))
    known.update(seen_at=now)
    Presence.objects.bulk_create(
        [
            Presence(board_seat_id=seat, connection=name, seen_at=now)
            for name, seat in connections.items()
            if name not in names
        ],
        ignore_conflicts=True,
    )
    back = BoardSeat.objects.filter(pk__in=set(connections.values()), away_at__isnull=False)
    _seats_change(dict.fromkeys(back.values_list("pk", flat=True)))
    seats_sweep(now=now)


def seat_polled(seat: int) -> None:
    """Record that a seat's page is open though no stream passes to it: it asks every few seconds.

    One question of many is noted, so that the page counts as gone soon after the last.
    """
    name = f"polls {seat}"
    lately = timezone.now() - LOST / 3
    if not Presence.objects.filter(connection=name, seen_at__gt=lately).exists():
        seats_note({name: seat})


def seats_forget(connections: Collection[str]) -> None:
    """Record that pages were closed, or their lines broke."""
    found = Presence.objects.filter(connection__in=connections, board_seat__isnull=False)
    seats = set(found.values_list("board_seat", flat=True))
    if seats:
        found.delete()
        _seats_left(dict.fromkeys(seats, timezone.now()))


def seats_sweep(*, now: datetime.datetime | None = None) -> None:
    """Record who is gone without anybody having noted it, because the server was killed."""
    before = (now or timezone.now()) - LOST
    silent = Presence.objects.filter(board_seat__isnull=False, seen_at__lt=before)
    last = dict(silent.values_list("board_seat").annotate(Max("seen_at")).order_by())
    if last:
        silent.delete()
        _seats_left(last)


def _seats_left(seats: Mapping[int, datetime.datetime]) -> None:
    there = Presence.objects.filter(board_seat__in=seats)
    present = set(there.values_list("board_seat", flat=True))
    _seats_change({seat: at for seat, at in seats.items() if seat not in present})


def _seats_change(seats: Mapping[int, datetime.datetime | None]) -> None:
    """Write since when seats are empty, or that somebody is back, and tell the boards' pages."""
    there = BoardSeat.objects.filter(pk__in=seats, board__status__in=OPEN)
    if not seats or not there.exists():
        return
    with transaction.atomic():
        boards = list(rows_locked(Board.objects.filter(pk__in=there.values("board"))))
        for seat, at in seats.items():
            there.filter(pk=seat).update(away_at=at)
        for board in boards:
            board_beat(board)
