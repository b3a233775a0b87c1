"""Seeds: what a draw is made from, stored, so that everybody can make it again."""

import re
import secrets
from typing import Final

_MADE: Final = re.compile(r"[0-9a-f]{32}")


def new_seed() -> str:
    """Return 32 hexadecimal digits that nobody could have guessed."""
    return secrets.token_hex(16)


def is_made(seed: str) -> bool:
    """Tell whether a seed looks as those that are drawn here; others were typed in."""
    return _MADE.fullmatch(seed) is not None
