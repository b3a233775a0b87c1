"""Reads request bodies on the event loop, completely, before a thread is used.

A thread that reads from a socket waits as long as the sender likes: six clients who send half a
form would block every page. Here waiting costs neither a thread nor a database connection, and it
is limited: a deadline for each body, a number of unfinished ones per address, and a total size.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any, Final

MEGABYTE: Final = 1024 * 1024
KEPT_IN_MEMORY: Final = MEGABYTE // 2
"""Longer bodies go to a temporary file."""
LARGEST: Final = 66 * MEGABYTE
"""A little more than the largest upload (games.web.uploads), which has its own error message."""
LARGEST_FORM: Final = 128 * 1024
"""A form without files: the longest has a text of 20,000 letters, each up to six bytes as sent.

A form is taken apart in memory, in many times its size, before anybody knows who sends it.
"""
FORM: Final = b"application/x-www-form-urlencoded"
LARGEST_TOGETHER: Final = 1024 * MEGABYTE
SECONDS: Final = 30.0
"""Seconds after which an incomplete body is refused."""
SECONDS_FOR_A_MEGABYTE: Final = 4.0
"""Extra seconds for each megabyte received: an archive may come over a slow line."""
UNFINISHED: Final = 32
"""Unfinished bodies allowed per address."""

WITHOUT_BODY: Final = {"GET", "HEAD"}
"""Methods that have a body only if a header says so."""
TOO_SLOW, TOO_LARGE, TOO_MANY, NO_ROOM, DISK_FULL = 408, 413, 429, 503, 507

Scope = Any
Receive = Callable[[], Any]


class Unread(Exception):
    """The body was refused; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The sender has disconnected."""


class Bodies:
    """All incoming bodies. `address_of` returns the client's address, behind proxies."""

    def __init__(
        self,
        address_of: Callable[[Scope], str],
        *,
        seconds: float = SECONDS,
        most: int = UNFINISHED,
    ) -> None:
        self.address_of = address_of
        self.seconds = seconds
        self.most = most
        self.unfinished: Counter[str] = Counter()
        self.together = 0

    async def take(self, scope: Scope, receive: Receive) -> tuple[IO[bytes], int]:
        """Return a body, positioned at its beginning, and its size.

        Raises:
            Unread: it is too slow, too large, or one too many.
            Gone: the client has disconnected.
        """
        length, largest = announced(scope), _largest(scope)
        if length == 0:
            return BytesIO(), 0
        if length is not None and length > largest and _asks_first(scope):
            raise Unread(TOO_LARGE)
        who = one_household(self.address_of(scope))
        if self.unfinished[who] >= self.most:
            raise Unread(TOO_MANY)
        self.unfinished[who] += 1
        try:
            return await self._take(receive, largest)
        finally:
            self.unfinished[who] -= 1
            if not self.unfinished[who]:
                del self.unfinished[who]

    async def _take(self, receive: Receive, largest: int) -> tuple[IO[bytes], int]:
        size, counted = 0, 0
        kept: BytesIO | IO[bytes] = BytesIO()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            async with asyncio.timeout(self.seconds) as deadline:
                is_whole = False
                while not is_whole:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    part = message.get("body", b"")
                    is_whole = not message.get("more_body", False)
                    size += len(part)
                    if size > largest:  # read the rest, so that the client reads the answer
                        continue
                    if self.together + len(part) > LARGEST_TOGETHER:
                        raise Unread(NO_ROOM)
                    if size > KEPT_IN_MEMORY and isinstance(kept, BytesIO):
                        kept = _moved(kept)
                    kept.write(part)
                    counted += len(part)
                    self.together += len(part)
                    if size >= MEGABYTE:
                        more = SECONDS_FOR_A_MEGABYTE * size / MEGABYTE
                        deadline.reschedule(begun + self.seconds + more)
            if size > largest:
                raise Unread(TOO_LARGE)
            kept.seek(0)
        except TimeoutError:
            kept.close()
            raise Unread(TOO_LARGE if size > largest else TOO_SLOW) from None
        except OSError as error:
            with contextlib.suppress(OSError):
                kept.close()
            is_full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
            raise Unread(DISK_FULL if is_full else NO_ROOM) from error
        except BaseException:
            kept.close()
            raise
        finally:
            self.together -= counted
        return kept, size


def _moved(kept: BytesIO) -> IO[bytes]:
    """Move what has been received to an unnamed temporary file."""
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - its reader closes it
    file.write(kept.getvalue())
    return file


def announced(scope: Scope) -> int | None:
    """Return the announced length of the body; None if unknown, 0 without a body."""
    length = 0 if scope["method"] in WITHOUT_BODY else None
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
        if name == b"transfer-encoding":
            length = None
    return length


def _largest(scope: Scope) -> int:
    """Return how long the body may be, by what it says that it is."""
    for name, value in scope["headers"]:
        if name == b"content-type":
            kind = value.partition(b";")[0].strip().lower()
            return LARGEST_FORM if kind == FORM else LARGEST
    return LARGEST


def _asks_first(scope: Scope) -> bool:
    """Tell whether the client waits for permission to send (Expect: 100-continue)."""
    return any(name == b"expect" for name, _value in scope["headers"])


def one_household(address: str) -> str:
    """Return the unit of limits: an IPv6 subscriber's whole network, or an IPv4 address."""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False))
    except ValueError:
        return address
