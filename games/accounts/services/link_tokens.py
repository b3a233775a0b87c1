"""Secrets in links: made with the system's randomness, handed out once, kept as a hash only."""

import hashlib
import secrets


def token_new() -> str:
    """Return a secret that fits into an address: 256 bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return what is kept of a secret. It has so many bits that a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
