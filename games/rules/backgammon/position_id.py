"""The Position ID of GNU Backgammon: a position in 14 characters.

Source: "A technical description of the Position ID" in its manual. For each player, the one who is
*not* on roll first, for each point from their own 1 to 24 and then the bar: as many ones as there
are checkers, then a zero. The 80 bits fill 10 bytes from the lowest bit, written in base 64.
"""

from __future__ import annotations

import base64
import binascii
from typing import Final

from games.rules.backgammon.board import HALF, LOW, POINTS
from games.rules.backgammon.errors import PositionError

LENGTH: Final = 14
_BYTES: Final = 10

_PAIRS: Final = tuple(
    (
        ((1 << low) - 1) | ((1 << high) - 1) << low + 1,
        low + high + 2,
    )
    for high in range(16)
    for low in range(16)
)
"""The bits of two neighbouring points and their number, by the byte that holds both."""


def id_of(code: int) -> str:
    """Return the Position ID of a board given as one number, with its mover on roll."""
    bits = length = 0
    for half in (code >> HALF, code & LOW):
        pairs = half.to_bytes(13, "little")
        for pair in pairs[:12]:
            ones, size = _PAIRS[pair]
            bits |= ones << length
            length += size
        on_bar = pairs[12]
        bits |= (1 << on_bar) - 1 << length
        length += on_bar + 1
    return base64.b64encode(bits.to_bytes(_BYTES, "little"))[:LENGTH].decode()


def halves_of(text: str) -> tuple[list[int], list[int]]:
    """Return the 25 numbers of the player on roll and those of the other, as in the text.

    Raises:
        PositionError: it is not 14 characters of base 64.
    """
    if len(text) != LENGTH:
        raise PositionError("id_length", length=LENGTH)
    try:
        bits = int.from_bytes(base64.b64decode(text + "==", validate=True), "little")
    except (binascii.Error, ValueError):
        raise PositionError("id_malformed", text=text) from None
    halves: list[list[int]] = []
    for _ in range(2):
        half = []
        for _ in range(POINTS + 1):
            count = (~bits & bits + 1).bit_length() - 1
            half.append(count)
            bits >>= count + 1
        halves.append(half)
    opp, own = halves
    return own, opp
