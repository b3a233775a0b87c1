"""Worker processes for CPU-bound work; each starts fresh and has the models loaded."""

import gc
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Final

import django

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""One process per core is running already; their own threads would only compete."""


SELDOM: Final = 50_000
"""New objects between two collections: a fold makes many, and hardly any cycles."""


def sensible() -> int:
    """Return the number of available cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes; if the caller gives up, waiting work is dropped."""
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
    # Loaded modules are permanent; freezing them keeps collections fast.
    gc.freeze()
    gc.set_threshold(SELDOM)
