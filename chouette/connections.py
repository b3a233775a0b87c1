"""Limits connections before a request is read: how many of one household, and how long unused.

A connection without a request costs an open file and some memory. The server itself counts none of
them and waits without end for a request that never comes, or for headers that never stop.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from chouette.addresses import is_trusted
from chouette.bodies import one_household
from chouette.environment import Network

MOST: Final = 2_000
"""Connections of one household, or a quarter of what the system allows the program."""
FILES: Final = 65_536
"""Files that the program asks the system for, where it may."""
SECONDS_FOR_A_HEAD: Final = 30.0
LARGEST_HEAD: Final = 64 * 1024
"""Bytes of a request before its body: browsers send two thousand."""


def files_allowed() -> int:
    """Raise the number of files that the program may have open, and return it."""
    if sys.platform == "win32":
        return 4 * MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems promise more than they give
        return soft
    return wanted


def protocol(
    trusted: Sequence[Network], files: int, *, seconds: float = SECONDS_FOR_A_HEAD
) -> type[asyncio.Protocol]:
    """Return the server's protocol for connections, with limits.

    Proxies of `trusted` addresses may have any number: they speak for everybody.
    """
    most = min(MOST, files // 4)
    there: Counter[str] = Counter()

    class Limited(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
        """A connection that is counted, and closed when no request comes."""

        household = ""
        head = 0
        watch: asyncio.TimerHandle | None = None
        answered: Any = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            peer = str(self.client[0]) if self.client else ""
            if peer and not is_trusted(peer, trusted):
                self.household = one_household(peer)
                there[self.household] += 1
                if there[self.household] > most:
                    transport.abort()
                    return
            self.watch = self.loop.call_later(seconds, self._look)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.watch is not None:
                self.watch.cancel()
            if self.household:
                there[self.household] -= 1
                if not there[self.household]:
                    del there[self.household]
                self.household = ""
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            self.head = self.head + len(data) if self._is_idle() else 0
            super().data_received(data)
            if self.head > LARGEST_HEAD and self._is_idle():
                self.transport.close()

        def _is_idle(self) -> bool:
            """Tell whether no request is being answered."""
            return self.cycle is None or bool(self.cycle.response_complete)

        def _look(self) -> None:
            """Close the connection if no request has come, or none since the last look."""
            if self._is_idle() and (self.cycle is None or self.cycle is self.answered):
                self.transport.close()
                return
            self.answered = self.cycle
            self.watch = self.loop.call_later(seconds, self._look)

    return Limited
