"""``manage.py match_read``: reads files of match text, for programs."""

from __future__ import annotations

import json
from typing import Any, Final

from games.management.json_lines import FilesCommand
from games.management.output import line_print, opened
from games.rules.backgammon import MatchRecord, RecordError
from games.rules.backgammon.record_file import read_record

LARGEST: Final = 16 * 1024 * 1024
"""Longer than any evening of matches: a larger file is not match text."""


class Command(FilesCommand):
    """Prints an object for each file; a file that cannot be read names its line and the reason."""

    help = (
        "Read match text (.mat, both dialects) or SGF, hold every play against the rules, and "
        "print per file its length, players and games, and which games could not be read."
    )

    def is_answered(self, file: str) -> bool:
        error: dict[str, Any] = {}
        found: dict[str, Any] = {}
        try:
            found = figures(read(file))
        except RecordError as wrong:
            error = {"line": wrong.line, "message": str(wrong)}
        except OSError as wrong:
            error = {"line": 0, "message": wrong.strerror or "cannot be read"}
        answer = {"file": file, **({"error": error} if error else found)}
        line_print(self.stdout, json.dumps(answer, ensure_ascii=False))
        return not error and "unread" not in found


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
    return read_record(content)


def figures(record: MatchRecord) -> dict[str, Any]:
    """Return the data to print for a match; nobody has won a game that was not finished."""
    unread = [
        {"game": one.number, "line": one.error.line, "message": str(one.error)}
        for one in record.unread
    ]
    return {
        "length": record.length,
        "players": list(record.players),
        "games": [
            {
                "plies": game.plies,
                "winner": game.winner if game.is_finished else None,
                "points": game.points,
                "position": game.position.id,
            }
            for game in record.games
        ],
        **({"unread": unread} if unread else {}),
    }
