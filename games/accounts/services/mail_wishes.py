"""Who wants no mails about boards: an account, a guest, or somebody who was only invited.

Only a digest of the address is stored. The link in a mail is signed and carries that digest: it
works for everybody who has the mail, without an account.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from django.core import signing
from django.urls import reverse

from games.errors import NotFound
from games.models import MailRefusal, User

_links: Final = signing.Signer(salt="games.mails.stop")


def mails_refused(addresses: Iterable[str]) -> set[str]:
    """Return those of some addresses that want no mails about boards; one query."""
    digests = {address: _digest(address) for address in addresses}
    rows = MailRefusal.objects.filter(address_hash__in=set(digests.values()))
    refused = set(rows.values_list("address_hash", flat=True))
    return {address for address, digest in digests.items() if digest in refused}


def mails_set(*, user: User, wanted: bool) -> None:
    """Send a user mails about boards from now on, or none."""
    _set(_digest(user.email), wanted)


def mails_set_by_link(*, token: str, wanted: bool) -> None:
    """Stop the mails to the address of a link, or send them again.

    Raises:
        NotFound: the link is none of ours.
    """
    _set(link_digest(token), wanted)


def link_digest(token: str) -> str:
    """Return the address that a link is about, as its digest.

    Raises:
        NotFound: the link is none of ours.
    """
    try:
        return _links.unsign(token)
    except signing.BadSignature as error:
        raise NotFound from error


def stop_link(site: str, address: str) -> str:
    """Return the link that stops the mails to an address; blank where no address is known."""
    if not site:
        return ""
    return site + reverse("mails_stop", args=[_links.sign(_digest(address))])


def _set(digest: str, wanted: bool) -> None:
    if wanted:
        MailRefusal.objects.filter(address_hash=digest).delete()
    else:
        MailRefusal.objects.get_or_create(address_hash=digest)


def _digest(address: str) -> str:
    return hashlib.sha256(User.clean_email(address).encode()).hexdigest()
