"""Names the state of the whole database: while it is the same, so is everything read from it."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from typing import Final

from django.db import connection

State = tuple[str, int | str]


def database_state() -> State | None:
    """Return a value that changes whenever anybody commits anything; None if it cannot be known.

    Ask before reading: then what is read may be newer than the state, and never older. Inside a
    transaction the state is unknown, because only this connection sees what it has written.
    """
    if connection.in_atomic_block:
        return None
    if connection.vendor == "sqlite":
        return _watch.state(str(connection.settings_dict["NAME"]))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Which transactions are visible: equal snapshots see equal rows.
            cursor.execute("SELECT pg_current_snapshot()::text")
            return "snapshot", str(cursor.fetchone()[0])
    return None


class _Watch:
    """A connection to an SQLite file that only looks whether others have written.

    SQLite counts the commits of other connections, so the one that looks must never write. A fork
    needs its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: tuple[int, str] | None = None
        self._connection: sqlite3.Connection | None = None
        self._number = 0

    def state(self, name: str) -> State | None:
        with self._lock:
            try:
                if self._connection is None or self._open != (os.getpid(), name):
                    self._connect(name)
                assert self._connection is not None  # nosec B101
                found = self._connection.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error:  # locked right now, or gone
                self._open = None
                return None
            return f"file {self._number}", int(found[0])

    def _connect(self, name: str) -> None:
        uri = f"{Path(name).absolute().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(uri, uri=True, timeout=0, check_same_thread=False)
        self._open = os.getpid(), name
        self._number += 1  # another connection counts from elsewhere


_watch: Final = _Watch()
