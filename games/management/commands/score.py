"""``manage.py score``: score files in the chouette notation, for people or for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import STANDARD_INPUT, line_print, opened, reader_may_leave
from games.rules.chouette import NotationError
from games.rules.chouette.notation import Record, parse, scores, sheet

LARGEST = 64 * 1024 * 1024
"""More than ten thousand evenings: a larger file is not a score file."""


class Command(BaseCommand):
    """Prints score sheets, or JSON; errors name file, line and reason."""

    help = "Score .csn files: prints the score sheet, or the first line that breaks the rules."
    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="FILE", help="a file, a folder, or -")
        parser.add_argument("--format", choices=("text", "json", "jsonl"), default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        with reader_may_leave():
            self.score(options)

    def score(self, options: dict[str, Any]) -> None:
        """Score every file; exit with 1 if any failed."""
        files = [file for path in options["paths"] for file in files_of(path)]
        if options["format"] == "json" and len(files) != 1:
            self.stderr.write("--format json takes one file; for several use --format jsonl.")
            sys.exit(1)
        failed = False
        for place, file in enumerate(files):
            try:
                record = parse(read(file))
            except NotationError as error:
                failed = True
                self.report(file, error.line, str(error), options["format"])
            except OSError as error:
                failed = True
                self.report(file, 0, error.strerror or "cannot be read", options["format"])
            else:
                self.write(file, record, options["format"], several=len(files) > 1, place=place)
        if failed:
            sys.exit(1)

    def report(self, file: str, line: int, message: str, form: str) -> None:
        """Print an error: with ``jsonl`` as an object among the results, else on standard error."""
        if form == "jsonl":
            error = {"line": line, "message": message}
            line_print(self.stdout, json.dumps({"file": file, "error": error}, ensure_ascii=False))
        else:
            self.stderr.write(f"{file}:{line}: {message}" if line else f"{file}: {message}")

    def write(self, file: str, record: Record, form: str, *, several: bool, place: int) -> None:
        """Print one file's scores."""
        if form == "text":
            title = f"{file}\n\n" if several else ""
            line_print(self.stdout, ("\n\n" if place else "") + title + sheet(record))
            return
        figures = scores(record)
        if form == "jsonl":
            figures = {"file": file, **figures}
        line_print(self.stdout, json.dumps(figures, ensure_ascii=False))


def files_of(path: str) -> Iterator[str]:
    """Yield the files of a path: itself, or the ``.csn`` files of a folder."""
    if path != STANDARD_INPUT and Path(path).is_dir():
        yield from (str(Path(path) / one.name) for one in sorted(Path(path).glob("*.csn")))
    else:
        yield path


def read(file: str, largest: int = LARGEST) -> bytes:
    """Return a file's content, or standard input for ``-``.

    Raises:
        NotationError: it is larger than any session.
        OSError: it cannot be read.
    """
    with opened(file) as stream:
        content = stream.read(largest + 1)
    if len(content) > largest:
        raise NotationError("too_large", 1, limit=largest // 1024 // 1024)
    return content
