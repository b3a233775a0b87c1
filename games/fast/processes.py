"""Other processes for work that keeps a processor busy; each begins afresh and knows the models."""

import gc
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Final

import django

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Processes share the processors already; threads inside them would only get in their way."""


SELDOM: Final = 50_000
"""New objects between two collections: a fold makes many, and hardly any circles of them."""


def sensible() -> int:
    """Return how many processes this computer has processors for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes; what is not begun when the caller gives up is not begun any more."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begun)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begun() -> None:
    django.setup()
    # What was loaded stays; without this every collection would look through all of it again.
    gc.freeze()
    gc.set_threshold(SELDOM)
