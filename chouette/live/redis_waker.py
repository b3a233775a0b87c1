"""How a process learns through Redis of what others changed.

A module of its own: the client of Redis takes long to load, and most installations have none.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from chouette.live.hub import Hub

DOWN_SECONDS: Final = 2.0
RECONNECT_SECONDS: Final = 0.5
QUIET_SECONDS: Final = 5.0

log = structlog.get_logger(__name__)


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
