"""Which accounts have signed in on a device: there the limit of its address does not apply.

Thirty wrong sign-ins from a club's Wi-Fi close its address to new devices for a while. Whoever has
signed in on theirs before is not shut out by somebody else's guessing; their own account keeps its
limit.
"""

from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.models import User
from games.web.cookies import cookie_keep

COOKIE: Final = "known"
SALT: Final = "known-device"
YEAR: Final = 365 * 24 * 3600
MOST: Final = 8
"""Accounts of one device: a club's tablet has several."""


def device_knows(request: HttpRequest, email: str) -> bool:
    """Tell whether the account with this address has signed in here before."""
    known = _known(request)
    return bool(known) and User.objects.filter(pk__in=known, email__iexact=email.strip()).exists()


def device_remember(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    """Have the device say from now on that this account has signed in there."""
    known = [user.pk, *(one for one in _known(request) if one != user.pk)][:MOST]
    value = signing.dumps(known, salt=SALT)
    cookie_keep(answer, COOKIE, value, lasts=YEAR, path=reverse("sign-in"))


def _known(request: HttpRequest) -> list[int]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except signing.BadSignature:
        return []
    return [one for one in found if isinstance(one, int)] if isinstance(found, list) else []
