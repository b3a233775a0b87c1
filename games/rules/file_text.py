"""The text of a file, whichever program wrote it."""

from __future__ import annotations

import codecs
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ENOUGH: Final = 4096
"""Bytes by which UTF-16 is recognised."""


def file_text(data: bytes, errors: str = "strict") -> tuple[str, str]:
    """Return the text of a file, without its byte-order mark, and the name of its encoding.

    The mark decides; without one UTF-16 is recognised by its zero bytes, UTF-8 by being valid, and
    the rest is Windows-1252, in which five bytes are undefined: `errors` says what becomes of them.

    Raises:
        UnicodeDecodeError: it has another encoding, or is no text.
    """
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    known = marked or _looks(data)
    if known is not None:
        return data.decode(known, errors), known
    try:
        return data.decode(), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors), "cp1252"


def _looks(data: bytes) -> str | None:
    """Return the kind of UTF-16 that a file without a mark looks like; None for any other."""
    start = data[:_ENOUGH]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) <= len(start) // 8:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"
