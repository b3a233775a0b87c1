"""Recognises failures of the server's computer, as opposed to defects, by their errors.

Nothing was written, and it is nobody's mistake: people can wait, or make room.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OUT_OF_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
SQLITE_OUT_OF_ROOM: Final = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
)
POSTGRESQL_OUT_OF_ROOM: Final = "53100"
POSTGRESQL_AWAY: Final = ("08", "53300", "57P")
"""Prefixes of PostgreSQL's codes for: no connection, too many connections, starting or stopping."""


class Outage(NamedTuple):
    """The answer: an HTTP status, a code for programs, a sentence for people."""

    status: int
    code: str
    sentence: str | Promise


DISK_FULL: Final = Outage(
    507,
    "disk_full",
    _(
        "The computer that keeps the score has no room left on its disk, so nothing was written. "
        "Make room there, then tap again."
    ),
)
DATABASE_AWAY: Final = Outage(
    503,
    "database_away",
    _(
        "The computer that keeps the score cannot get at its records just now. "
        "What was recorded is safe: try again in a moment."
    ),
)


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage behind an exception or its causes; None for other errors."""
    if _any(error, _is_out_of_room):
        return DISK_FULL
    return DATABASE_AWAY if _any(error, _is_away) else None


def _any(error: BaseException | None, says: Callable[[BaseException], bool]) -> bool:
    while error is not None:
        if says(error):
            return True
        error = error.__cause__
    return False


def _is_out_of_room(error: BaseException) -> bool:
    """Tell whether an exception means that storage is full."""
    return (
        (isinstance(error, OSError) and error.errno in OUT_OF_ROOM)
        or getattr(error, "sqlite_errorcode", None) in SQLITE_OUT_OF_ROOM
        or getattr(error, "sqlstate", None) == POSTGRESQL_OUT_OF_ROOM
    )


def _is_away(error: BaseException) -> bool:
    """Tell whether an exception means that the database cannot be reached.

    A running server sends a code. If it is gone, the driver has none.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code = getattr(error.__cause__, "sqlstate", "")
    return code is None or code.startswith(POSTGRESQL_AWAY)
