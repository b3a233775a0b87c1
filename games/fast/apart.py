"""Reads what people send in a process of its own, so that no page waits for its reading.

A pasted record of thirty kilobytes takes seconds of the interpreter, and every page of everybody
would be slower for it. One process is started when the first long text comes. It has limits of time
and memory, gives way to the pages, and ends when it has had nothing to do for a while.

What goes in and out is pickled. That is safe here, as both ends are this program, and the pipes
between them are nobody else's: what a stranger has sent is only text within it.
"""

from __future__ import annotations

import contextlib
import os
import pickle  # nosec B403 - between this program and itself
import subprocess  # nosec B404 - it starts this interpreter with this module
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Found = TypeVar("Found")

ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 20.0
"""For one text, and for those before it."""
MEGABYTES: Final = 512
"""Of addresses, of which the interpreter has some thirty."""
IDLE: Final = 60.0
"""Seconds without work after which the process ends, and its memory is free."""
GENTLE: Final = 5
"""How far it stands behind the pages where there is more to do than processors."""


class TooMuch(Exception):
    """The text takes more time or memory than anybody may have, or others' texts do just now."""


class Apart:
    """One process that does one thing after another for all threads of this one."""

    def __init__(self, seconds: float = SECONDS, idle: float = IDLE) -> None:
        self.seconds, self.idle = seconds, idle
        self.process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()

    def does(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """Return what a function of a module returns, or raise what it raises.

        Where no process can be started it is done here.

        Raises:
            TooMuch: it takes too long, or too much memory.
        """
        if not self._one_at_a_time.acquire(timeout=self.seconds):
            raise TooMuch
        try:
            answer = self._asked(pickle.dumps((work, given, named)))
        finally:
            self._one_at_a_time.release()
        if answer is None:
            return work(*given, **named)
        is_done, found = answer
        if is_done:
            return cast(Found, found)
        if isinstance(found, MemoryError):
            raise TooMuch from found
        raise found

    def _asked(self, request: bytes) -> tuple[bool, Any] | None:
        """Return whether it was done and what came of it; None where no process can be had."""
        for _attempt in range(2):  # it may just have ended, as it had nothing to do
            try:
                process = self._running()
            except OSError:
                return None
            assert process.stdin is not None
            assert process.stdout is not None
            end = threading.Timer(self.seconds, process.kill)
            end.start()
            try:
                process.stdin.write(request)
                process.stdin.flush()
                # Our own child has written it.
                answer: tuple[bool, Any] = pickle.load(process.stdout)  # noqa: S301  # nosec B301
                return answer
            except (OSError, EOFError, pickle.UnpicklingError):
                self.stop()
                if end.finished.is_set():  # it was killed, and has not ended by itself
                    raise TooMuch from None
            finally:
                end.cancel()
        raise TooMuch  # it has ended twice: there was no memory for this text

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.process.poll() is not None:
            self.stop()
            self.process = subprocess.Popen(  # nosec B603
                [sys.executable, "-m", __name__, str(self.idle)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
            )
        return self.process

    def stop(self) -> None:
        """End the process; the next work starts another."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        process.wait()


reader: Final = Apart()
"""The one of this process."""
apart: Final = reader.does


def serve(idle: float, source: BinaryIO, answers: BinaryIO) -> None:
    """Do what is asked, one thing after another, until nothing is for so long."""
    while True:
        leave = threading.Timer(idle, os._exit, (0,))
        leave.daemon = True
        leave.start()
        try:
            # Our own parent has written it.
            work, given, named = pickle.load(source)  # noqa: S301  # nosec B301
        except EOFError:
            return  # the server has ended
        finally:
            leave.cancel()
        try:
            answer = (True, work(*given, **named))
        except Exception as error:  # goes on to who asked
            answer = (False, error)
        answers.write(pickle.dumps(answer))
        answers.flush()


def _limit() -> None:
    """Take limits, where the system has them, and stand back behind the pages."""
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(GENTLE)


if __name__ == "__main__":
    _limit()
    serve(float(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer)
