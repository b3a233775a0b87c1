"""Checks at start how the last run ended, and whether the data folder can be written.

A run leaves a mark in the data folder and removes it when it ends. If the mark is still there,
power failed or the program was killed: the database is checked then.
"""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from django.conf import settings
from django.db import DatabaseError

from games.errors import Refused
from games.files.services.backups import database_check

MARK: Final = "running"
PROBE: Final = "room"
ROOM: Final = 4 * 1024 * 1024
"""Bytes that must be free to start: otherwise an evening could end in the middle of a game."""

Trouble = Literal["damaged", "full", "read-only"]

OF_SYSTEM: Final[dict[int, Trouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
}
OF_SQLITE: Final[dict[int, Trouble]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


class DamagedDatabaseError(Exception):
    """The last run was interrupted, and the database is damaged."""


def begin() -> None:
    """Check for free space, check the database if necessary, and leave the mark.

    Raises:
        OSError: the folder cannot be written, or is full.
        DamagedDatabaseError: the database is damaged; the mark stays, so that it is checked again.
    """
    _probe(Path(settings.DATA) / PROBE)
    mark = Path(settings.DATA) / MARK
    if mark.exists():
        try:
            database_check(is_quick=True)
        except Refused as error:
            raise DamagedDatabaseError from error
    mark.touch(mode=0o600)


def end() -> None:
    """Remove the mark: this run has ended normally."""
    with suppress(OSError):  # on failure the next start merely checks once more
        (Path(settings.DATA) / MARK).unlink(missing_ok=True)


def trouble(error: Exception) -> Trouble | None:
    """Return what an error of the data folder means to people, or None."""
    if isinstance(error, DamagedDatabaseError):
        return "damaged"
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    cause = error.__cause__ if isinstance(error, DatabaseError) else error
    if isinstance(cause, sqlite3.Error):
        # The upper bytes of an extended error code are details.
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return None


def _probe(path: Path) -> None:
    """Write a file of the required size, and delete it."""
    try:
        with path.open("wb") as file:
            file.write(os.urandom(ROOM))
            file.flush()
            # Some file systems report a full disk only when the data are flushed.
            os.fsync(file.fileno())
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)
