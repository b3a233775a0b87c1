"""Public identifiers: random, so that an address reveals nothing and cannot be guessed by
counting.
"""

import secrets

# Without letters that sound or look like digits when an address is read aloud.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 16


def public_id() -> str:
    """Return 16 random characters, about 79 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_public_id(text: str) -> bool:
    """Tell whether a text has the form of such an identifier; others need no query."""
    return 0 < len(text) <= LENGTH and set(text) <= set(ALPHABET)
