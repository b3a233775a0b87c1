"""Django's cache in Redis, with a fallback to process memory while Redis is down.

The cache holds counters of requests. Counted per process they still limit, and no page waits or
fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from chouette.outage import Outage

PATIENCE_SECONDS: Final = 0.5


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
        self.own = LocMemCache(server, {})
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
