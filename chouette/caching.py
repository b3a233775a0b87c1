"""Django's cache: in the memory of the process, or in Redis with that as a fallback.

The cache holds counters of requests. Counted per process they still limit, and no page waits or
fails.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from chouette.outage import Outage

PATIENCE_SECONDS: Final = 0.5
MOST_ENTRIES: Final = 50_000
"""Far more than any evening needs; an entry takes some 300 bytes."""


class KeptCache(LocMemCache):
    """Process memory that forgets nothing before its time.

    Django's drops a third of its entries when there are 300, whatever they are: who sends 300 other
    requests would lift a lock-out. Here room is made by what has expired, and past `MOST_ENTRIES`
    by what would expire soonest.
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        options = {"MAX_ENTRIES": MOST_ENTRIES, **params.get("OPTIONS", {})}
        super().__init__(name, {**params, "OPTIONS": options})

    def _cull(self) -> None:
        now, data = time.time(), vars(self)
        entries: dict[str, bytes] = data["_cache"]
        ends: dict[str, float | None] = data["_expire_info"]
        gone = [key for key, end in ends.items() if end is not None and end <= now]
        most: int = data["_max_entries"]
        if len(entries) - len(gone) >= most:
            lasting = {key: float("inf") if end is None else end for key, end in ends.items()}
            gone = heapq.nsmallest(len(gone) + max(most // 10, 1), lasting, key=lasting.__getitem__)
        for key in gone:
            entries.pop(key, None)
            ends.pop(key, None)


def _asked(name: str) -> Callable[..., Any]:
    """Return a method that uses Redis, else the memory of this process."""

    def method(self: PatientCache, *args: Any, **kwargs: Any) -> Any:
        if not self.outage.is_on():
            try:
                return getattr(RedisCache, name)(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                self.outage.begin(error)
        return getattr(self.own, name)(*args, **kwargs)

    return method


class PatientCache(RedisCache):
    """Times out after half a second, and then fails over at once until Redis is back."""

    outages: Final[dict[str, Outage]] = {}
    """By address: Django makes a cache per thread, and all threads share what they learn."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {
            "socket_timeout": PATIENCE_SECONDS,
            "socket_connect_timeout": PATIENCE_SECONDS,
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self.own = KeptCache(server, {})
        self.outage = self.outages.setdefault(server, Outage("cache", self._answers))

    def _answers(self) -> None:
        self._cache.get_client().ping()

    add = _asked("add")
    get = _asked("get")
    set = _asked("set")
    touch = _asked("touch")
    delete = _asked("delete")
    get_many = _asked("get_many")
    has_key = _asked("has_key")
    incr = _asked("incr")
    set_many = _asked("set_many")
    delete_many = _asked("delete_many")
    clear = _asked("clear")
