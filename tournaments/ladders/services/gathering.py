"""Queues one task for all that happens within some seconds, where each piece would queue the same.

Fifty tables that end their games one after the other change a dozen results within those seconds,
and one task counts them all.
"""

import threading
import time
from dataclasses import dataclass
from typing import Final

from celery import Task, current_app

SECONDS: Final = 4.0
LONGEST: Final = 30.0
"""The more has come within the last seconds, the longer is waited for the next."""
MARGIN: Final = 1.0
"""The task comes so much after the last that it stands for, whatever the clocks say."""


@dataclass(slots=True)
class _Queued:
    """Until when a task that is queued stands for what comes, and for how much it did."""

    until: float
    others: int = 0


_lock: Final = threading.Lock()
_queued: Final[dict[tuple[str, int], _Queued]] = {}


def soon(task: "Task[[int], None]", number: int) -> None:
    """Queue a task about something with a number, unless this process has just done so.

    To be called after the commit of what the task is to see.

    Raises:
        OperationalError: no broker answers; the next call tries again.
    """
    if current_app.conf.task_always_eager:  # done at once: nothing that comes later is in it
        task.delay(number)
        return
    key, now = (task.name or "", number), time.monotonic()
    with _lock:
        last = _queued.get(key)
        if last is not None and now < last.until:
            last.others += 1
            return
        was_lately = last is not None and now - last.until < LONGEST
        seconds = min(SECONDS + (last.others if last and was_lately else 0), LONGEST)
        _queued[key] = _Queued(now + seconds)
    try:
        task.apply_async((number,), countdown=seconds + MARGIN)
    except BaseException:
        with _lock:
            _queued.pop(key, None)
        raise
