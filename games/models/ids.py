"""Public identifiers: random, so that an address tells nothing and cannot be counted through."""

import secrets

# No letters that are mistaken for digits when an address is read aloud across a table.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 16


def public_id() -> str:
    """Return 16 random characters, about 79 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_public_id(text: str) -> bool:
    """Tell whether a text may be such an identifier; no database is asked for any other."""
    return 0 < len(text) <= LENGTH and set(text) <= set(ALPHABET)
