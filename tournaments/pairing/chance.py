"""Everything random in a draw, from a seed that is stored and shown."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")
Label = str | int

_BLOCK = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class Chance:
    """A source of random numbers: the same seed and labels give the same on every machine.

    A number is HMAC-SHA256 with the seed as key; the labels say what it is for.
    """

    seed: str

    def number(self, *labels: Label) -> int:
        """Return a number from 0 to 2**64 - 1."""
        return int.from_bytes(self._digest(_text(labels))[:8], "big")

    def below(self, limit: int, *labels: Label) -> int:
        """Return a number from 0 to `limit` - 1; what is not even about it is less than 2**-40."""
        return self.number(*labels) % limit

    def shuffled(self, items: Iterable[Item], *labels: Label) -> list[Item]:
        """Return the items in random order; it depends on the order in which they are given."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1, *labels, last)
            order[last], order[other] = order[other], order[last]
        return order

    def stream(self, length: int, *labels: Label) -> bytes:
        """Return `length` random bytes, which is quicker than as many numbers."""
        text = _text(labels)
        blocks = range(-(-length // _BLOCK))
        return b"".join(self._digest(text + b"#%d" % block) for block in blocks)[:length]

    def _digest(self, text: bytes) -> bytes:
        return hmac.digest(self.seed.encode(), text, "sha256")


def _text(labels: tuple[Label, ...]) -> bytes:
    """Join labels so that no two lists of them give the same."""
    parts = [str(label).encode() for label in labels]
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)
