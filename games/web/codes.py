"""Ways in without an account: a secret in a link, or six letters that somebody types.

A link carries 128 bits, which nobody guesses: opening it is not counted. A code of six letters is
read aloud and typed, and could be guessed: it is asked by forms alone, and wrong ones are counted
for each network address. Whoever types the right one is sent on to the link.
"""

from __future__ import annotations

import base64
import datetime
from typing import Final

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from games.web.limits import limit_reached, within_limit

A_WHILE: Final = datetime.timedelta(minutes=10)
WRONG_CODES: Final = 20
"""From one address: a whole club behind it may mistype, a program may not guess."""
BITS: Final = 128


def link_secret(kind: str, public_id: str, code: str) -> str:
    """Return the secret in the link to something that is open by a code, for as long as it is.

    It is made of the code with the installation's key: a code that is closed, or another one,
    makes it worthless, and nothing has to be kept.
    """
    digest = salted_hmac(f"games.join.{kind}", f"{public_id} {code}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[: BITS // 8]).rstrip(b"=").decode()


def opens(secret: str, kind: str, public_id: str, code: str | None) -> bool:
    """Tell whether this is the secret of that code; where nothing is open, none is."""
    return bool(code) and constant_time_compare(secret, link_secret(kind, public_id, code or ""))


def written(code: str) -> str:
    """A code however it was typed: in capitals, with blanks or dashes."""
    return "".join(code.split()).replace("-", "").lower()[:16]


def guesses_too_often(request: HttpRequest, kind: str) -> bool:
    """Tell whether this address has sent so many wrong codes that no other is looked at."""
    return limit_reached(what=kind, who=request.META["REMOTE_ADDR"], most=WRONG_CODES)


def guess_note(request: HttpRequest, kind: str) -> None:
    """Count a wrong code."""
    who = request.META["REMOTE_ADDR"]
    within_limit(what=kind, who=who, most=WRONG_CODES, lasts=A_WHILE)
