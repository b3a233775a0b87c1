"""Commands of manage.py, by a process that has the program loaded: to load it takes seconds.

Each command runs in a fork, so it finds nothing that another one has left behind. So does a server,
and the background worker that it starts.
"""

import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SERVER = (
    "celery.apps.worker",
    "chouette.bodies",
    "chouette.bridge",
    "chouette.live.wiring",
    "chouette.worker",
    "chouette.wsgi",
    "uvicorn.protocols.http.httptools_impl",
)
"""What a server and its worker load that no other command does, and what starts nothing."""


class Done(NamedTuple):
    """What came of a command."""

    status: int
    said: str
    errors: str


class Commands:
    """Runs commands in one environment; the first one starts the process that is kept for all."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self._process: subprocess.Popen[str] | None = None
        self._asking = threading.Lock()

    def run(self, *arguments: str, stdin: str | None = None) -> Done:
        """Run `manage.py`, or after `-m` a module, with arguments."""
        return Done(*self.ask("run", arguments, stdin or ""))

    def start(self, *arguments: str, log: Path) -> "Started":
        """Start `manage.py` with arguments, and let it go on; it writes into a file."""
        return Started(self, self.ask("start", arguments, str(log)))

    def ask(self, *what: Any) -> Any:
        """Send a line to the process that is kept, and return its answer."""
        with self._asking:
            return self._ask(what)

    def _ask(self, what: tuple[Any, ...]) -> Any:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.kept"],
                cwd=ROOT,
                env=self.environment | {"DJANGO_SETTINGS_MODULE": "chouette.settings"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            weakref.finalize(self, _end, self._process)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(what) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"the process that is kept ended with {process.wait()}"
        return json.loads(answer)


class Started:
    """A command that goes on, with what tests use of a `subprocess.Popen`."""

    def __init__(self, commands: Commands, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._commands = commands

    def poll(self) -> int | None:
        """Its exit status, None while it runs. Until it has been asked for, the pid is taken."""
        if self.returncode is None:
            self.returncode = self._commands.ask("poll", self.pid)
        return self.returncode

    def wait(self, timeout: float = 60) -> int:
        """Wait until it has ended, and return its exit status."""
        deadline = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("manage.py", timeout)
            time.sleep(0.02)
        return status

    def terminate(self) -> None:
        """Ask it to end."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def _end(process: "subprocess.Popen[str]") -> None:
    process.communicate()


def serve() -> None:
    """Load the program; then do what each line asks for, and answer with a line."""
    import django
    from django.urls import get_resolver

    django.setup()
    assert get_resolver().url_patterns  # their modules are most of what is loaded
    answers = {"run": _run, "start": _start, "poll": _poll}
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print(json.dumps(answers[what](*arguments)), flush=True)


def _run(arguments: list[str], text: str) -> list[Any]:
    files = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115 # closed below
    files[0].write(text.encode())
    files[0].seek(0)
    child = os.fork()
    if not child:
        _be(arguments, files)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = []
    for file in files[1:]:
        file.seek(0)
        found.append(file.read().decode("utf-8", "replace"))
    for file in files:
        file.close()
    return [status, *found]


def _start(arguments: list[str], log: str) -> int:
    for module in SERVER:
        importlib.import_module(module)
    with Path(os.devnull).open("rb") as nothing, Path(log).open("ab") as file:
        child = os.fork()
        if not child:
            _fork_worker()
            _be(arguments, [nothing, file, file])
    return child


def _poll(child: int) -> int | None:
    ended, status = os.waitpid(child, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


class _Fork:
    """A fork of this process, with what `serving.Worker` uses of a `subprocess.Popen`."""

    def __init__(self, pid: int, stdin: "IO[bytes]") -> None:
        self.pid = pid
        self.stdin = stdin
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            with suppress(ChildProcessError):  # another thread waits for it
                self.returncode = _poll(self.pid)
        return self.returncode

    def wait(self) -> int:
        while (status := self.poll()) is None:
            time.sleep(0.05)
        return status

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def _fork_worker() -> None:
    """Fork what becomes the server's first background worker, before a database is open."""
    from chouette import serving, worker

    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(writer)
        os.setsid()
        if os.read(reader, 1):
            os.dup2(reader, 0)
            worker.main()
        os._exit(0)
    os.close(reader)
    start = serving.Worker._start
    spare = [_Fork(child, os.fdopen(writer, "wb", buffering=0))]

    def started(self: Any) -> Any:
        if not spare:
            return start(self)
        fork = spare.pop()
        fork.stdin.write(b"1")
        return fork

    serving.Worker._start = started  # type: ignore[method-assign]


def _be(arguments: list[str], files: "list[IO[bytes]]") -> None:
    """Be the command, and end."""
    from django.core.management import execute_from_command_line

    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 # it has read ahead
    status = 1
    try:
        if arguments[0] == "-m":
            sys.argv = arguments[1:]
            runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        else:
            execute_from_command_line(["manage.py", *arguments])
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve()
