"""Passwords: links by e-mail for new ones, and what a change ends."""

import datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.accounts.services.accounts import check_demo
from games.accounts.services.devices import sign_out_everywhere
from games.accounts.services.founding import address_set
from games.errors import Refused, ServiceError
from games.models import User
from games.signals import password_asked
from games.web.limits import within_kept_limit
from games.web.mail_limits import mail_allowed

HOUR: Final = datetime.timedelta(hours=1)
MAILS_AN_HOUR: Final = 3
"""To one address; further requests get the same answer, but no mail."""


@transaction.atomic
def password_set(
    *,
    user: User,
    password: str,
    but: str | None = None,
    with_tokens: bool = False,
    email: str = "",
) -> User:
    """Set a password and sign the user out everywhere except for one session key.

    `with_tokens` also withdraws the tokens of the user's programs. `email` is the address that a
    founder without one gives: they sign in with both.

    Raises:
        Refused: it is a demo account, and these are disabled, or the address is taken.
    """
    check_demo(user)
    if email:
        address_set(user=user, email=email)
    user.set_password(password)
    user.save(update_fields=["password"])
    sign_out_everywhere(user=user, but=but, with_tokens=with_tokens)
    return user


def password_ask(*, email: str, language: str, path: str) -> None:
    """Queue an e-mail with a link for a new password, if there is such an account; see below."""
    address = User.clean_email(email)
    if within_kept_limit(what="password mail", who=address, most=MAILS_AN_HOUR, lasts=HOUR):
        password_asked.send(User, email=address, language=language, path=path)


def password_mail_send(*, email: str, language: str, path: str) -> bool:
    """Mail a link for a new password to the account of an address; tell whether it was sent.

    `path` is the address of the page with `UID` and `TOKEN` in it. Addresses without an account, or
    with one that may not sign in here, get nothing; nor who got too many today.
    """
    user = User.objects.filter(email=User.clean_email(email), is_active=True).first()
    if user is None or not _may_sign_in(user):
        return False
    if not mail_allowed(kind="password", to=user.email):
        return False
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    link = path.replace("UID", uid).replace("TOKEN", default_token_generator.make_token(user))
    with override(user.language or language):
        context = {"user": user, "link": link, "hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
        EmailMessage(
            subject=_("Chouette: a new password"),
            body=render_to_string("accounts/password_mail.txt", context),
            to=[user.email],
        ).send()
    return True


def password_link_find(*, uid: str, token: str) -> User:
    """Return the user whose password a mailed link changes.

    Raises:
        Refused: the link is invalid, used or expired, or the account may not sign in.
    """
    try:
        number = int(urlsafe_base64_decode(uid))
    except (ValueError, OverflowError):
        raise Refused("link_invalid") from None
    user = User.objects.filter(pk=number, is_active=True).first() if number < 2**63 else None
    if user is None or not default_token_generator.check_token(user, token):
        raise Refused("link_invalid")
    check_demo(user)
    return user


def _may_sign_in(user: User) -> bool:
    try:
        check_demo(user)
    except ServiceError:
        return False
    return True
