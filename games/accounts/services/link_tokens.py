"""Secrets in links: random, shown once, stored only as a hash."""

import hashlib
import secrets


def token_new() -> str:
    """Return a URL-safe secret of 256 bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return the stored hash. A secret of so many bits needs no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
