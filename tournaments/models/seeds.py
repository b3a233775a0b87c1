"""Seeds of draws, stored so that everybody can repeat a draw."""

import re
import secrets
from typing import Final

_MADE: Final = re.compile(r"[0-9a-f]{32}")


def new_seed() -> str:
    """Return 32 random hexadecimal digits."""
    return secrets.token_hex(16)


def is_made(seed: str) -> bool:
    """Tell whether a seed has the form of generated ones; others were typed in."""
    return _MADE.fullmatch(seed) is not None
