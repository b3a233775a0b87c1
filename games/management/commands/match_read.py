"""``manage.py match_read``: reads files of match text, for programs."""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import line_print, opened, reader_may_leave
from games.rules.backgammon import MatchRecord, RecordError
from games.rules.backgammon.mat import read_mat

LARGEST: Final = 16 * 1024 * 1024
"""Longer than any evening of matches: a larger file is not match text."""


class Command(BaseCommand):
    """Prints an object for each file; a file that cannot be read names its line and the reason."""

    help = (
        "Read match text (.mat, both dialects), hold every play against the rules, and print per "
        "file its length, players and games."
    )
    requires_system_checks: list[str] = []  # it needs neither database nor pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or -")
        parser.add_argument("--format", choices=("jsonl",), default="jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read every file; exit with 1 if any failed."""
        failed = False
        with reader_may_leave():
            for file in options["files"]:
                try:
                    found = figures(read(file))
                except RecordError as error:
                    failed = True
                    found = {"error": {"line": error.line, "message": str(error)}}
                except OSError as error:
                    failed = True
                    reason = error.strerror or "cannot be read"
                    found = {"error": {"line": 0, "message": reason}}
                line_print(self.stdout, json.dumps({"file": file, **found}, ensure_ascii=False))
        if failed:
            sys.exit(1)


def read(file: str) -> MatchRecord:
    """Return the match in a file.

    Raises:
        RecordError: it is not a match, or too large.
        OSError: it cannot be read.
    """
    with opened(file) as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise RecordError("too_large", 1, limit=LARGEST // 1024 // 1024)
    return read_mat(content)


def figures(record: MatchRecord) -> dict[str, Any]:
    """Return the data to print for a match."""
    return {
        "length": record.length,
        "players": list(record.players),
        "games": [
            {
                "plies": game.plies,
                "winner": game.winner,
                "points": game.points,
                "position": game.position.id,
            }
            for game in record.games
        ],
    }
