"""Gives memory back to the system after large requests.

What the interpreter frees stays with the C library, which keeps it for the next request: a process
would be as large for days as its largest minute was. Some seconds after it has grown it is asked to
let go; that takes some milliseconds, and no lock of the interpreter.
"""

import ctypes
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

SECONDS: Final = 15.0
WORTH: Final = 8 << 20
"""Growth in bytes below which nothing is asked."""
_STATM: Final = Path("/proc/self/statm")


def resident() -> int:
    """Return the bytes of memory that this process has; 0 where the system does not say."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _trim() -> Callable[[], object] | None:
    """Return what has the C library let go; None where it cannot."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return lambda: trim(0)


class Keeper:
    """Watches how large this process is."""

    def __init__(self, trim: Callable[[], object], size: Callable[[], int] = resident) -> None:
        self.trim, self.size = trim, size
        self.least = size()

    def look(self) -> bool:
        """Have memory given back if the process has grown; tell whether it had."""
        now = self.size()
        if now - self.least < WORTH:
            self.least = min(self.least, now)
            return False
        self.trim()
        self.least = self.size()
        return True

    def _look_on(self) -> None:
        while True:
            time.sleep(SECONDS)
            self.look()


def begin() -> None:
    """Start watching in a thread, where the system can give memory back."""
    trim = _trim()
    if trim is not None and resident():
        threading.Thread(target=Keeper(trim)._look_on, name="memory", daemon=True).start()
