"""Seeds: what a draw is made from, stored, so that everybody can make it again."""

import secrets


def new_seed() -> str:
    """Return 32 hexadecimal digits that nobody could have guessed."""
    return secrets.token_hex(16)
