"""Worker processes for CPU-bound work; each starts fresh and has the models loaded."""

import gc
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeVar

import django

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""One process per core is running already; their own threads would only compete."""


TOGETHER: Final = 50
"""Keys that are read by the same queries, and folded by the same process."""
WORTH_IT: Final = 400
"""From this many keys on, more processes save more time than they take to start."""
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


Read = TypeVar("Read")
Found = TypeVar("Found")


def folded(
    keys: Collection[int],
    read: Callable[[list[int]], Read],
    fold: Callable[[Read], list[Found]],
    *,
    workers: int | None = None,
) -> Iterator[Found]:
    """Read keys batch by batch and yield what a fold makes of each, in their order.

    Where there are many, other processes fold while this one reads: `fold` and what it takes and
    returns can be pickled.
    """
    ordered = list(keys)
    batches = [ordered[at : at + TOGETHER] for at in range(0, len(ordered), TOGETHER)]
    if workers is None:
        workers = sensible() if len(ordered) >= WORTH_IT else 1
    if workers <= 1:
        for batch in batches:
            yield from fold(read(batch))
        return
    with processes(workers) as pool:
        waiting: deque[Future[list[Found]]] = deque()
        for batch in batches:
            waiting.append(pool.submit(fold, read(batch)))
            # Some are read ahead, so that neither side waits; not all, because they take memory.
            if len(waiting) > 2 * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _begun() -> None:
    django.setup()
    # Loaded modules are permanent; freezing them keeps collections fast.
    gc.freeze()
    gc.set_threshold(SELDOM)
