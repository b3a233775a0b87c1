"""Commands of manage.py, by a process that has the program loaded: to load it takes seconds.

Each command runs in a fork, so it finds nothing that another one has left behind.
"""

import json
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent.parent


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

    def run(self, *arguments: str, stdin: str | None = None) -> Done:
        """Run `manage.py`, or after `-m` a module, with arguments."""
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
        process.stdin.write(json.dumps([arguments, stdin or ""]) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"the process that is kept ended with {process.wait()}"
        return Done(*json.loads(answer))


def _end(process: "subprocess.Popen[str]") -> None:
    process.communicate()


def serve() -> None:
    """Load the program; then run what each line asks for, and answer with a line."""
    import django
    from django.urls import get_resolver

    django.setup()
    assert get_resolver().url_patterns  # their modules are most of what is loaded
    for line in sys.stdin:
        arguments, text = json.loads(line)
        files = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115 # closed below
        files[0].write(text.encode())
        files[0].seek(0)
        child = os.fork()
        if not child:
            _run(arguments, files)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        found = []
        for file in files[1:]:
            file.seek(0)
            found.append(file.read().decode("utf-8", "replace"))
        for file in files:
            file.close()
        print(json.dumps([status, *found]), flush=True)


def _run(arguments: list[str], files: "list[IO[bytes]]") -> None:
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
