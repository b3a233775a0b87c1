"""Names that may be one with a slip of the pen: “Borris Novak” beside “Boris Novak”.

Spellings that are one person whatever was typed are for `identity`; what is found here is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from fractions import Fraction
from typing import Final

from games.names.identity import identity

CLOSE: Final = Fraction(9, 10)
"""How much of two names is the same, of 1: a letter more, less or another in ten."""
PART: Final = 3
"""By how many letters in a row known names are found."""


class Known:
    """Known identities, found by parts of them: few are compared with a name, and none is missed.

    Two names of `a` and `b` letters are close if at most `(1 - CLOSE) * (a + b)` letters are of one
    only. Each of these spoils one part of the name at most, so that of one part more than that at
    least one stands in the other name as it is.
    """

    def __init__(self, identities: Iterable[str] = ()) -> None:
        self._all: dict[str, None] = {}
        self._having: defaultdict[str, set[str]] = defaultdict(set)
        for one in identities:
            self.add(one)

    def add(self, identity: str) -> None:
        """Know one more identity."""
        self._all[identity] = None
        for begin in range(len(identity) - PART + 1):
            self._having[identity[begin : begin + PART]].add(identity)

    def resembling(self, name: str) -> str | None:
        """Return the identity that is nearest to a name without being it, if any is near.

        Names that differ by their numbers only are meant to.
        """
        own = identity(name)
        near = get_close_matches(own, self._beside(own), n=2, cutoff=float(CLOSE))
        return next((one for one in near if one != own and _numbers(one) == _numbers(own)), None)

    def _beside(self, own: str) -> Iterable[str]:
        """Return all that may be close to an identity, and not many others."""
        least, most = len(own) * CLOSE / (2 - CLOSE), len(own) * (2 - CLOSE) / CLOSE
        spoilt = int((1 - CLOSE) * (len(own) + int(most)))
        parts = list(_parts(own, spoilt + 1))
        if any(len(part) < PART for part in parts):
            found: Iterable[str] = self._all
        else:
            found = {one for part in parts for one in self._rarest(part)}
        return [one for one in found if least <= len(one) <= most]

    def _rarest(self, part: str) -> set[str]:
        """Return those with some letters of a part, of which the fewest have them."""
        begins = range(len(part) - PART + 1)
        having = (self._having.get(part[begin : begin + PART], set()) for begin in begins)
        return min(having, key=len)


def _parts(text: str, count: int) -> Iterator[str]:
    """Cut a text into so many parts of nearly the same length."""
    for number in range(count):
        yield text[len(text) * number // count : len(text) * (number + 1) // count]


def _numbers(name: str) -> str:
    return "".join(sign for sign in name if sign.isdigit())
