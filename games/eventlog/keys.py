"""Keys: made by who sends a request, so that it does the same once, however often it comes."""

import hashlib
import json
from typing import Any

from games.errors import KeyReused, Refused

LONGEST_KEY = 64


def require_key(key: str) -> None:
    """Check the form of a key.

    Raises:
        Refused: it is too long, or not printable.
    """
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Refused("key_malformed")


def require_same(is_same: bool) -> None:
    """Check that a key which was used before comes with what it stood for.

    Raises:
        KeyReused: it stands for something else.
    """
    if not is_same:
        raise KeyReused


def digest_of(*said: Any) -> str:
    """Return what is kept of a request, to know it again."""
    text = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
