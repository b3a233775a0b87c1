"""The first person of an empty installation: let in by one link, once."""

from __future__ import annotations

import threading
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction

from games.accounts.services.accounts import refusal, user_create
from games.accounts.services.link_tokens import token_hash, token_new
from games.accounts.services.mail_wishes import mails_set
from games.errors import Refused
from games.models import FoundingLink, User
from games.models.locks import rows_lock

HERE: Final = "localhost"
"""The host in the address of a founder who has given none: no mail ever leaves for it."""


_founded = threading.Event()
"""Whether this process has seen an account: from then on guests' pages need not ask again."""


def is_empty() -> bool:
    """Tell whether nobody has an account but the demo's organizer."""
    return not User.objects.filter(is_demo=False).exists()


def looks_empty() -> bool:
    """Tell a guest's page whether nobody has an account; asked until there is one."""
    if not _founded.is_set() and not is_empty():
        _founded.set()
    return not _founded.is_set()


def without_password() -> list[User]:
    """Return owners of the installation who can come in only by a link that its terminal prints."""
    owners = User.objects.filter(is_superuser=True, is_active=True, is_demo=False).order_by("pk")
    return [one for one in owners if not one.has_usable_password()]


@transaction.atomic
def founding_link_create() -> str:
    """Return the secret of a link that lets the founder in; former ones stay valid beside it.

    Raises:
        Refused: somebody has an account already.
    """
    if not is_empty():
        raise Refused("founded_already")
    token = token_new()
    FoundingLink.objects.create(token_hash=token_hash(token))
    return token


def founding_link_check(*, token: str) -> None:
    """Let pass whoever has a link of an installation that is still empty.

    Raises:
        Refused: somebody has an account already, or the link is unknown.
    """
    if not is_empty():
        raise Refused("founded_already")
    if not FoundingLink.objects.filter(token_hash=token_hash(token)).exists():
        raise Refused("link_invalid")


@transaction.atomic
def founder_create(
    *, token: str, name: str, email: str = "", password: str | None = None, language: str = ""
) -> User:
    """Make the account of the founder, who owns the installation; every link ends.

    Without an address they sign in by links that this computer's terminal prints, and get no mails.

    Raises:
        Refused: the link is unknown, somebody was first, or a field is not valid.
    """
    # Of two founders at the same moment, one waits for these rows and finds somebody there.
    rows_lock(FoundingLink.objects.all())
    founding_link_check(token=token)
    address = email or f"founder@{HERE}"
    user = user_create(email=address, name=name, password=password, language=language)
    user.is_superuser = True
    user.save(update_fields=["is_superuser"])
    if not email:
        mails_set(user=user, wanted=False)
    FoundingLink.objects.all().delete()
    return user


@transaction.atomic
def address_set(*, user: User, email: str) -> User:
    """Give an account that was founded without one its address; mails may go there.

    Raises:
        Refused: the address is taken or not valid, or the account has one.
    """
    if not lacks_address(user):
        raise Refused("address_set")
    user.email = User.clean_email(email)
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise refusal(error) from error
    user.save(update_fields=["email"])
    return user


def lacks_address(user: User) -> bool:
    """Tell whether an account was founded on this computer without an e-mail address."""
    return user.email.endswith(f"@{HERE}")
