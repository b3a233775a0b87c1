"""Which seats wait for somebody who can be told by mail."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F, Max, Prefetch, Q

from games.boards.selectors.boards import state_of
from games.models import Board, BoardSeat
from games.rules.online.board import moment

Status, Pace = Board.Status, Board.Pace


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat that has to act, where its holder is told, and since when and until when it waits.

    Who has chosen no language is written to in the club's.
    """

    seat: BoardSeat
    board: Board
    to: str
    language: str
    since: datetime.datetime
    due: datetime.datetime | None


def seats_waiting() -> Iterator[Waiting]:
    """Return the seats that have to act at boards without a clock on the table, with an address.

    Who plays by a clock of minutes is there; nobody is told by mail. Demo accounts have no mail.
    """
    seats = Prefetch(
        "seats",
        BoardSeat.objects.select_related("player__merged_into").order_by("number"),
        to_attr="seated",
    )
    found = (
        BoardSeat.objects.filter(board__status=Status.PLAYING)
        .filter(Q(number=F("board__waits_for")) | Q(board__waits_for=Board.BOTH))
        .exclude(board__pace=Pace.BANK)
        .exclude(kind=BoardSeat.Kind.ASSISTANT)
        .select_related("player__user")
        .prefetch_related(
            Prefetch("board", Board.objects.select_related("club").prefetch_related(seats))
        )
        .order_by("board_id", "number")
    )
    for seat in found:
        to, language = _address(seat)
        if to:
            state = state_of(seat.board)
            since = state.clock.since if state.clock is not None else None
            began = seat.board.changed_at if since is None else moment(since)
            spoken = language or seat.board.club.language
            yield Waiting(seat, seat.board, to, spoken, began, seat.board.due_at)


def last_told() -> dict[str, datetime.datetime]:
    """Return when each address was told something last, whichever board it was about."""
    told: dict[str, datetime.datetime] = {}
    seats = BoardSeat.objects.filter(reminded_at__isnull=False)
    for field in ("player__user__email", "email"):
        rows = seats.exclude(**{field: ""}).exclude(**{field: None}).order_by()
        for to, at in rows.values_list(field).annotate(Max("reminded_at")):
            told[to] = max(at, told.get(to, at))
    return told


def _address(seat: BoardSeat) -> tuple[str, str]:
    player = seat.player
    if player is None:
        return seat.email, seat.language
    user = player.user
    if user is None or not user.is_active or user.is_demo:
        return "", ""
    return user.email, user.language
