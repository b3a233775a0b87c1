"""The background worker that `manage.py up` starts: it ends when its standard input closes."""

import os
import shelve  # nosec B403 - see forget_if_damaged
import sys
import tempfile
import threading
import warnings
from pathlib import Path

import structlog
from celery import beat
from celery.exceptions import SecurityWarning
from celery.worker import state
from django.conf import settings

from chouette.celery import app

logger = structlog.get_logger(__name__)

NICE = 10


def end_with_parent() -> None:
    """Wait for the end of standard input, then let the worker finish its task and stop."""
    # Unbuffered: a thread inside Python's own buffer would make the interpreter's end fail.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    # The stubs know only the value it starts with.
    state.should_stop = 0  # type: ignore[assignment]


def forget_if_damaged(schedule: Path) -> None:
    """Begin a new schedule where the power failed while the last one was being written."""
    try:
        with shelve.open(str(schedule)) as kept:  # noqa: S301 # nosec B301 - our own data folder
            dict(kept)
    except Exception:  # whatever half a file makes of the formats it may be in
        logger.warning("schedule.damaged", file=str(schedule))
        for part in schedule.parent.glob(f"{schedule.name}*"):
            part.unlink(missing_ok=True)


def main() -> None:
    """Work until the parent ends, one task at a time."""
    # The filesystem broker moves a message to the folder for temporary files when it takes it;
    # everything stays in the one data folder.
    taken = Path(settings.DATA) / "queue" / "taken"
    taken.mkdir(mode=0o700, parents=True, exist_ok=True)
    tempfile.tempdir = str(taken)
    # Nobody asks this worker anything: remote control would only fill the folder with questions.
    app.conf.worker_enable_remote_control = False
    # Whoever starts everything as root has read enough warnings elsewhere.
    warnings.simplefilter("ignore", SecurityWarning)
    # What is due every day: the clock writes down what it has started, so that a laptop that
    # sleeps at night catches up.
    app.conf.beat_sync_every = 1
    schedule = Path(settings.DATA) / "queue" / "schedule"
    forget_if_damaged(schedule)
    clock = beat.Service(app, schedule_filename=str(schedule))
    threading.Thread(target=clock.start, daemon=True).start()
    threading.Thread(target=end_with_parent, daemon=True).start()
    # Whoever taps goes before what nobody waits for: both are on the same computer.
    if sys.platform != "win32":
        os.nice(NICE)
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=solo",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ]
    )


if __name__ == "__main__":
    main()
