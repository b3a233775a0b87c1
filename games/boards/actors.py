"""Who acts at a board: a signed-in player, or the guest whose seat is in a phone's cookie."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.boards.selectors.boards import board_find, seats_of
from games.boards.selectors.places import place_of
from games.boards.services.sitters import BoardReader, Sitter
from games.errors import NotFound
from games.models import Board, BoardSeat, Session, User
from games.permissions import Capability, Reader
from games.sessions.actors import cookie_name as table_cookie
from games.sessions.actors import pass_of, pass_sealed, reader_at
from games.web.cookies import cookie_keep

SALT: Final = "games.board-seat"
COOKIE: Final = "board-"
AN_EVENING: Final = 24 * 60 * 60
A_LONG_TIME: Final = 400 * 24 * 60 * 60
"""Correspondence takes months."""
MOST_HELD: Final = 60
"""Seats of one phone; browsers keep some 50 cookies of a size like this."""


def cookie_name(board: Board) -> str:
    return f"{COOKIE}{board.public_id}"


def seat_sealed(seat: BoardSeat) -> str:
    """Return a guest's seat as the text that a cookie carries; a new nonce invalidates it."""
    return signing.dumps([seat.pk, seat.nonce], salt=SALT)


def seat_held(request: HttpRequest, board: Board, seats: tuple[BoardSeat, ...]) -> int | None:
    """Return the seat that this phone holds without an account."""
    own = request.COOKIES.get(cookie_name(board))
    if own and (held := _unsealed(own)) is not None:
        # An entrant of an event may hold the seat by the event's pass: they are no guest there.
        return next((seat.number for seat in seats if (seat.pk, seat.nonce) == held), None)
    guests = [seat for seat in seats if seat.kind == BoardSeat.Kind.GUEST]
    if not guests or board.snapshot.get("series") is None:
        return None
    # A later game of a series: the phone has the seat of an earlier one, with the same nonce.
    others = (text for name, text in request.COOKIES.items() if name.startswith(COOKIE))
    nonces = {held[1] for text in others if (held := _unsealed(text)) is not None}
    return next((seat.number for seat in guests if seat.nonce in nonces), None)


def seats_of_device(request: HttpRequest) -> dict[int, str]:
    """Return the seats that this phone holds without an account, each with its nonce."""
    texts = (text for name, text in request.COOKIES.items() if name.startswith(COOKIE))
    found = (held for text in texts if (held := _unsealed(text)) is not None)
    return dict(islice(found, MOST_HELD))


def _unsealed(text: str) -> tuple[int, str] | None:
    """Return seat and nonce that a cookie carries; None if it was not made here."""
    try:
        pk, nonce = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return pk, nonce


def sitting(answer: HttpResponse, board: Board, seat: BoardSeat) -> HttpResponse:
    """Put a guest's seat into the phone's cookie."""
    cookie_keep(answer, cookie_name(board), seat_sealed(seat), lasts=A_LONG_TIME)
    return answer


def led_to(request: HttpRequest, session: Session, address: str) -> HttpResponse:
    """Lead to a page about a session's board; a phone takes its pass along, for that page and what
    lies below it.
    """
    answer = redirect(address)
    holder = pass_of(request, session)
    if holder is not None and holder.is_granted:
        sealed = pass_sealed(holder)
        cookie_keep(answer, table_cookie(session), sealed, lasts=AN_EVENING, path=address)
    return answer


def board_and_reader(request: HttpRequest, public_id: str) -> tuple[Board, BoardReader]:
    """Return a board and its reader.

    Raises:
        NotFound: it does not exist, or they may not see it; a stranger cannot tell which.
    """
    board = board_find(public_id)
    if board.session is not None:
        # A chouette: who may look at its table, by an account or a phone, looks at its board.
        there = reader_at(request, board.session)
        return board, BoardReader(
            there, Sitter(place_of(board, there.player), there.user), seats_of(board)
        )
    reader = Reader.of(request.user, board.club)
    found = reader_of(request, board, reader)
    if found.side is None and not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    return board, found


Way = Callable[[HttpRequest, Board], str]
_ways: list[Way] = []


def way_register(way: Way) -> None:
    """Let `way` tell where somebody sits down who plays at a board and has no seat on this device.

    It returns an address, or a blank where it knows none.
    """
    _ways.append(way)


def way_to_seat(request: HttpRequest, public_id: str) -> str:
    """Return where somebody sits down who comes to a board without a seat; blank if nowhere."""
    try:
        board = board_find(public_id)
    except NotFound:
        return ""
    return next((found for way in _ways if (found := way(request, board))), "")


def board_and_onlooker(request: HttpRequest, public_id: str) -> tuple[Board, BoardReader]:
    """Return a board and its reader as an onlooker, though they may play there.

    Raises:
        NotFound: it does not exist, or they may not see it without a seat.
    """
    board = board_find(public_id)
    reader = Reader.of(request.user, board.club)
    if not reader.may(Capability.VIEW_CLUB):
        raise NotFound
    user = reader.user if isinstance(reader.user, User) else None
    return board, BoardReader(reader, Sitter(None, user), seats_of(board))


def reader_of(request: HttpRequest, board: Board, reader: Reader) -> BoardReader:
    """Return the reader of a board, by their account or their cookie."""
    seats = seats_of(board)
    user = reader.user
    side = seat_of(user, seats) if user is not None else None
    if side is None:
        side = seat_held(request, board, seats)
        user = user if isinstance(user, User) and side is None else None
    return BoardReader(reader, Sitter(side, user), seats)


def seat_of(user: User, seats: tuple[BoardSeat, ...]) -> int | None:
    """Return the seat that an account plays on."""
    return next(
        (one.number for one in seats if one.player is not None and one.player.user_id == user.pk),
        None,
    )
