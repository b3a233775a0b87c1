"""Tells other processes about changes through Redis; taps never wait for it or fail."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Final

import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

PATIENCE_SECONDS: Final = 0.5
RETRY_SECONDS: Final = 0.25

log = structlog.get_logger(__name__)


class Publisher:
    """Publishes names of topics. Messages are kept while Redis is down, and sent when it is back.

    That matters: other processes stop polling the database as soon as they hear Redis again.
    """

    def __init__(self, url: str, prefix: str, own: str) -> None:
        self.prefix = prefix
        self.own = own
        # An idle connection may have been closed: retry once, at once.
        self._client = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 1),
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
        )
        self._lock = threading.Lock()
        self._unsaid: set[str] = set()

    def publish(self, topics: Iterable[str]) -> None:
        """Publish now, or leave it to a thread that retries."""
        names = set(topics)
        with self._lock:
            is_down = bool(self._unsaid)
            if is_down:
                self._unsaid |= names
        if is_down or self._say(names):
            return
        with self._lock:
            is_first, self._unsaid = not self._unsaid, self._unsaid | names
        if is_first:
            log.warning("live_publish_failed", topics=sorted(names))
            threading.Thread(target=self._say_later, name="live-publish", daemon=True).start()

    def _say(self, names: set[str]) -> bool:
        try:
            with self._client.pipeline(transaction=False) as pipeline:
                for name in names:
                    pipeline.publish(self.prefix + name, self.own)
                pipeline.execute()
        except (RedisError, OSError):
            return False
        return True

    def _say_later(self) -> None:
        while True:
            time.sleep(RETRY_SECONDS)
            with self._lock:
                names = set(self._unsaid)
            if self._say(names):
                with self._lock:
                    self._unsaid -= names
                    if not self._unsaid:
                        return
