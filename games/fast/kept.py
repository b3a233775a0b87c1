"""A short-lived cache for values that several ask for at once: one makes it, the others get it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

KEPT_SECONDS: Final = 2.0
MOST_KEPT: Final = 512
LOCKS: Final = 64

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _One(Generic[Value]):
    value: Value
    until: float


class Kept(Generic[Value]):
    """Values by keys that include all they depend on, so they need no invalidation."""

    def __init__(self) -> None:
        self._found: dict[Hashable, _One[Value]] = {}
        self._order = threading.Lock()
        # A second caller waits for the first instead of making the same value.
        self._locks = [threading.Lock() for _ in range(LOCKS)]

    def __len__(self) -> int:
        return len(self._found)

    def find(self, key: Hashable) -> Value | None:
        """Return the cached value, or None."""
        kept = self._found.get(key)
        return kept.value if kept is not None and time.monotonic() < kept.until else None

    def find_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the cached value, making it if necessary."""
        with self._locks[hash(key) % LOCKS]:
            found = self.find(key)
            if found is None:
                found = make()
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, value: Value) -> None:
        """Cache a value for a moment, and drop expired ones."""
        now = time.monotonic()
        with self._order:
            self._found.pop(key, None)
            while self._found:
                oldest = next(iter(self._found))
                if self._found[oldest].until > now and len(self._found) < MOST_KEPT:
                    break
                del self._found[oldest]
            self._found[key] = _One(value, now + KEPT_SECONDS)
