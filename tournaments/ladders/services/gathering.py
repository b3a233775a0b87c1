"""Debounces tasks: several changes within some seconds queue one task.

If fifty tables end their games one after the other, a dozen results change within those seconds,
and one task counts them all. A thread of the process in which the results changed waits for it: a
delayed message would be lost with the broker, or with the worker that holds it. So taps never wait
for a broker, either. A task that this process cannot send, because it ends or no broker answers, is
made up for by the sweep (`tournaments.ladders.services.healing`).
"""

import atexit
import threading
import time
from dataclasses import dataclass
from typing import Final

import structlog
from celery import Task, current_app
from kombu.exceptions import OperationalError

logger = structlog.get_logger(__name__)

SECONDS: Final = 4.0
LONGEST: Final = 30.0
"""The longest wait; the more requests in the last seconds, the longer the wait."""
MARGIN: Final = 0.5
"""The task starts this long after the last change it covers, against differences of clocks."""

Key = tuple[str, int]


@dataclass(slots=True)
class _Queued:
    """Until when a waiting task covers new requests, and how many it covers."""

    until: float
    task: "Task[[int], None]"
    others: int = 0
    is_sent: bool = False


_lock: Final = threading.Lock()
_queued: Final[dict[Key, _Queued]] = {}


def soon(task: "Task[[int], None]", number: int) -> None:
    """Queue a task for a number in some seconds, unless it is waiting already.

    Call it after committing what the task must see. It raises nothing if no broker answers: that is
    logged, and the sweep does the work.
    """
    if current_app.conf.task_always_eager:  # runs at once, so it cannot cover later changes
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
        entry = _queued[key] = _Queued(now + seconds, task)
    _later(seconds + MARGIN, key, entry)


def _later(seconds: float, key: Key, entry: _Queued) -> None:
    timer = threading.Timer(seconds, _send, (key, entry))
    timer.daemon = True  # does not keep the process alive: see `_send_the_rest`
    timer.start()


def _send(key: Key, entry: _Queued) -> None:
    """Send the task to the broker; a second call for an entry does nothing."""
    with _lock:
        if entry.is_sent:
            return
        entry.is_sent = True
    try:
        entry.task.delay(key[1])
    except (OperationalError, OSError) as error:
        logger.warning("task_late", task=key[0], number=key[1], error=str(error))
        with _lock:
            if _queued.get(key) is entry:
                del _queued[key]  # the next result tries again


def _send_the_rest() -> None:
    """Send the waiting tasks when a process ends, such as a command that imports an evening."""
    with _lock:
        waiting = [(key, entry) for key, entry in _queued.items() if not entry.is_sent]
    for key, entry in waiting:
        _send(key, entry)


atexit.register(_send_the_rest)
