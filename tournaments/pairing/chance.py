"""All randomness of a draw, from a seed that is stored, and published after its use."""

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
        """Return a number from 0 to `limit` - 1; the bias is below 2**-40."""
        return self.number(*labels) % limit

    def shuffled(self, items: Iterable[Item], *labels: Label) -> list[Item]:
        """Return the items in random order; the result depends on their given order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1, *labels, last)
            order[last], order[other] = order[other], order[last]
        return order

    def stream(self, length: int, *labels: Label) -> bytes:
        """Return `length` random bytes; faster than as many numbers."""
        text = _text(labels)
        blocks = range(-(-length // _BLOCK))
        return b"".join(self._digest(text + b"#%d" % block) for block in blocks)[:length]

    def _digest(self, text: bytes) -> bytes:
        return hmac.digest(self.seed.encode(), text, "sha256")


def digest_of(seed: str) -> str:
    """Return the digest that is published before the seed: its SHA-256, which does not reveal
    it.
    """
    return hashlib.sha256(seed.encode()).hexdigest()


def draw_seed(seed: str, place: int, number: int, attempt: int, *, is_secret: bool) -> str:
    """Return the seed of one draw of an event: of the division in a `place`, for a round.

    For a secret seed it is an HMAC-SHA256, which reveals nothing. A public seed is written out with
    its labels, so that people can repeat the draw.
    """
    text = f"{place}/{number}/{attempt}"
    if not is_secret:
        return f"{seed}/{text}"
    return hmac.new(seed.encode(), f"draw/{text}".encode(), "sha256").hexdigest()


def _text(labels: tuple[Label, ...]) -> bytes:
    """Join labels so that different lists give different texts."""
    parts = [str(label).encode() for label in labels]
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)
