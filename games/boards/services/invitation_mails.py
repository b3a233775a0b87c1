"""The mail of an invitation to a board: queued when it is made, sent by the worker."""

from __future__ import annotations

import datetime
from typing import Final
from urllib.parse import urlsplit

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import override

from games.accounts.services.mail_wishes import mails_refused, stop_link
from games.boards.errors import BoardRefused
from games.boards.selectors.boards import state_of
from games.boards.selectors.terms import invited_text, inviter_name, terms_text
from games.models import BoardInvitation
from games.signals import board_invited
from games.web.limits import within_limit
from games.web.mail import mail_send

DAY: Final = datetime.timedelta(days=1)
MAILS_A_DAY: Final = 30
"""Invitations by mail of one user: it is not a way to flood people."""
MAILS_TO_ONE: Final = 5
"""Invitations a day to one address, from all senders together."""
REMEMBERED: Final = 7 * 24 * 60 * 60
"""How long it is known that a mail has left, in seconds: its task may run twice."""


def invitation_mail(*, invitation: BoardInvitation, link: str, language: str) -> None:
    """Queue the mail of an invitation to its address, or to the player who is challenged.

    Raises:
        BoardRefused: too many mails were asked for today, or the address wants none.
    """
    to = address_of(invitation)
    if not to:
        return
    if mails_refused([to]):
        if invitation.player is not None:
            return  # they find it in their list of games
        raise BoardRefused("mails_unwanted")
    who = str(invitation.created_by_id or f"board {invitation.board_id}")
    if not (
        within_limit(what="board mails", who=who, most=MAILS_A_DAY, lasts=DAY)
        and within_limit(what="board mails to", who=to.lower(), most=MAILS_TO_ONE, lasts=DAY)
    ):
        raise BoardRefused("mails_often")
    board_invited.send(BoardInvitation, invitation_id=invitation.pk, link=link, language=language)


def invitation_mail_send(*, invitation_id: int, link: str, language: str) -> bool:
    """Mail an invitation once, if it is still open; tell whether a mail was made."""
    found = (
        BoardInvitation.objects.select_related("board__club", "player__user", "created_by")
        .filter(pk=invitation_id)
        .first()
    )
    sent = "" if found is None else f"board-invitation-mailed-{found.token_hash}"
    if found is None or not found.is_open or cache.get(sent):
        return False
    to = address_of(found)
    if not to or mails_refused([to]):
        return False
    stop = stop_link("{0.scheme}://{0.netloc}".format(urlsplit(link)), to)
    account = found.player.user if found.player is not None else None
    with override((account.language if account is not None else "") or language):
        name = inviter_name(found)
        context = {
            "name": name,
            "invited": invited_text(found.board, name),
            "board": found.board,
            "terms": terms_text(found.board),
            "dice": state_of(found.board).dice,
            "link": link,
            "expires_at": found.expires_at,
            "is_named": found.player is not None,
            "stop": stop,
        }
        subject = invited_text(found.board, name)
        mail_send(
            to=to,
            subject=subject,
            text=render_to_string("boards/mail/invitation.txt", context),
            html=render_to_string("boards/mail/invitation.html", context),
            stop=stop,
        )
    cache.set(sent, True, timeout=REMEMBERED)
    return True


def address_of(invitation: BoardInvitation) -> str:
    """Return where an invitation is mailed to; blank for a bare link."""
    player = invitation.player
    if player is not None:
        return player.user.email if player.user is not None else ""
    return invitation.email
