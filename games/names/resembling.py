"""Names that may be one with a slip of the pen: “Borris Novak” beside “Boris Novak”.

Spellings that are one person whatever was typed are for `identity`; what is found here is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from games.names.identity import identity

CLOSE: Final = 0.9
"""How much of two names is the same, of 1: a letter more, less or another in ten."""


def resembling(name: str, known: Iterable[str]) -> str | None:
    """Return which of the known identities is nearest to a name without being it, if any is near.

    Names that differ by their numbers only are meant to.
    """
    own = identity(name)
    near = get_close_matches(own, known, n=2, cutoff=CLOSE)
    return next((one for one in near if one != own and _numbers(one) == _numbers(own)), None)


def _numbers(name: str) -> str:
    return "".join(sign for sign in name if sign.isdigit())
