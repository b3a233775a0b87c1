"""Queues one task for all that happens within some seconds, where each piece would queue the same.

Fifty tables that end their games one after the other change a dozen results within those seconds,
and one task counts them all. The waiting is done here, by a thread of the process in which the
results changed: a message that waits in the broker for its time is lost with the broker, or with
the worker that holds it. So nobody who taps waits for a broker, either. What this process can
no longer send because it ends, or because no broker answers, is found by the sweep
(`tournaments.ladders.services.healing`).
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
"""The more has come within the last seconds, the longer is waited for the next."""
MARGIN: Final = 0.5
"""The task comes so much after the last that it stands for, whatever the clocks say."""

Key = tuple[str, int]


@dataclass(slots=True)
class _Queued:
    """Until when a task that waits stands for what comes, and for how much it did."""

    until: float
    task: "Task[[int], None]"
    others: int = 0
    is_sent: bool = False


_lock: Final = threading.Lock()
_queued: Final[dict[Key, _Queued]] = {}


def soon(task: "Task[[int], None]", number: int) -> None:
    """Queue a task about something with a number in some seconds, unless it waits already.

    To be called after the commit of what the task is to see. Nothing is raised where no broker
    answers: the log says it, and the sweep does the work.
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
        entry = _queued[key] = _Queued(now + seconds, task)
    _later(seconds + MARGIN, key, entry)


def _later(seconds: float, key: Key, entry: _Queued) -> None:
    timer = threading.Timer(seconds, _send, (key, entry))
    timer.daemon = True  # nobody waits for it when the process ends: see `_send_the_rest`
    timer.start()


def _send(key: Key, entry: _Queued) -> None:
    """Give the task to the broker; twice for one entry does nothing."""
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
    """Send what still waits when a process ends, such as a command that imports an evening."""
    with _lock:
        waiting = [(key, entry) for key, entry in _queued.items() if not entry.is_sent]
    for key, entry in waiting:
        _send(key, entry)


atexit.register(_send_the_rest)
