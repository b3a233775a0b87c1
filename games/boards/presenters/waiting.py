"""What a board shows that waits for a second player: its link, and who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.presenters.handover import handover_told
from games.boards.presenters.lists import name_at
from games.boards.presenters.rematch import rematch_text
from games.boards.selectors.boards import names_at, seats_of
from games.boards.selectors.handover import link_refusal
from games.boards.selectors.rematches import is_rematch_asked
from games.boards.selectors.terms import length_text, terms_text
from games.boards.services.sitters import BoardReader
from games.models import Board, BoardInvitation, BoardSeat
from games.permissions import Capability, Reader
from games.rules.online import BACKGAMMON
from games.web.mail import has_mail_server
from games.web.qr import qr_code


@dataclass(frozen=True, slots=True)
class WaitingPanel:
    """What who sits at a waiting board can do until somebody comes.

    `link` is shown once, right after it was made, with its code and a mail to send oneself.
    """

    board: Board
    is_seated: bool
    terms: dict[str, str]
    invitations: Sequence[BoardInvitation]
    has_mail: bool
    link: str = ""
    qr: SafeString | None = None
    mailto: str = ""
    may_join: bool = False
    may_mail: bool = True
    """Whether they have an account: a guest shares links and mails nobody."""
    guest: str = ""
    """Who sits on the seat that links are for: they are asked."""
    no_link: str = ""
    """Why no link can be made now."""
    told: str = ""
    """What the guest on that seat said to the last link."""
    rematch: str = ""
    """Who is asked for a rematch, or asks: nobody else is wanted then."""

    @property
    def named(self) -> Sequence[tuple[str, str]]:
        """The link as `network_notice` takes it."""
        return [("", self.link)]

    @property
    def levels(self) -> Sequence[tuple[str, str]]:
        """How strong the assistant can play."""
        return [(value, str(label)) for value, label in BoardSeat.Level.choices]


def waiting_panel(board: Board, board_reader: BoardReader, *, link: str = "") -> WaitingPanel:
    """Return what stands beside a board that waits; strangers see only what is agreed on."""
    found = board.invitations.filter(used_at=None, withdrawn_at=None).select_related("player")
    opened = [one for one in found if one.is_open]
    side = board_reader.side
    refusal = None if side is None else link_refusal(board, side)
    guests = [one for one in board_reader.seats if one.kind == BoardSeat.Kind.GUEST]
    guest = next((one.name for one in guests if one.number != side), "")
    return WaitingPanel(
        board=board,
        is_seated=side is not None,
        terms=terms_text(board),
        invitations=opened if side is not None else [],
        has_mail=has_mail_server(),
        link=link,
        qr=qr_code(link) if link else None,
        mailto=mailto(board, link) if link else "",
        may_mail=board_reader.sitter.user is not None,
        guest=guest,
        no_link="" if refusal is None else str(refusal),
        told="" if link or not guest else handover_told(board, side, (guest, guest)),
        may_join=side is None and _may_join(board, board_reader.reader, opened),
        rematch=_rematch_text(board, board_reader),
    )


def _rematch_text(board: Board, board_reader: BoardReader) -> str:
    """Return who is asked for a rematch; blank at other boards, and once it has begun."""
    if board.rematch_of is None or not is_rematch_asked(board):
        return ""
    before = names_at(seats_of(board.rematch_of), board_reader.reader, sees_names=True)
    taken = {seat.number for seat in board_reader.seats}
    # Colours are changed: the free seat is that of the side which has asked, there.
    asking, asked = (name_at(before, number) for number in ((0, 1) if 1 in taken else (1, 0)))
    if board_reader.side is not None:
        return rematch_text("asking", asked)
    return rematch_text("asked", asking)


def _may_join(board: Board, reader: Reader, opened: Sequence[BoardInvitation]) -> bool:
    """Tell whether a reader may sit down without a link: challenged by name, or as a member."""
    user = reader.user
    if user is None or board.status != Board.Status.WAITING:
        return False
    is_named = any(one.player is not None and one.player.user_id == user.pk for one in opened)
    return is_named or (board.is_challenge and reader.may(Capability.START_MATCH))


def mailto(board: Board, link: str) -> str:
    """Return the address that opens the reader's own mail program with the invitation."""
    subject = _("A game of %(game)s") % {"game": board.get_type_display()}
    said = (
        _("I invite you to backgammon: %(length)s. Sit down here:\n%(link)s")
        if board.type == BACKGAMMON.name
        else _("I invite you to a game of %(game)s. Sit down here:\n%(link)s")
    )
    values = {"length": length_text(board), "game": board.get_type_display(), "link": link}
    body = said % values
    return f"mailto:?subject={quote(subject)}&body={quote(body)}"
