"""Commands for programs: files in, a JSON object a line out."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from typing import Any, BinaryIO, ClassVar

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import line_print, opened, reader_may_leave
from games.rules.coded import CodedError

BOM = b"\xef\xbb\xbf"


class FilesCommand(BaseCommand, ABC):
    """Answers for files, one after the other; exits with 1 if any failed."""

    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or -")
        parser.add_argument("--format", choices=("jsonl",), default="jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer for every file in order."""
        failed = False
        with reader_may_leave():
            for file in options["files"]:
                failed |= not self.is_answered(file)
        if failed:
            sys.exit(1)

    @abstractmethod
    def is_answered(self, file: str) -> bool:
        """Print what a file gives; tell whether all of it could be read."""


class JsonLinesCommand(FilesCommand):
    """Prints each line with its answer; errors name file, line and reason.

    `expected` is the sentence about a line of another form; `answered` gives the answer.
    """

    expected: ClassVar[str]

    def is_answered(self, file: str) -> bool:
        try:
            with opened(file) as stream:
                return self._are_answered(file, stream)
        except BrokenPipeError:
            raise  # it is about what is printed, not about the file
        except OSError as error:
            self.stderr.write(f"{file}: {error.strerror or 'cannot be read'}")
            return False

    def _are_answered(self, file: str, stream: BinaryIO) -> bool:
        """Print the answers to a file's lines; tell whether every line could be read."""
        are_read = True
        for number, line in enumerate(stream, 1):
            content = line.removeprefix(BOM) if number == 1 else line
            if not content.strip():
                continue
            try:
                answer = self.answered(question_of(content))
            except CodedError as error:
                are_read = False
                self.stderr.write(f"{file}:{number}: {error}")
            except (ValueError, RecursionError):
                are_read = False
                self.stderr.write(f"{file}:{number}: {self.expected}")
            else:
                line_print(self.stdout, json.dumps(answer, ensure_ascii=False))
        return are_read

    @abstractmethod
    def answered(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a line's object with its answer.

        Raises:
            CodedError: the rules know no such thing.
            ValueError: it is not the object that is expected.
        """


def question_of(line: bytes) -> dict[str, Any]:
    """Return the object of a line.

    Raises:
        ValueError: it is not an object in UTF-8.
    """
    question = json.loads(line.decode())
    if not isinstance(question, dict):
        raise ValueError("an object is expected")
    return question
