"""Django's cache in Redis, and in the memory of the one process while Redis is away.

What is kept there are counts: how often somebody has asked for something. Counted in each process
by itself they are still limits, and no page waits or fails because of them.
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
    """Return a method that asks Redis, else the memory of this process."""

    def method(self: PatientCache, *args: Any, **kwargs: Any) -> Any:
        if not self.outage.is_on():
            try:
                return getattr(RedisCache, name)(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                self.outage.begin(error)
        return getattr(self.own, name)(*args, **kwargs)

    return method


class PatientCache(RedisCache):
    """Gives up after half a second, and then at once until Redis is back."""

    outages: Final[dict[str, Outage]] = {}
    """By address: Django makes a cache for each thread, and all of a process learn together."""

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
