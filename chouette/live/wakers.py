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

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from chouette.live.hub import Hub

FILE_SECONDS: Final = 0.1
ASK_SECONDS: Final = 1.0
DOWN_SECONDS: Final = 2.0
RECONNECT_SECONDS: Final = 0.5
QUIET_SECONDS: Final = 5.0

log = structlog.get_logger(__name__)

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


class RedisWaker:
    """Listens to the channel of all processes. While Redis is down, the database is polled."""

    def __init__(self, url: str, prefix: str, own: str) -> None:
        self.url = url
        self.prefix = prefix
        self.own = own.encode()
        self._is_down = False

    async def run(self, hub: Hub) -> None:
        """Listen, and reconnect for as long as it takes."""
        loop = asyncio.get_running_loop()
        asked = float("-inf")
        while True:
            try:
                await self._listen(hub)
            except (RedisError, OSError, TimeoutError) as error:
                if not self._is_down:
                    log.warning("live_redis_down", error=str(error))
                self._is_down = True
            if loop.time() - asked >= DOWN_SECONDS:
                asked = loop.time()
                hub.check()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self, hub: Hub) -> None:
        # Without retries of the client's own: messages sent during an outage would be missed.
        client = Redis.from_url(
            self.url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=2, socket_timeout=None
        )
        async with client, client.pubsub() as listener:
            await listener.psubscribe(f"{self.prefix}*")
            await self._hear(hub, listener)

    async def _hear(self, hub: Hub, listener: PubSub) -> None:
        silent = 0
        while silent < 3:
            message = await listener.get_message(timeout=QUIET_SECONDS)
            if message is None:  # no message arrived, or there are no viewers
                silent += 1
                await listener.ping()
                continue
            silent = 0
            if message["type"] == "psubscribe":
                if self._is_down:
                    log.info("live_redis_back")
                self._is_down = False
                hub.check()  # from here on nothing is missed; earlier changes are polled for
            elif message["type"] == "pmessage" and message["data"] != self.own:
                hub.wake([message["channel"].decode().removeprefix(self.prefix)])
        raise TimeoutError("Redis does not answer.")
