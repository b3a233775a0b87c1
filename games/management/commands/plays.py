"""``manage.py plays``: the possible results of every roll in a list, for programs."""

from __future__ import annotations

import json
import sys
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import line_print, opened, reader_may_leave
from games.rules.backgammon import BackgammonError, Position, results

EXPECTED = 'Expected a line like {"pid": "4HPwATDgc/ABMA", "roll": [5, 6]}.'
BOM = b"\xef\xbb\xbf"


class Command(BaseCommand):
    """Prints each line with the Position IDs of its results; errors name file, line and reason."""

    help = (
        'Read lines {"pid": Position ID, "roll": [die, die]} and print each with "results": the '
        "sorted Position IDs after every distinct legal play, the opponent on roll."
    )
    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or -")
        parser.add_argument("--format", choices=("jsonl",), default="jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer every line in order; exit with 1 if any failed."""
        failed = False
        with reader_may_leave():
            for file in options["files"]:
                try:
                    with opened(file) as stream:
                        failed |= self.answer(file, stream)
                except OSError as error:
                    if isinstance(error, BrokenPipeError):
                        raise
                    failed = True
                    self.stderr.write(f"{file}: {error.strerror or 'cannot be read'}")
        if failed:
            sys.exit(1)

    def answer(self, file: str, stream: BinaryIO) -> bool:
        """Print the results of a file's lines; tell whether any line could not be read."""
        failed = False
        for number, line in enumerate(stream, 1):
            content = line.removeprefix(BOM) if number == 1 else line
            if not content.strip():
                continue
            try:
                answer = answered(content)
            except BackgammonError as error:
                failed = True
                self.stderr.write(f"{file}:{number}: {error}")
            except (ValueError, RecursionError):
                failed = True
                self.stderr.write(f"{file}:{number}: {EXPECTED}")
            else:
                line_print(self.stdout, json.dumps(answer, ensure_ascii=False))
        return failed


def answered(line: bytes) -> dict[str, Any]:
    """Return a line's object with its results.

    Raises:
        BackgammonError: the position or roll does not exist.
        ValueError: it is not an object with a text ``pid`` and a list ``roll``.
    """
    question = json.loads(line.decode())
    if not isinstance(question, dict):
        raise ValueError("an object is expected")
    pid, roll = question.get("pid"), question.get("roll")
    if not isinstance(pid, str) or not isinstance(roll, list):
        raise ValueError("pid and roll are expected")
    position = Position.from_id(pid)
    return {**question, "results": sorted(one.id for one in results(position, as_roll(roll)))}


def as_roll(roll: list[Any]) -> Any:
    """Return a list as a pair of dice, which the rules check."""
    return tuple(roll)
