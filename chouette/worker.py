"""The background workers that `manage.py up` starts: they end when their standard input closes.

The first one does everything but the assistant's moves, and has the clock. `python -m
chouette.worker assistant` plays for the assistant: somebody waits for it, so it looks for messages
often and never has an analysis to finish first.
"""

import os
import shelve  # nosec B403 - see forget_if_damaged
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Final

import structlog
from celery import beat
from celery.exceptions import SecurityWarning
from celery.worker import state
from django.conf import settings

from chouette.celery import app
from chouette.garbage import everything_is_loaded

logger = structlog.get_logger(__name__)

NICE: Final = 10
NICE_IF_AWAITED: Final = 2
"""For the assistant: taps still come first, but somebody waits for its move."""
OFTEN: Final = 0.05
"""Seconds between two looks for a message to the assistant."""


def end_with_parent() -> None:
    """Wait for standard input to close, then finish the current task and stop."""
    # Unbuffered: a thread blocked inside Python's buffered reader would crash the interpreter at
    # exit.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    # The stubs know only the initial value.
    state.should_stop = 0  # type: ignore[assignment]


def forget_if_damaged(schedule: Path) -> None:
    """Start a new schedule if a power failure damaged the last one."""
    try:
        with shelve.open(str(schedule)) as kept:  # noqa: S301 # nosec B301 - our own data folder
            dict(kept)
    except Exception:  # a damaged file can raise anything, depending on its format
        logger.warning("schedule.damaged", file=str(schedule))
        for part in schedule.parent.glob(f"{schedule.name}*"):
            part.unlink(missing_ok=True)


def main(queue: str = "") -> None:
    """Work until the parent ends, one task at a time; the clock runs where no queue is named."""
    # The filesystem broker moves taken messages to a temporary folder by default; keep them in the
    # data folder.
    taken = Path(settings.DATA) / "queue" / (f"taken-{queue}" if queue else "taken")
    taken.mkdir(mode=0o700, parents=True, exist_ok=True)
    tempfile.tempdir = str(taken)
    # Nobody queries this worker: remote control would only fill the folder with messages.
    app.conf.worker_enable_remote_control = False
    # Running as root is the user's choice, and documented elsewhere.
    warnings.simplefilter("ignore", SecurityWarning)
    if queue:
        options = app.conf.broker_transport_options or {}
        app.conf.broker_transport_options = {**options, "polling_interval": OFTEN}
    else:
        start_clock()
    everything_is_loaded()
    threading.Thread(target=end_with_parent, daemon=True).start()
    # Taps come before background work on the same computer.
    if sys.platform != "win32":
        os.nice(NICE_IF_AWAITED if queue else NICE)
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=solo",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            *(["--queues", queue] if queue else []),
        ]
    )


def start_clock() -> None:
    """Queue what is due, in a thread beside the work."""
    # The scheduler saves each start of a daily task, so that a laptop that sleeps at night catches
    # up.
    app.conf.beat_sync_every = 1
    schedule = Path(settings.DATA) / "queue" / "schedule"
    forget_if_damaged(schedule)
    clock = beat.Service(app, schedule_filename=str(schedule))
    threading.Thread(target=clock.start, daemon=True).start()


if __name__ == "__main__":
    main(*sys.argv[1:2])
