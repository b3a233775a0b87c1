"""Boards set up from a form: begun, and at once offered to who is meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.utils import timezone

from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused
from games.boards.selectors.boards import blocked_with
from games.boards.services.boards import (
    Terms,
    board_create,
    seat_give_to_assistant,
    seat_join,
)
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.rematches import rematch_refuse
from games.boards.services.sitters import Sitter
from games.errors import Refused
from games.models import Board, BoardInvitation, BoardSeat, Club, User
from games.models.locks import rows_locked
from games.signals import board_beat

Against = Literal["link", "player", "club", "assistant", "nobody"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom a board is for: a link, a player by public id, the whole club, or the assistant.

    One that is for nobody yet waits until it is offered.
    """

    against: Against = "link"
    player: str = ""
    email: str = ""
    level: str = BoardSeat.Level.MEDIUM


@dataclass(frozen=True, slots=True)
class SetUp:
    """A new board, and what was made for the free seat; `token` is the secret of a link."""

    board: Board
    invitation: BoardInvitation | None = None
    token: str = ""


@transaction.atomic
def board_set_up(
    *, club: Club, by: User, terms: Terms, wanted: Wanted, seat: int = 0, key: str = ""
) -> SetUp:
    """Set a board up for somebody. The same key gives the same board, and no second link.

    Raises:
        NotAllowed: they are no member of the club.
        Refused: that player is not of this club, or has no account.
        KeyReused, BoardRefused, RulesRefused: see `board_create` and `invitation_make`.
    """
    board = board_create(
        club=club,
        by=by,
        terms=terms,
        seat=seat,
        is_challenge=wanted.against == "club",
        key=key,
    )
    if board.seats.count() > 1 or board.invitations.exists():
        return SetUp(board)  # the same key again
    sitter = Sitter(seat, by)
    match wanted.against:
        case "assistant":
            seat_give_to_assistant(board=board, by=sitter, level=wanted.level)
        case "player":
            player = club.players.filter(public_id=wanted.player, user__isnull=False).first()
            if player is None or player.user_id == by.pk:
                raise Refused("player_elsewhere")
            if player.user_id in blocked_with(by):
                raise BoardRefused("blocked")
            made, _token = invitation_make(board=board, by=sitter, player=player)
            return SetUp(board, made)
        case "link":
            made, token = invitation_make(board=board, by=sitter, email=wanted.email)
            return SetUp(board, made, token)
    return SetUp(board)


@transaction.atomic
def board_open(*, board: Board, by: Sitter) -> None:
    """Let any member of the club sit down at a board that waits.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardConflict: somebody has sat down.
    """
    if by.seat is None:
        raise BoardNotAllowed("no_seat")
    if board.rematch_of_id is not None:
        raise BoardRefused("rematch_asked")
    if not Board.objects.filter(pk=board.pk, status=Board.Status.WAITING).update(is_challenge=True):
        raise BoardConflict("board_begun")
    board_beat(board)


def challenge_take(*, board: Board, by: User) -> BoardSeat:
    """Sit down where one was challenged by name, or at a board that is open to the club.

    Raises:
        NotAllowed, BoardRefused, BoardConflict: see `seat_join` and `invitation_accept`.
    """
    named = _named(board, by)
    if named is None:
        return seat_join(board=board, by=by)
    seat = invitation_accept(invitation=named, by=by)
    if board.rematch_of is not None:
        board_beat(board.rematch_of)  # who has asked waits there
    return seat


@transaction.atomic
def challenge_decline(*, board: Board, by: User) -> None:
    """Say no to a challenge by name; the board goes on waiting for somebody else.

    Raises:
        BoardRefused: nobody has challenged them here.
    """
    # The board before what hangs on it, as who sits down locks them.
    named = _named(rows_locked(Board.objects).get(pk=board.pk), by)
    if named is None:
        raise BoardRefused("invitation_closed")
    BoardInvitation.objects.filter(pk=named.pk).update(withdrawn_at=timezone.now())
    if board.rematch_of is not None:  # where the same two have sat with changed colours
        rematch_refuse(board=board.rematch_of, by=Sitter(1 - named.seat, by))
    board_beat(board)


def _named(board: Board, user: User) -> BoardInvitation | None:
    open_ones = board.invitations.filter(used_at=None, withdrawn_at=None, player__user=user)
    return next((one for one in open_ones if one.is_open), None)
