"""The wire format: server-sent events, encoded once and sent to many."""

from __future__ import annotations

import re
import zlib
from typing import Final

# Only these end a line in an event stream; str.splitlines knows many more.
_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")


def event(name: str, data: str, beat: int | None = None) -> bytes:
    """Return one event. Its id is the beat, so that a reconnecting browser reports what it
    shows.
    """
    head = "" if beat is None else f"id: {beat}\n"
    lines = "".join(f"data: {line}\n" for line in _LINE_ENDS.split(data))
    return f"{head}event: {name}\n{lines}\n".encode("utf-8", "replace")


class Frame:
    """Bytes for many viewers; compressed only once for all browsers that accept it.

    A compressed stream is one endless gzip file. Each frame is compressed and flushed independently
    of earlier data: so the same bytes fit into every stream.
    """

    __slots__ = ("_packed", "beat", "is_last", "plain")

    OPENING: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    """The header of a compressed stream."""

    def __init__(self, plain: bytes, beat: int | None = None, *, is_last: bool = False) -> None:
        self.plain = plain
        self.beat = beat
        self.is_last = is_last
        self._packed: bytes | None = None

    @property
    def packed(self) -> bytes:
        """The compressed bytes."""
        if self._packed is None:
            packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
            self._packed = packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)
        return self._packed


PING: Final = Frame(b":\n\n")
"""A comment that keeps the connection alive."""
GONE: Final = Frame(event("gone", "gone"), is_last=True)
"""For viewers who lost access; the page may ask again, and is told why."""
END: Final = Frame(b"", is_last=True)
"""The server ends; browsers reconnect by themselves."""


def table(beat: int, html: str) -> Frame:
    """Return the frame with the current content."""
    return Frame(event("table", html, beat), beat)


def hello(beat: int) -> Frame:
    """Return the frame for a viewer who is up to date."""
    return Frame(event("hello", str(beat), beat), beat)


def opening(retry: int) -> Frame:
    """Return the start of a stream: the reconnection delay in milliseconds."""
    return Frame(f"retry: {retry}\n\n".encode())
