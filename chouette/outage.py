"""Remembers that another server is down, so that requests do not wait for it again and again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

SECONDS_BETWEEN: Final = 1.0

log = structlog.get_logger(__name__)


class Outage:
    """Whether a server is down. Only the first request to find out waits for a time-out.

    From then on a thread checks whether it is back: `answers` returns when it is, and raises while
    it is not. No request has to try.
    """

    def __init__(
        self, name: str, answers: Callable[[], object], *, seconds: float = SECONDS_BETWEEN
    ) -> None:
        self.name = name
        self.answers = answers
        self.seconds = seconds
        self._lock = threading.Lock()
        self._is_away = False

    def is_on(self) -> bool:
        """Tell whether the server was down at the last check."""
        return self._is_away

    def begin(self, error: BaseException) -> None:
        with self._lock:
            if self._is_away:
                return
            self._is_away = True
        log.warning("server_away", server=self.name, error=str(error))
        threading.Thread(target=self._wait, name=f"{self.name}-outage", daemon=True).start()

    def _wait(self) -> None:
        while True:
            time.sleep(self.seconds)
            try:
                self.answers()
            except Exception:  # noqa: S112 # nosec B112 - whatever it is, it is not back
                continue
            self._is_away = False
            log.warning("server_back", server=self.name)
            return
