"""The files of a job in the data folder: what came in, what goes out, and how far it is."""

import json
import shutil
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

from django.conf import settings

from games.models import Job

BEAT: Final = 2.0
DEAD_AFTER: Final = 20.0
"""Seconds without a sign of life after which the worker counts as gone."""
_EVERY: Final = 0.2
"""Seconds between two writings of the progress."""


class Cancelled(Exception):
    """Somebody pressed the button."""


@dataclass(frozen=True, slots=True)
class JobFiles:
    """Where the files of one job are."""

    folder: Path

    @classmethod
    def of(cls, job: Job) -> "JobFiles":
        """Return those of a job; nothing is made yet."""
        return cls(Path(settings.DATA) / "jobs" / job.public_id)

    @property
    def upload(self) -> Path:
        """What came in."""
        return self.folder / "upload"

    @property
    def result(self) -> Path:
        """What goes out."""
        return self.folder / "result"

    def make(self) -> None:
        """Make the folder, for nobody else's eyes."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def receive(self, pieces: Iterable[bytes]) -> None:
        """Keep what was sent."""
        self.make()
        with self.upload.open("wb") as file:
            for piece in pieces:
                file.write(piece)

    def delete(self) -> None:
        """Delete all of it; it does no harm if it is gone."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def cancel(self) -> None:
        """Ask the worker to stop."""
        self.make()
        (self.folder / "cancel").touch()

    @property
    def is_cancelled(self) -> bool:
        """Tell whether it was asked to."""
        return (self.folder / "cancel").exists()

    def show(self, done: int, total: int) -> None:
        """Write how far the work is, for pages that ask."""
        written = self.folder / "progress.part"
        written.write_text(json.dumps([done, total]), encoding="ascii")
        written.replace(self.folder / "progress")

    def shown(self) -> tuple[int, int]:
        """Return how far the work is: done and total; zeros before it begins."""
        try:
            done, total = json.loads((self.folder / "progress").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0, 0
        return int(done), int(total)

    def beat(self) -> None:
        """Give a sign of life."""
        (self.folder / "alive").touch()

    def is_alive(self, seconds: float = DEAD_AFTER) -> bool:
        """Tell whether there was a sign of life; whoever works gives one every other second."""
        try:
            return time.time() - (self.folder / "alive").stat().st_mtime < seconds
        except OSError:
            return False


class Progress:
    """Counts what is done, and stops the work where that was asked for."""

    def __init__(self, files: JobFiles | None = None) -> None:
        self.files = files
        self.done = 0
        self.total = 0
        self._shown = 0.0

    def expect(self, total: int) -> None:
        """Say how many steps there are; the count begins anew."""
        self.done, self.total = 0, total
        self._show()

    def step(self, count: int = 1) -> None:
        """Count steps.

        Raises:
            Cancelled: the work is to stop.
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
    """Gives signs of life from a thread of its own, so that one long statement looks not dead."""

    def __init__(self, files: JobFiles) -> None:
        self.files = files
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        """Begin, with a first sign at once."""
        self.files.make()
        self.files.beat()
        self.thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""
        self.stopped.set()
        self.thread.join()

    def _beat(self) -> None:
        while not self.stopped.wait(BEAT):
            self.files.beat()
