"""The lines of match text: headers, rows of two columns, results.

There are two dialects. One writes every step in numbers only (``25/20 6/0``) and leaves the cell of
a dance empty; the other joins steps, marks hits (``bar/20* 13/7(2) 6/off``) and writes ``Cannot
Move``. ``????`` is a play that was not recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from games.rules.backgammon.record_errors import RecordError
from games.rules.backgammon.steps import Roll

Kind = Literal["roll", "none", "double", "take", "drop", "concede", "win", "loss"]

FAR: Final = 8
"""Text at least this far behind the number of a row belongs to the right column."""
FAR_RESULT: Final = 20
"""A result at least this far from the edge is the right player's win."""

_TAG = re.compile(r';\s*\[\s*(.+?)\s+"(.*)"\s*\]\s*')
_LENGTH = re.compile(r"\s*(\d{1,4})\s+points?\s+match\s*", re.IGNORECASE)
_MONEY = re.compile(r"\s*(?:unlimited|money)\s+(?:match|game|session)s?\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*game\s+\d+\s*", re.IGNORECASE)
_SCORE = re.compile(r":\s*(\d{1,4})(?!\S)")
_ROW = re.compile(r"\s*\d+\)(.*)")
_START = re.compile(
    r"(?<!\S)(?:(\d+):|(?:(re)?doubles|beavers|raccoons)\b|takes\b|(?:drops|passes)\b"
    r"|(?:concedes|resigns)\b|wins\b|(?:losses|loses)\b)",
    re.IGNORECASE,
)
_CUBE = re.compile(r"\s*(?:=>)?\s*(\d{1,9})?\s*")
_POINTS = re.compile(
    r"\s*(?:(\d{1,9})\s+points?)?\s*(?P<match>and\s+the\s+match)?\s*[.!]?\s*", re.IGNORECASE
)
_UNKNOWN = re.compile(r"\?+")
_WORDS: Final[dict[str, Kind]] = {
    "doubles": "double",
    "redoubles": "double",
    "beavers": "double",
    "raccoons": "double",
    "takes": "take",
    "drops": "drop",
    "passes": "drop",
    "concedes": "concede",
    "resigns": "concede",
    "wins": "win",
    "losses": "loss",
    "loses": "loss",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player does in a row; `side` is None if the column is ambiguous.

    `text` is the play of a roll: "" for none, "-" for none in words, None for one that was not
    recorded. `number` is the value of the cube or the points of a result, `wins_match` whether that
    says that the match is over. A cell of no kind (``00: ????``) is what some write where a game
    was given up.
    """

    kind: Kind
    side: int | None
    roll: Roll = (0, 0)
    text: str | None = ""
    number: int | None = None
    wins_match: bool = False


def tag_of(line: str) -> tuple[str, str] | None:
    """Return name and text of a line like ``; [Site "Club"]``."""
    found = _TAG.fullmatch(line)
    return (found[1], found[2]) if found else None


def length_of(line: str) -> int | None:
    """Return the points of ``7 point match``, 0 for unlimited play; None for any other line."""
    if _MONEY.fullmatch(line):
        return 0
    found = _LENGTH.fullmatch(line)
    return int(found[1]) if found else None


def is_game(line: str) -> bool:
    """Tell whether a line is like ``Game 3``."""
    return _GAME.fullmatch(line) is not None


def is_row(line: str) -> bool:
    """Tell whether a line begins with the number of a row."""
    return _ROW.fullmatch(line) is not None


def is_bare_row(line: str) -> bool:
    """Tell whether a line is only a row's number, with which some programs end a game."""
    found = _ROW.fullmatch(line)
    return found is not None and not found[1].strip()


def scores_of(line: str) -> list[tuple[tuple[str, str], tuple[int, int]]]:
    """Return names and points of a line like ``Ann : 0    Bob : 2``, the likeliest reading first.

    A name may have a colon and a number, too: then a wide gap follows the first player's points.
    """
    places = list(_SCORE.finditer(line))
    if not places or line[places[-1].end() :].strip():
        return []
    last = places[-1]
    found = []
    for place in places[:-1]:
        first, second = line[: place.start()].strip(), line[place.end() : last.start()]
        if first and second.strip() and not second.lstrip().startswith(":"):
            is_narrow = len(second) - len(second.lstrip()) < 2
            found.append((is_narrow, (first, second.strip()), (int(place[1]), int(last[1]))))
    return [(names, points) for _narrow, names, points in sorted(found, key=lambda one: one[0])]


def cells_of(line: str, number: int) -> list[Cell]:
    """Return the cells of a line in a game.

    Raises:
        RecordError: a part of it does not belong in a game.
    """
    expanded = line.expandtabs()
    row = _ROW.fullmatch(expanded)
    content = row[1] if row else expanded
    starts = list(_START.finditer(content))
    before = content[: starts[0].start()] if starts else content
    if before.strip() or not starts:
        raise RecordError("line_unknown", number, text=line.strip()[:60])
    cells = list(_cells(content, starts, FAR if row else FAR_RESULT, number))
    if not row and any(cell.kind not in ("win", "loss", "concede") for cell in cells):
        raise RecordError("line_unknown", number, text=line.strip()[:60])
    return cells


def _cells(content: str, starts: list[re.Match[str]], far: int, number: int) -> Iterator[Cell]:
    first_side = int(starts[0].start() >= far)
    ends = [start.start() for start in starts[1:]] + [len(content)]
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        side = first_side + place
        rest = content[start.end() : end]
        yield _cell(start, rest, side if side < 2 else None, number)


def _cell(start: re.Match[str], rest: str, side: int | None, number: int) -> Cell:
    if start[1] is not None:
        return _roll_cell(start[1], rest.strip(), side, number)
    kind = _WORDS[start[0].lower()]
    if kind in ("take", "drop", "concede"):
        found = re.fullmatch(r"\s*", rest)
        value = None
    else:
        found = (_CUBE if kind == "double" else _POINTS).fullmatch(rest)
        value = int(found[1]) if found and found[1] else None
    if not found:
        raise RecordError("cell_unknown", number, text=(start[0] + rest).strip()[:60])
    wins_match = kind == "win" and found["match"] is not None
    return Cell(kind, side, number=value, wins_match=wins_match)


def _roll_cell(dice: str, text: str, side: int | None, number: int) -> Cell:
    if dice == "00" and not text.strip("?"):
        return Cell("none", side)
    if not re.fullmatch("[1-6]{2}", dice):
        raise RecordError("die_invalid", number)
    roll = int(dice[0]), int(dice[1])
    if text.lower() == "cannot move":
        return Cell("roll", side, roll, "-")
    return Cell("roll", side, roll, None if _UNKNOWN.fullmatch(text) else text)
