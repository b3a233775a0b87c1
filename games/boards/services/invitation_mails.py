"""The mail of an invitation to a board: queued when it is made, sent by the worker."""

from __future__ import annotations

import hashlib
from typing import Final
from urllib.parse import urlsplit

from django.core import signing
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.accounts.services.mail_wishes import mails_refused, stop_link
from games.boards.errors import BoardRefused
from games.boards.selectors.boards import state_of
from games.boards.selectors.terms import invited_text, inviter_name, terms_text
from games.models import BoardInvitation
from games.signals import board_invited
from games.web.limits import within_kept_limit
from games.web.mail import mail_send, name_in_mail
from games.web.mail_limits import DAY, mail_allowed

MAILS_A_DAY: Final = 30
"""Invitations by mail of one user: it is not a way to flood people."""
MAILS_OF_CLIENT: Final = 60
"""Invitations a day from one address of the network, whoever asks there."""

_owners: Final = signing.Signer(salt="games.boards.mailed")


def invitation_mail(
    *, invitation: BoardInvitation, link: str, language: str, client: str = ""
) -> None:
    """Queue the mail of an invitation to its address, or to the player who is challenged.

    `client` is the address from which it is asked for. What a guest invites to is mailed to nobody.

    Raises:
        BoardRefused: too many mails were asked for today, or the address wants none.
    """
    to = address_of(invitation)
    if not to or invitation.created_by_id is None:
        return
    if mails_refused([to]):
        if invitation.player is not None:
            return  # they find it in their list of games
        raise BoardRefused("mails_unwanted")
    limits = (
        ("board mails", str(invitation.created_by_id), MAILS_A_DAY),
        ("board mails from", client, MAILS_OF_CLIENT if client else 0),
    )
    # The first that is reached ends it: nobody uses up what is everybody's.
    is_within = all(
        within_kept_limit(what=what, who=who, most=most, lasts=DAY)
        for what, who, most in limits
        if most
    )
    if not is_within or not mail_allowed(kind="invitation", to=to):
        raise BoardRefused("mails_often")
    board_invited.send(BoardInvitation, invitation_id=invitation.pk, link=link, language=language)


def invitation_mail_send(*, invitation_id: int, link: str, language: str) -> bool:
    """Mail an invitation once, if it is still open; tell whether a mail was made.

    The row says that it has left before the mail server is asked, and no longer where that fails:
    run twice, or again after a kill, the task mails nobody twice. Killed in between it mails
    nothing; who invites has the link on their page.

    Raises:
        OSError: the mail server does not take it; the task tries again.
    """
    invitation = (
        BoardInvitation.objects.select_related("board__club", "player__user", "created_by")
        .filter(pk=invitation_id)
        .first()
    )
    if invitation is None or not invitation.is_open:
        return False
    to = address_of(invitation)
    if not to or mails_refused([to]):
        return False
    row = BoardInvitation.objects.filter(pk=invitation.pk)
    if not row.filter(mailed_at=None).update(mailed_at=timezone.now()):
        return False
    try:
        _send(invitation, to, link, language)
    except Exception:
        row.update(mailed_at=None)
        raise
    return True


def _send(invitation: BoardInvitation, to: str, link: str, language: str) -> None:
    stop = stop_link("{0.scheme}://{0.netloc}".format(urlsplit(link)), to)
    account = invitation.player.user if invitation.player is not None else None
    with override((account.language if account is not None else "") or language):
        name = name_in_mail(inviter_name(invitation)) or _("Somebody")
        mark = _owners.sign(_mark(invitation))
        context = {
            "name": name,
            "invited": invited_text(invitation.board, name),
            "board": invitation.board,
            "terms": terms_text(invitation.board),
            "dice": state_of(invitation.board).dice,
            "link": f"{link}?mailed={mark}" if account is None else link,
            "expires_at": invitation.expires_at,
            "is_named": invitation.player is not None,
            "stop": stop,
        }
        subject = invited_text(invitation.board, name)
        mail_send(
            to=to,
            subject=subject,
            text=render_to_string("boards/mail/invitation.txt", context),
            html=render_to_string("boards/mail/invitation.html", context),
            stop=stop,
        )


def is_mailed_to(invitation: BoardInvitation, mark: str) -> bool:
    """Tell whether a link was opened from its own mail: others may have the link, not the mail."""
    try:
        return bool(invitation.email) and _owners.unsign(mark) == _mark(invitation)
    except signing.BadSignature:
        return False


def _mark(invitation: BoardInvitation) -> str:
    digest = hashlib.sha256(invitation.email.lower().encode()).hexdigest()[:16]
    return f"{invitation.pk}-{digest}"


def address_of(invitation: BoardInvitation) -> str:
    """Return where an invitation is mailed to; blank for a bare link."""
    player = invitation.player
    if player is not None:
        return player.user.email if player.user is not None else ""
    return invitation.email
