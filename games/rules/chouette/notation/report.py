"""What scoring a file prints: a JSON object, or a sheet for the terminal."""

from __future__ import annotations

import unicodedata
from typing import Any

from games.rules.chouette.notation.reader import Record
from games.rules.chouette.state import POINT, GameResult, points_text


def scores(record: Record) -> dict[str, Any]:
    """Return the figures of a session as ``score --format json`` prints them; whole points are
    ints.
    """
    return {
        "players": {player: _number(total) for player, total in record.table.totals.items()},
        "games": [_game(result) for result in record.results],
        "next": list(record.table.order),
    }


def sheet(record: Record) -> str:
    """Return the score sheet as text: a row per game with points and running totals, then who is
    next.

    Box and captain come first; a ``+`` marks a gain; a dot marks an absent player.
    """
    players = record.table.players
    totals = dict.fromkeys(players, 0)
    rows = [["", "box", "captain", *(cell for player in players for cell in (player, ""))]]
    for result in record.results:
        row = [str(result.number), _box(result), result.captain]
        for player in players:
            points = result.points.get(player)
            totals[player] += points or 0
            row += ["·" if points is None else _signed(points), points_text(totals[player])]
        rows.append(row)
    lines = [*_title(record), *_aligned(rows)]
    if not record.results:
        lines = [*_title(record), "No game was played."]
    lines.append("")
    lines.append("Total  " + ", ".join(f"{p} {_signed(t)}" for p, t in totals.items()))
    lines.append(f"Next   {_next(record)}")
    return "\n".join(lines)


def _game(result: GameResult) -> dict[str, Any]:
    return {
        "box": result.box,
        "captain": result.captain,
        "team": list(result.team),
        "partner": result.partner,
        "winner": result.winner,
        "points": {player: _number(points) for player, points in result.points.items()},
        "next": list(result.next_order),
    }


def _number(hundredths: int) -> int | float:
    """Return points as a JSON number: at most two decimals, which a float shows exactly."""
    return hundredths // POINT if hundredths % POINT == 0 else hundredths / POINT


def _signed(hundredths: int) -> str:
    return ("+" if hundredths > 0 else "") + points_text(hundredths)


def _box(result: GameResult) -> str:
    return f"{result.box}+{result.partner}" if result.partner else result.box


def _title(record: Record) -> list[str]:
    facts = [record.header.tag(name) for name in ("Event", "Site", "Date")]
    return [" · ".join([*filter(None, facts), record.table.rules.text()]), ""]


def _next(record: Record) -> str:
    line = record.table.line
    if line is None:
        return "the order is not set yet"
    return str(line) if line.team else line.box


def _aligned(rows: list[list[str]]) -> list[str]:
    """Align columns: names left, numbers right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for place in range(3, len(widths), 2):  # a player's name spans two columns
        widths[place] = max(2, *(_width(row[place]) for row in rows[1:]), 2) if rows[1:] else 2
        spare = _width(rows[0][place]) - widths[place] - 1
        widths[place + 1] = max(spare, 1, *(_width(row[place + 1]) for row in rows[1:]))
    lines = []
    for count, row in enumerate(rows):
        cells = [row[0].rjust(widths[0]), _left(row[1], widths[1]), _left(row[2], widths[2])]
        for place in range(3, len(row), 2):
            pair = widths[place] + 1 + widths[place + 1]
            if count == 0:
                cells.append(_right(row[place], pair))
            else:
                points = _right(row[place], widths[place])
                cells.append(f"{points} {_right(row[place + 1], widths[place + 1])}")
        lines.append("  ".join(cells).rstrip())
        if count == 0:
            lines.append("─" * _width(lines[0]))
    return lines


def _width(text: str) -> int:
    """Return how many terminal cells a text fills: wide letters and emoji take two."""
    return sum(
        0
        if unicodedata.combining(letter) or unicodedata.category(letter) in {"Mn", "Cf"}
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )


def _left(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _right(text: str, width: int) -> str:
    return " " * (width - _width(text)) + text
