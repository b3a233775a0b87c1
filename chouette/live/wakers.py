"""How a process learns of changes: its own at once, those of others through a shared service.

Redis if configured; else the SQLite file, which shows cheaply whether another process has written;
else the database is polled every second.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from weakref import WeakSet

from chouette.live.hub import Hub

FILE_SECONDS: Final = 0.1
ASK_SECONDS: Final = 1.0

hubs: WeakSet[Hub] = WeakSet()
"""The hubs of this process: one in servers, none in commands and workers."""


def wake_here(topics: Iterable[str]) -> None:
    """Wake viewers in this process; may be called in any thread."""
    names = list(topics)
    for hub in list(hubs):
        hub.wake_from_anywhere(names)


class FileWaker:
    """Watches an SQLite file: `PRAGMA data_version` shows whether another connection has
    written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    async def run(self, hub: Hub) -> None:
        """Check ten times a second while there are viewers."""
        connection = await hub.work(self._connect)
        before = None
        try:
            while True:
                if hub.topics:
                    now = await hub.work(self._version, connection)
                    if now is not None and now != before:
                        before = now
                        hub.check()
                await asyncio.sleep(FILE_SECONDS)
        finally:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, timeout=0, check_same_thread=False)

    def _version(self, connection: sqlite3.Connection) -> int | None:
        with contextlib.suppress(sqlite3.OperationalError):  # locked right now
            return int(connection.execute("PRAGMA data_version").fetchone()[0])
        return None


class AskingWaker:
    """Polls the database for beats every second: for a database server without Redis."""

    async def run(self, hub: Hub) -> None:
        """Poll while there are viewers."""
        while True:
            hub.check()
            await asyncio.sleep(ASK_SECONDS)
