"""Output of commands for programs: lines of UTF-8, whatever the terminal's encoding."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from django.core.management.base import OutputWrapper

STANDARD_INPUT = "-"


def line_print(stdout: OutputWrapper, text: str) -> None:
    """Print a line; lone surrogates, which are not characters, are escaped as in JSON."""
    stream: BinaryIO | None = getattr(stdout._out, "buffer", None)
    if stream is None:
        stdout.write(text)
    else:
        stream.write(text.encode(errors="backslashreplace") + b"\n")
        stream.flush()


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Let the reader of the output, such as "head", close it early.

    Raises:
        SystemExit: it was closed.
    """
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, for reading bytes.

    Raises:
        OSError: it cannot be read.
    """
    if file == STANDARD_INPUT:
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as stream:
            yield stream
