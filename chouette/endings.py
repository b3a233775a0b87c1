"""Looks at how the last run ended, and whether the data folder can be written, before a start.

A run leaves a mark in the data folder and takes it away when it ends. Where the mark is still
there the power failed, or somebody killed the program: the database is checked then.
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
"""Bytes without which nothing is started: an evening would end in the middle of a game."""

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
    """The last run did not end by itself, and the database is damaged."""


def begin() -> None:
    """Try whether there is room, check the database where that is needed, and leave the mark.

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
    """Note that this run has ended by itself."""
    with suppress(OSError):  # then the next start checks once too often
        (Path(settings.DATA) / MARK).unlink(missing_ok=True)


def trouble(error: Exception) -> Trouble | None:
    """Return what an error of the data folder means to people, None for any other."""
    if isinstance(error, DamagedDatabaseError):
        return "damaged"
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    cause = error.__cause__ if isinstance(error, DatabaseError) else error
    if isinstance(cause, sqlite3.Error):
        # What stands above the first byte of a code are its details.
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return None


def _probe(path: Path) -> None:
    """Write as much as there has to be room for, and take it away again."""
    try:
        with path.open("wb") as file:
            file.write(os.urandom(ROOM))
            file.flush()
            os.fsync(file.fileno())
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)
