"""Who gets the next free thread: households take turns, and none ever has all threads.

A household is an IPv4 address, or an IPv6 subscriber's whole network: a club's phones share one.
Otherwise six slow requests of one client would hold all threads.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

MOST_WAITING: Final = 400
"""Requests of one household that may wait: every phone of a large hall asks for a page at once."""


class Full(Exception):
    """So many requests of this household wait already that one more is refused."""


class Lane:
    """A number of threads, handed out in turns; used in one event loop only."""

    def __init__(self, threads: int, most: int, waiting: int = MOST_WAITING) -> None:
        self.free = threads
        self.most = most
        self.most_waiting = waiting
        self.running: Counter[str] = Counter()
        self.lines: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, household: str) -> AsyncIterator[None]:
        """Wait for a thread.

        Raises:
            Full: too many of the household wait.
        """
        if self.free > 0 and self.running[household] < self.most:
            self._take(household)
        else:
            await self._wait(household)
        try:
            yield
        finally:
            self._give_back(household)

    async def _wait(self, household: str) -> None:
        line = self.lines.setdefault(household, deque())
        if len(line) >= self.most_waiting:
            raise Full
        called = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # the thread was ours already
                self._give_back(household)
            else:
                self._leave(household, called)
            raise

    def _leave(self, household: str, called: asyncio.Future[None]) -> None:
        line = self.lines.get(household)
        if line is not None and called in line:
            line.remove(called)
            if not line:
                del self.lines[household]

    def _take(self, household: str) -> None:
        self.free -= 1
        self.running[household] += 1

    def _give_back(self, household: str) -> None:
        self.free += 1
        self.running[household] -= 1
        if not self.running[household]:
            del self.running[household]
        self._call_next()

    def _call_next(self) -> None:
        """Let those go on for whom there is a thread; who was called has the last turn next."""
        for household in list(self.lines):
            if self.free <= 0:
                return
            if self.running[household] >= self.most:
                continue
            line = self.lines.pop(household)
            called = line.popleft()
            if line:
                self.lines[household] = line
            self._take(household)
            called.set_result(None)
