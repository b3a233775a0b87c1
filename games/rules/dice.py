"""Dice that can be checked: commitments, seeds, and the rolls that follow from them.

The server of a game commits to a seed before the players commit to theirs; when all have opened
theirs, every roll follows from all of them, so that nobody alone has chosen it. Ids, seeds and
digests are lower-case hex or text in UTF-8 (NFC). White's seat is 0, Black's 1.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

Roll = tuple[int, int]

SEED_BYTES: Final = 32
"""The server's seed; a page adds 16 random bytes of its own to what a player types."""
LONGEST_TEXT: Final = 64
"""Characters that a player may type as a seed; a space and 32 random hex digits follow them."""

_FAIR: Final = 252
"""The largest multiple of six in a byte: what is above it would make low numbers likelier."""
_HEX: Final = re.compile("[0-9a-f]{64}")


def server_commitment(game_id: str, server_seed: str) -> str:
    """Return what is published before anybody chooses a seed: a digest of the server's, in hex."""
    return _digest(f"chouette-dice-v2|{game_id}|{server_seed}")


def seat_commitment(game_id: str, seat: int, seed: str) -> str:
    """Return what a seat sends before the seeds are opened: a digest of its seed, in hex."""
    return _digest(f"chouette-seed-v2|{game_id}|{seat}|{normal(seed)}")


def normal(text: str) -> str:
    """Return a text as it is hashed: the same letters are the same bytes (NFC)."""
    return unicodedata.normalize("NFC", text)


def joined_seeds(seeds: Mapping[int, str]) -> str:
    """Return what all seats put into every roll: the digests of their seeds, in seat order.

    Raises:
        ValueError: nobody has a seed.
    """
    if not seeds:
        raise ValueError("at least one seat has a seed")
    return "|".join(_digest(normal(seeds[seat])) for seat in sorted(seeds))


def roll(game_id: str, server_seed: str, joined: str, number: int) -> Roll:
    """Return a roll, counted from 0; in the opening the first die is White's or the box's.

    Raises:
        ValueError: the server's seed is not 32 bytes in hex, or the number is below 0.
    """
    if not _HEX.fullmatch(server_seed) or number < 0:
        raise ValueError("a seed of 32 bytes in hex, and a number from 0")
    numbers = _numbers(bytes.fromhex(server_seed), f"{game_id}|{joined}|{number}")
    return next(numbers), next(numbers)


def rolls(game_id: str, server_seed: str, seeds: Mapping[int, str], count: int) -> Sequence[Roll]:
    """Return the first rolls of a game.

    Raises:
        ValueError: there is no such seed, or nobody has one.
    """
    joined = joined_seeds(seeds)
    return [roll(game_id, server_seed, joined, number) for number in range(count)]


def _numbers(key: bytes, message: str) -> Iterator[int]:
    """Numbers from 1 to 6, as many as are asked for."""
    block = 0
    while True:
        text = f"{message}|{block}".encode()
        for byte in hmac.new(key, text, hashlib.sha256).digest():
            if byte < _FAIR:
                yield 1 + byte % 6
        block += 1


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
