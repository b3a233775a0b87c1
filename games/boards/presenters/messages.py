"""What a guest sees of messages to their device; who has an account has them there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.accounts.sealing import public_key
from games.accounts.selectors import PushDevice, push_devices_of
from games.boards.services.sitters import BoardReader
from games.models import Board, BoardSeat


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages to the devices of a guest: where they are switched on, and where they are on."""

    public_id: str
    key: str
    devices: Sequence[PushDevice]

    @property
    def on_url(self) -> str:
        return reverse("board_messages", args=[self.public_id])


def guest_seat(board: Board, reader: BoardReader) -> BoardSeat | None:
    """Return the reader's seat if they are a guest at a board that tells whose turn it is."""
    if board.pace != Board.Pace.DAYS or not board.is_open or reader.sitter.user is not None:
        return None
    found = (seat for seat in reader.seats if seat.number == reader.side)
    return next((seat for seat in found if seat.kind == BoardSeat.Kind.GUEST), None)


def messages_of(board: Board, reader: BoardReader) -> Messages | None:
    """Return a guest's messages; None for everybody else."""
    seat = guest_seat(board, reader)
    if seat is None:
        return None
    return Messages(board.public_id, public_key(settings.VAPID_KEY), push_devices_of(seat))
