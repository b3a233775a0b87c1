"""Signatures: with the secret, a receiver can verify that a message is ours, unchanged and
fresh.
"""

import hashlib
import hmac
from typing import Final

HEADER: Final = "Chouette-Signature"


def signature(secret: str, body: bytes, timestamp: int) -> str:
    """Return the header `t=...,v1=...`: HMAC-SHA256 over `timestamp.body`, in hexadecimal."""
    message = str(timestamp).encode() + b"." + body
    digest = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={digest}"
