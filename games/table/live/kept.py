"""Keeps for a moment what several ask for at once: one makes it, the others find it."""

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
    """Values by keys that say all they depend on: nothing has to be taken out again by hand."""

    def __init__(self) -> None:
        self._found: dict[Hashable, _One[Value]] = {}
        self._order = threading.Lock()
        # Who comes second waits for the first instead of making the same.
        self._locks = [threading.Lock() for _ in range(LOCKS)]

    def __len__(self) -> int:
        return len(self._found)

    def find(self, key: Hashable) -> Value | None:
        """Return what is kept, or None."""
        one = self._found.get(key)
        return one.value if one is not None and time.monotonic() < one.until else None

    def find_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what is kept, made now where there is nothing."""
        with self._locks[hash(key) % LOCKS]:
            found = self.find(key)
            if found is None:
                found = make()
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, value: Value) -> None:
        """Keep a value for a moment, and let go of what has had its own."""
        now = time.monotonic()
        with self._order:
            self._found.pop(key, None)
            while self._found:
                oldest = next(iter(self._found))
                if self._found[oldest].until > now and len(self._found) < MOST_KEPT:
                    break
                del self._found[oldest]
            self._found[key] = _One(value, now + KEPT_SECONDS)
