"""Lets the writers of one process wait in line, where the database lets them sleep.

Who finds SQLite busy sleeps for up to a tenth of a second and then looks again: with several
writers, whoever happens to wake at the right moment goes next, and somebody else waits for seconds.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction

_turn: Final = threading.RLock()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """A transaction that writes; on SQLite it begins when no other of this process is under way.

    Nothing depends on it: writers of other processes are kept apart by the database alone. Inside
    another transaction nobody waits, for that one may hold what the others wait for.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn, transaction.atomic():
        yield
