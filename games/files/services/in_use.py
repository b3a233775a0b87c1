"""Who works on a data folder: a lock on a file there, which ends with its process.

Every server of the folder holds a share of the lock. A restore needs the whole lock, so that no
page is written into a database that is about to be replaced.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from django.utils.translation import gettext as _

from games.errors import Refused

NAME: Final = "in-use"

_held: list[IO[bytes]] = []


def serving_from(folder: Path) -> None:
    """Hold a share of the lock until this process ends; a restore that is running ends first."""
    handle = (folder / NAME).open("a+b")
    _held.append(handle)
    with suppress(OSError):  # some file systems have no locks: there the server starts without one
        _lock(handle, alone=False)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the lock alone.

    Raises:
        Refused: a program is running, or starting, on this data folder.
    """
    with (folder / NAME).open("a+b") as handle:
        try:
            _lock(handle, alone=True)
        except OSError:
            raise Refused(
                "invalid",
                reason=_(
                    "Chouette is running with this data folder, or just starting: end it with "
                    "Ctrl-C, then restore."
                ),
            ) from None
        yield


def _lock(handle: IO[bytes], *, alone: bool) -> None:
    """Lock a file until it is closed; alone it does not wait."""
    if sys.platform == "win32":
        import msvcrt

        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK if alone else msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
