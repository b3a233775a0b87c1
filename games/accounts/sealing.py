"""Seals a push message so that only one browser can read it, and says who sends it.

RFC 8291 (message encryption for web push), with the content coding of RFC 8188, and RFC 8292
(VAPID). Keys and the shared secret are in base64url without padding, as browsers give them.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD: Final = 4096
"""Bytes of the one record that a message is sent in; push services take no more."""
LARGEST: Final = RECORD - 16 - 1 - 86
"""Bytes of a message that fit in, beside tag, delimiter and header."""

_CURVE: Final = ec.SECP256R1()
_SALT: Final = 16
_SECRET: Final = 16
_NUMBER: Final = 32


class SealError(ValueError):
    """A browser's keys are none, or a message is too long."""


def unpacked(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding.

    Raises:
        SealError: it is none.
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise SealError("no base64url") from error


def packed(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def check_keys(key: str, code: str) -> None:
    """Check a browser's public key and the secret shared with it.

    Raises:
        SealError: the key is no point of the curve, or the secret has not 16 bytes.
    """
    _point(key)
    if len(unpacked(code)) != _SECRET:
        raise SealError("a secret of 16 bytes")


def sealed(
    message: bytes,
    key: str,
    code: str,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body that a push service passes on to the browser with this key and secret.

    `own` and `salt` are new for every message; only tests give them.

    Raises:
        SealError: the browser's keys are none, or the message has more than `LARGEST` bytes.
    """
    if len(message) > LARGEST:
        raise SealError("too long")
    own = own or ec.generate_private_key(_CURVE)
    salt = os.urandom(_SALT) if salt is None else salt
    theirs, ours = unpacked(key), _public(own)
    shared = own.exchange(ec.ECDH(), _point(key))
    # RFC 8291, 3.4
    pseudo = _hmac(unpacked(code), shared)
    material = _hmac(pseudo, b"WebPush: info\0" + theirs + ours + b"\1")
    # RFC 8188, 2.2 and 2.3
    pseudo = _hmac(salt, material)
    cipher = AESGCM(_hmac(pseudo, b"Content-Encoding: aes128gcm\0\1")[:16])
    nonce = _hmac(pseudo, b"Content-Encoding: nonce\0\1")[:12]
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + cipher.encrypt(nonce, message + b"\2", None)


def sender(secret: str, origin: str, contact: str, expires: int) -> str:
    """Return the header Authorization for a push service (RFC 8292).

    `secret` is the installation's private key in hex, `origin` the push service's, `contact` an
    address that its operator may write to, `expires` in seconds since 1970, a day ahead at most.
    """
    private = private_key(secret)
    head = _json({"typ": "JWT", "alg": "ES256"})
    claims = _json({"aud": origin, "exp": expires, "sub": contact})
    text = f"{packed(head)}.{packed(claims)}"
    first, second = decode_dss_signature(private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = first.to_bytes(_NUMBER, "big") + second.to_bytes(_NUMBER, "big")
    return f"vapid t={text}.{packed(signature)}, k={public_key(secret)}"


@functools.cache
def public_key(secret: str) -> str:
    """Return the public key that browsers subscribe with, of a private key in hex."""
    return packed(_public(private_key(secret)))


def private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return a private key of its number in hex."""
    return ec.derive_private_key(int(secret, 16), _CURVE)


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _point(key: str) -> ec.EllipticCurvePublicKey:
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, unpacked(key))
    except ValueError as error:
        raise SealError("no key of this curve") from error


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, hashlib.sha256)


def _json(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
