"""The files of a job in the data folder: upload, result and progress."""

import json
import shutil
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

from django.conf import settings

from games.models import Job

BEAT: Final = 2.0
DEAD_AFTER: Final = 20.0
"""Seconds without a heartbeat after which the worker counts as dead."""
_EVERY: Final = 0.2
"""Seconds between two writes of the progress."""


class Cancelled(Exception):
    """The user has cancelled the job."""


@dataclass(frozen=True, slots=True)
class JobFiles:
    """The paths of one job's files."""

    folder: Path

    @classmethod
    def of(cls, job: Job) -> "JobFiles":
        """Return those of a job; creates nothing."""
        return cls(Path(settings.DATA) / "jobs" / job.public_id)

    @property
    def upload(self) -> Path:
        return self.folder / "upload"

    @property
    def result(self) -> Path:
        return self.folder / "result"

    @property
    def match(self) -> Path:
        """The match that was sent, kept beside its analysis for the replay."""
        return self.folder / "match"

    @property
    def preview(self) -> Path:
        """What a draft would do, as the worker has read it."""
        return self.folder / "preview"

    def keep_preview(self, text: str) -> None:
        """Keep the preview of a draft; a folder that is gone meanwhile stays gone."""
        with suppress(FileNotFoundError):
            self._write("preview", text)
        (self.folder / "asked").unlink(missing_ok=True)

    def ask(self, first: float, last: float) -> None:
        """Note when the worker was asked to read a draft: for the first time, and last."""
        with suppress(FileNotFoundError):  # a draft that was discarded meanwhile
            self._write("asked", json.dumps([first, last]))

    def asked(self) -> tuple[float, float]:
        """Return when the worker was asked; zeros if it was not."""
        return self._two("asked")

    def _write(self, name: str, text: str) -> None:
        """Write a file of the folder as a whole: nobody reads half of it."""
        written = self.folder / f"{name}.part"
        written.write_text(text, encoding="utf-8")
        written.replace(self.folder / name)

    def _two(self, name: str) -> tuple[float, float]:
        """Return the two numbers in a file of the folder; zeros if it is not there."""
        try:
            one, other = json.loads((self.folder / name).read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0.0, 0.0
        return float(one), float(other)

    def make(self) -> None:
        """Make the folder, readable by its owner only."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def receive(self, pieces: Iterable[bytes]) -> None:
        """Store what was sent."""
        self.make()
        with self.upload.open("wb") as file:
            for piece in pieces:
                file.write(piece)

    def delete(self) -> None:
        """Delete the folder; it may be gone already."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def cancel(self) -> None:
        """Ask the worker to stop."""
        self.make()
        (self.folder / "cancel").touch()

    @property
    def is_cancelled(self) -> bool:
        return (self.folder / "cancel").exists()

    def show(self, done: int, total: int) -> None:
        """Write the progress, for pages that ask."""
        self._write("progress", json.dumps([done, total]))

    def shown(self) -> tuple[int, int]:
        """Return the progress: done and total; zeros before the work begins."""
        done, total = self._two("progress")
        return int(done), int(total)

    def beat(self) -> None:
        with suppress(FileNotFoundError):  # a draft that was discarded meanwhile
            (self.folder / "alive").touch()

    def rest(self) -> None:
        """Say that nobody is at work here any more, and that nobody died."""
        (self.folder / "alive").unlink(missing_ok=True)

    def is_alive(self, seconds: float = DEAD_AFTER) -> bool:
        """Tell whether there was a recent heartbeat; a worker sends one every other second."""
        try:
            return time.time() - (self.folder / "alive").stat().st_mtime < seconds
        except OSError:
            return False


class Progress:
    """Counts steps, and stops the work when the user cancels it."""

    def __init__(self, files: JobFiles | None = None) -> None:
        self.files = files
        self.things = ""
        self.done = 0
        self.total = 0
        self._shown = 0.0

    def expect(self, total: int, things: str = "") -> None:
        """Set the number of steps, and of what if not as before; reset the count."""
        self.things = things or self.things
        self.done, self.total = 0, total
        self._show()

    def step(self, count: int = 1) -> None:
        """Count steps.

        Raises:
            Cancelled: the user has cancelled the job.
        """
        self.done += count
        if time.monotonic() - self._shown >= _EVERY:
            self._show()
        if self.files is not None and self.files.is_cancelled:
            raise Cancelled

    def _show(self) -> None:
        self._shown = time.monotonic()
        if self.files is not None:
            self.files.show(self.done, self.total)


class Heart:
    """Sends heartbeats from its own thread, so that a worker in a long statement does not look
    dead.
    """

    def __init__(self, files: JobFiles) -> None:
        self.files = files
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        """Start the thread; the first heartbeat comes at once."""
        self.files.make()
        self.files.beat()
        self.thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stopped.set()
        self.thread.join()

    def _beat(self) -> None:
        while not self.stopped.wait(BEAT):
            self.files.beat()
