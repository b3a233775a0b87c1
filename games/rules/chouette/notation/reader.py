"""Reading ``.csn``: each statement is applied to the table as it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from games.rules.chouette.actions import Action
from games.rules.chouette.errors import ChouetteError, NotationError
from games.rules.chouette.notation.grammar import actions_of
from games.rules.chouette.notation.tags import Header
from games.rules.chouette.notation.tokens import tokens
from games.rules.chouette.state import GameResult
from games.rules.chouette.table import Table
from games.rules.file_text import file_text

_BINARY: Final = re.compile("[\0-\b]")


@dataclass(frozen=True, slots=True)
class Step:
    """One statement: its line in the file, counted from 1, and the actions it stands for."""

    line: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole file: its tags, its statements, the results of its games, and the final table."""

    header: Header
    steps: tuple[Step, ...]
    results: tuple[GameResult, ...]
    table: Table

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(action for step in self.steps for action in step.actions)


def parse(text: str | bytes, *, unfinished: bool = False) -> Record:
    """Read a session and score it.

    ``unfinished`` accepts a text that ends inside a game.

    Raises:
        NotationError: for the first line that cannot be read or breaks the rules.
    """
    lines = _lines(text)
    header = Header()
    table: Table | None = None
    steps: list[Step] = []
    results: list[GameResult] = []
    for number, line in enumerate(lines, start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        try:
            if content.startswith("["):
                if table is not None:
                    raise ChouetteError("tag_late")
                header.read(content)
                continue
            table = table or _table(header)
            actions = actions_of(table, tokens(content))
            for action in actions:
                played = table.played
                table = table.apply(action)
                if table.played > played and table.last is not None:
                    results.append(table.last)
        except NotationError:
            raise
        except ChouetteError as error:
            raise NotationError.at(number, error) from error
        steps.append(Step(number, tuple(actions)))
    last = max(len(lines), 1)
    try:
        table = table or _table(header)
    except ChouetteError as error:
        raise NotationError.at(last, error) from error
    if table.game is not None and not unfinished:
        raise NotationError("file_inside_game", last)
    return Record(header, tuple(steps), tuple(results), table)


def _table(header: Header) -> Table:
    if not header.players:
        raise ChouetteError("players_missing")
    return Table.new(header.players, header.rules, header.stakes)


def text_of(content: str | bytes) -> str:
    """Return the text of a file without its byte-order mark, whichever program wrote it.

    Raises:
        NotationError: it is no text, or has another encoding than those of `file_text`.
    """
    if isinstance(content, str):
        return content.removeprefix("\ufeff")
    try:
        text, _encoding = file_text(content)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NotationError("encoding", line) from error
    if found := _BINARY.search(text):
        raise NotationError("encoding", text.count("\n", 0, found.start()) + 1)
    return text


def _lines(text: str | bytes) -> list[str]:
    """Return the lines of a file; a newline at the very end does not start another line."""
    lines = text_of(text).split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines
