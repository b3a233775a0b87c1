"""What goes over the wire: server-sent events, encoded once and sent to many."""

from __future__ import annotations

import re
import zlib
from typing import Final

# Only these end a line in a stream of events; str.splitlines knows many more.
_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")


def event(name: str, data: str, beat: int | None = None) -> bytes:
    """Return one event. Its id is the beat, so that a browser that comes back says what it has."""
    head = "" if beat is None else f"id: {beat}\n"
    lines = "".join(f"data: {line}\n" for line in _LINE_ENDS.split(data))
    return f"{head}event: {name}\n{lines}\n".encode("utf-8", "replace")


class Frame:
    """Bytes for many viewers; compressed once, too, for all whose browsers can read that.

    A compressed stream is one gzip file that never ends. Each frame is compressed by itself and
    flushed so that it refers to nothing before it: then the same bytes fit into every stream,
    whatever that has carried so far.
    """

    __slots__ = ("_packed", "beat", "is_last", "plain")

    OPENING: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    """How a compressed stream begins."""

    def __init__(self, plain: bytes, beat: int | None = None, *, is_last: bool = False) -> None:
        self.plain = plain
        self.beat = beat
        self.is_last = is_last
        self._packed: bytes | None = None

    @property
    def packed(self) -> bytes:
        """The bytes for a stream that is compressed."""
        if self._packed is None:
            packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
            self._packed = packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)
        return self._packed


PING: Final = Frame(b":\n\n")
"""A comment that tells both ends that the line still stands."""
GONE: Final = Frame(event("gone", "gone"), is_last=True)
"""To whom nothing is shown any more; the page may ask again, and is told why."""
END: Final = Frame(b"", is_last=True)
"""The server ends; the browser comes back by itself."""


def table(beat: int, html: str) -> Frame:
    """What is to be seen now."""
    return Frame(event("table", html, beat), beat)


def hello(beat: int) -> Frame:
    """The viewer has seen it all already."""
    return Frame(event("hello", str(beat), beat), beat)


def opening(retry: int) -> Frame:
    """How a stream begins: with how many milliseconds to wait before coming back, were it cut."""
    return Frame(f"retry: {retry}\n\n".encode())
