"""Access without an account: a secret in a link, or a code of six letters.

A link has 128 bits, which nobody guesses: opening it is not limited. A code of six letters is read
aloud and typed, and could be guessed: only forms accept it, and wrong ones are counted per network
address. A correct code leads to the link.
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
"""Per address: a whole club behind it may mistype, but a program may not guess."""
BITS: Final = 128


def link_secret(kind: str, public_id: str, code: str) -> str:
    """Return the secret in the link to something with an open code.

    It is derived from the code with the installation's key: closing or changing the code
    invalidates it, and nothing has to be stored.
    """
    digest = salted_hmac(f"games.join.{kind}", f"{public_id} {code}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[: BITS // 8]).rstrip(b"=").decode()


def opens(secret: str, kind: str, public_id: str, code: str | None) -> bool:
    """Tell whether this is the secret of that code; never without an open code."""
    return bool(code) and constant_time_compare(secret, link_secret(kind, public_id, code or ""))


def written(code: str) -> str:
    """Normalise a typed code: capitals, blanks and dashes do not matter."""
    return "".join(code.split()).replace("-", "").lower()[:16]


def guesses_too_often(request: HttpRequest, kind: str) -> bool:
    """Tell whether this address has sent so many wrong codes that further ones are ignored."""
    return limit_reached(what=kind, who=request.META["REMOTE_ADDR"], most=WRONG_CODES)


def guess_note(request: HttpRequest, kind: str) -> None:
    """Count a wrong code."""
    who = request.META["REMOTE_ADDR"]
    within_limit(what=kind, who=who, most=WRONG_CODES, lasts=A_WHILE)
