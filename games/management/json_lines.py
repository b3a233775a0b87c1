"""Commands that answer questions for programs: a JSON object a line in, one a line out."""

from __future__ import annotations

import json
import sys
from typing import Any, BinaryIO, ClassVar

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import line_print, opened, reader_may_leave
from games.rules.coded import CodedError

BOM = b"\xef\xbb\xbf"


class JsonLinesCommand(BaseCommand):
    """Prints each line with its answer; errors name file, line and reason.

    `expected` is the sentence about a line of another form; `answered` gives the answer.
    """

    expected: ClassVar[str]
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
        """Print the answers to a file's lines; tell whether any line could not be read."""
        failed = False
        for number, line in enumerate(stream, 1):
            content = line.removeprefix(BOM) if number == 1 else line
            if not content.strip():
                continue
            try:
                answer = self.answered(question_of(content))
            except CodedError as error:
                failed = True
                self.stderr.write(f"{file}:{number}: {error}")
            except (ValueError, RecursionError):
                failed = True
                self.stderr.write(f"{file}:{number}: {self.expected}")
            else:
                line_print(self.stdout, json.dumps(answer, ensure_ascii=False))
        return failed

    def answered(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a line's object with its answer.

        Raises:
            CodedError: the rules know no such thing.
            ValueError: it is not the object that is expected.
        """
        raise NotImplementedError


def question_of(line: bytes) -> dict[str, Any]:
    """Return the object of a line.

    Raises:
        ValueError: it is not an object in UTF-8.
    """
    question = json.loads(line.decode())
    if not isinstance(question, dict):
        raise ValueError("an object is expected")
    return question
