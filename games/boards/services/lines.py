"""What is said at a board: fixed texts by their codes, and words where the club wants that."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.boards.errors import BoardNotAllowed, BoardRefused
from games.boards.selectors.boards import is_apart
from games.boards.selectors.places import crew_places
from games.boards.services.sitters import Sitter
from games.errors import NotFound
from games.models import Board, BoardLine, User
from games.names.identity import seen
from games.permissions import Capability, require
from games.signals import board_beat, crew_beat
from games.web.limits import within_limit

Room = BoardLine.Room

TEXTS: Final[Mapping[str, str | Promise]] = {
    "hello": pgettext_lazy("said", "Hello!"),
    "luck": pgettext_lazy("said", "Good luck!"),
    "well": pgettext_lazy("said", "Well played!"),
    "dice": pgettext_lazy("said", "What a roll!"),
    "lucky": pgettext_lazy("said", "I was lucky."),
    "thanks": pgettext_lazy("said", "Thank you!"),
    "sorry": pgettext_lazy("said", "Sorry!"),
    "moment": pgettext_lazy("said", "One moment, please."),
    "back": pgettext_lazy("said", "I am back."),
    "go": pgettext_lazy("said", "I must go, sorry."),
    "again": pgettext_lazy("said", "Another one?"),
    "good_game": pgettext_lazy("said", "Good game!"),
}
"""The fixed texts by their codes, in the order in which they are offered."""
CREW_TEXTS: Final[Mapping[str, str | Promise]] = {
    "agree": pgettext_lazy("said", "I agree."),
    "safe": pgettext_lazy("said", "Play it safe."),
    "bold": pgettext_lazy("said", "Be bold!"),
    "double_now": pgettext_lazy("said", "I would double."),
    "wait_cube": pgettext_lazy("said", "I would wait with the cube."),
    "you_decide": pgettext_lazy("said", "You decide."),
}
"""Those that captain and crew of a chouette say among themselves."""

LONGEST: Final = 300
LINES_A_MINUTE: Final = 12
MINUTE: Final = datetime.timedelta(minutes=1)


def plain_line(text: str) -> str:
    """Return what somebody typed as one line, without signs that nobody sees."""
    return " ".join(seen(text).split())


@transaction.atomic
def line_say(*, board: Board, by: Sitter, code: str = "", text: str = "") -> BoardLine:
    """Say something at a board: who sits there to each other, others in the onlookers' room.

    Raises:
        NotAllowed: a guest without a seat says nothing, nor does somebody who is no member.
        BoardRefused: there is no such text, the club has no chat, it is too long or too often, or
            one of the players has blocked the other.
    """
    sayer_require(board, by)
    return line_write(board, by, room_of(by.seat), TEXTS, code, text)


def sayer_require(board: Board, by: Sitter) -> None:
    """Check that somebody may say anything at a board.

    Raises:
        NotAllowed: see `line_say`.
    """
    if by.seat is None:
        if by.user is None:
            raise BoardNotAllowed("no_seat")
        require(by.user, Capability.START_MATCH, board.club)


def line_write(
    board: Board, by: Sitter, room: str, texts: Mapping[str, Any], code: str, text: str
) -> BoardLine:
    """Write down in a room what somebody says who may: one of its fixed texts, or words.

    Raises:
        BoardRefused: see `line_say`.
    """
    words = plain_line(text)
    if words:
        if not board.club.boards_chat:
            raise BoardRefused("chat_off")
        if len(words) > LONGEST:
            raise BoardRefused("line_long", limit=LONGEST)
        code = ""
    elif code not in texts:
        raise BoardRefused("line_unknown")
    who = f"user {by.user.pk}" if by.user is not None else f"seat {board.pk}.{by.seat}"
    if not within_limit(what="lines", who=who, most=LINES_A_MINUTE, lasts=MINUTE):
        raise BoardRefused("line_often")
    if by.seat is not None and by.user is not None and is_apart(board, by.user):
        raise BoardRefused("blocked_line")
    line = BoardLine.objects.create(
        board=board, room=room, seat=by.seat, sender=by.user, code=code, text=words
    )
    _tell(line)
    return line


@transaction.atomic
def line_report(*, line: BoardLine, by: Sitter) -> None:
    """Tell the organizers of a line.

    Raises:
        NotAllowed: they have neither a seat nor an account.
        NotFound: it was said in a room that they do not read.
    """
    if by.seat is None and by.user is None:
        raise BoardNotAllowed("no_seat")
    if line.room not in rooms_of(line.board, by.seat):
        raise NotFound
    BoardLine.objects.filter(pk=line.pk).update(is_reported=True)


@transaction.atomic
def line_hide(*, line: BoardLine, by: User, is_hidden: bool = True) -> None:
    """Hide a line from everybody, or show it again; it stays in the record.

    Raises:
        NotAllowed: they may not decide in this club.
        NotFound: a crew said it, and organizers do not read it.
    """
    require(by, Capability.VOID_SESSION, line.board.club)
    if line.room == Room.CREW and not (line.is_reported and not line.board.is_open):
        raise NotFound
    BoardLine.objects.filter(pk=line.pk).update(is_hidden=is_hidden)
    _tell(line)


def _tell(line: BoardLine) -> None:
    """Tell those who read a line: what a crew says stirs nobody else's page."""
    if line.room == Room.CREW:
        crew_beat(line.board)
    else:
        board_beat(line.board)


def room_of(seat: int | None) -> str:
    """Return the room in which somebody on a seat, or without one, speaks and reads."""
    return Room.ONLOOKERS if seat is None else Room.SEATS


def rooms_of(board: Board, seat: int | None) -> tuple[str, ...]:
    """Return all rooms that a seat reads: captain and crew of a chouette also read their own."""
    is_crew = seat is not None and seat in crew_places(board)
    return (room_of(seat), Room.CREW) if is_crew else (room_of(seat),)
