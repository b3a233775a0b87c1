"""Lets the writers of one process queue, where the database would let them sleep.

A writer that finds SQLite busy sleeps for up to a tenth of a second and then retries: with several
writers, luck decides who goes next, and some wait for seconds.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction

_turn: Final = threading.RLock()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """A writing transaction; on SQLite it begins when no other of this process is under way.

    Correctness does not depend on it: the database keeps writers of other processes apart. Inside
    another transaction it does not wait, for that one may hold what the others wait for.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn, transaction.atomic():
        yield
