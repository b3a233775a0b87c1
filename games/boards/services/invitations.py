"""Invitations to a board: a link for one seat, used up by who sits down."""

from __future__ import annotations

import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from games.accounts.services.link_tokens import token_hash, token_new
from games.boards.errors import BoardConflict, BoardNotAllowed, BoardRefused
from games.boards.selectors.handover import link_refusal, seat_is_open
from games.boards.services.boards import links_close, seat_take
from games.boards.services.sitters import Sitter
from games.boards.services.writing import BoardRequest, Writing, board_write
from games.errors import Refused
from games.models import Block, Board, BoardInvitation, BoardSeat, Player, User
from games.models.ids import public_id
from games.models.locks import rows_lock, rows_locked
from games.signals import board_beat

VALID: Final = datetime.timedelta(days=14)


@transaction.atomic
def invitation_make(
    *, board: Board, by: Sitter, email: str = "", player: Player | None = None
) -> tuple[BoardInvitation, str]:
    """Make a link to the free seat, or anew to that of a guest who has lost theirs.

    Where the guest sits they are asked on their page, see `invitation_accept`. Returns the
    invitation and the link's token, which is stored nowhere. `player` is challenged by name and
    needs no link.

    Raises:
        NotAllowed: they do not sit at this board.
        BoardConflict, BoardRefused: see `link_refusal`, or that player does not want it.
    """
    if by.seat is None:
        raise BoardNotAllowed("no_seat")
    refusal = link_refusal(board, by.seat, by_name=player is not None)
    if refusal is not None:
        raise refusal
    seat = 1 - by.seat
    there = board.seats.filter(number=seat).first()
    if email and by.user is None:
        raise BoardRefused("mails_account")
    if email:
        try:
            validate_email(email)
        except ValidationError as error:
            raise Refused("invalid", reason=" ".join(error.messages)) from error
    if player is not None:
        if player.club_id != board.club_id:
            raise Refused("player_elsewhere")
        if Block.objects.filter(by=player.user, blocked=by.user).exists():
            raise BoardRefused("blocked")
    token = token_new()
    made = BoardInvitation.objects.create(
        board=board,
        seat=seat,
        token_hash=token_hash(token),
        email=email,
        player=player,
        created_by=by.user,
        expires_at=timezone.now() + VALID,
    )
    if there is not None:
        board_beat(board)  # the guest's page asks them
    return made, token


def invitation_find(token: str) -> BoardInvitation:
    """Return the invitation of a link, open or not.

    Raises:
        BoardRefused: there is none.
    """
    found = (
        BoardInvitation.objects.select_related("board__club", "created_by")
        .filter(token_hash=token_hash(token))
        .first()
    )
    if found is None:
        raise BoardRefused("invitation_closed")
    return found


@transaction.atomic
def invitation_withdraw(*, invitation: BoardInvitation, by: Sitter) -> None:
    """Close a link.

    Raises:
        NotAllowed: they do not sit at this board.
    """
    if by.seat is None:
        raise BoardNotAllowed("no_seat")
    # The board's row before its invitations', as everybody locks them.
    board = rows_locked(Board.objects).get(pk=invitation.board_id)
    BoardInvitation.objects.filter(pk=invitation.pk, used_at=None).update(
        withdrawn_at=timezone.now()
    )
    board_beat(board)  # a guest is asked no more


@transaction.atomic
def handover_answer(*, invitation: BoardInvitation, by: Sitter, agrees: bool) -> None:
    """Say as the guest who sits there whether a link may open their seat; a no withdraws it.

    Raises:
        NotAllowed: it is not their seat.
        BoardRefused: the link is closed.
    """
    board = rows_locked(Board.objects).get(pk=invitation.board_id)
    if by.seat != invitation.seat or by.user is not None:
        raise BoardNotAllowed("no_seat")
    now = timezone.now()
    said = {"allowed_at": now} if agrees else {"declined_at": now, "withdrawn_at": now}
    asked = BoardInvitation.objects.filter(pk=invitation.pk, used_at=None, withdrawn_at=None)
    if not asked.update(**said):
        raise BoardRefused("invitation_closed")
    board_beat(board)


@transaction.atomic
def invitation_accept(
    *,
    invitation: BoardInvitation,
    by: User | None,
    name: str = "",
    language: str = "",
    wants_mails: bool = False,
) -> BoardSeat:
    """Sit down with a link; it is used up, and others to this seat with it.

    `wants_mails`: a guest who came by the mail to its address wants to be told there.

    Where a guest sits already, their seat changes phones, and the game is not rated: once they have
    agreed, or have been away for as long as a flag needs.

    Raises:
        BoardRefused: the link was used, withdrawn or has expired, or see `seat_take`.
        BoardConflict: the guest who sits there has not agreed, and is not gone.
    """
    board = rows_locked(Board.objects).select_related("club").get(pk=invitation.board_id)
    if by is not None:  # before what hangs on them
        rows_lock(Player.objects.filter(club=board.club_id, user=by))
    used = BoardInvitation.objects.filter(pk=invitation.pk, used_at=None, withdrawn_at=None)
    now = used.filter(expires_at__gt=timezone.now()).first()
    if now is None:
        raise BoardRefused("invitation_closed")
    there = board.seats.filter(number=invitation.seat).first()
    if there is not None and there.kind == BoardSeat.Kind.GUEST:
        if not board.is_open:
            raise BoardConflict("board_over")
        if not seat_is_open(board, there, now):
            raise BoardConflict("seat_asked", name=there.name)
    used.update(used_at=timezone.now())
    if there is None:
        seat = seat_take(board=board, by=by, name=name, language=language)
    else:
        seat = _seat_renew(board, there)
    if wants_mails and invitation.email and seat.kind == BoardSeat.Kind.GUEST:
        BoardSeat.objects.filter(pk=seat.pk).update(email=invitation.email)
    return seat


def _seat_renew(board: Board, seat: BoardSeat) -> BoardSeat:
    """Give a guest's seat to the phone that opened a new link; the old one only watches."""
    if seat.kind != BoardSeat.Kind.GUEST:
        raise BoardConflict("seat_taken")
    seat.nonce, seat.moved_at, seat.away_at = public_id(), timezone.now(), None
    seat.email = ""  # of whoever sat there
    seat.save(update_fields=["nonce", "moved_at", "away_at", "email"])
    seat.push_subscriptions.all().delete()  # of the phone that only watches now
    links_close(board)

    def make(writing: Writing) -> None:
        writing.do("seat", None, seat=seat.number, seeds=True, who=seat.kind, player="")
        # Nobody can tell who plays now: no rating follows from it.
        writing.columns = {"is_rated": False}

    board_write(BoardRequest(board, None, "seat"), make)
    return seat
