"""Writes match text (``.mat``) in the dialect that joins steps and marks hits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from games.rules.backgammon.mat.reader import AUTOMATICS
from games.rules.backgammon.play_text import play_text
from games.rules.backgammon.record import (
    Doubled,
    Dropped,
    GameRecord,
    MatchRecord,
    Move,
    Resigned,
    Rolled,
    Took,
)

COLUMN: Final = 32
"""Characters of the left column, wide enough for four steps."""


def write_mat(record: MatchRecord) -> str:
    """Return a match as text that `read_mat` and other programs read.

    What the text cannot express is left out; the points show the level of a resignation. Remarks
    say that the Crawford rule was not played, and how many automatic doubles a game began with.
    """
    lines = [f'; [{_plain(name)} "{_plain(text)}"]' for name, text in record.tags]
    if not record.with_crawford:
        lines.append('; [Crawford "Off"]')
    lines += ["", f" {record.length} point match"]
    for number, game in enumerate(record.games, 1):
        players = [_name(player) for player in record.players]
        scores = [f" {name} : {score}" for name, score in zip(players, game.score, strict=True)]
        lines.append("")
        if game.cube > 1:
            lines.append(f'; [{AUTOMATICS} "{game.cube.bit_length() - 1}"]')
        lines += [f" Game {number}", f"{scores[0] + ' ':<{COLUMN + 5}}{scores[1]}"]
        lines += _rows(game)
        if not game.is_finished:
            continue
        won = list(game.score)
        won[game.winner] += game.points
        is_last = 0 < record.length <= max(won)
        points = f"{game.points} point{'' if game.points == 1 else 's'}"
        edge = " " * (6 + game.winner * COLUMN)
        lines.append(f"{edge}Wins {points}{' and the match' if is_last else ''}")
    return "\n".join(lines) + "\n"


def _rows(game: GameRecord) -> Iterator[str]:
    """Yield the numbered rows: the left player's action and the right player's after it."""
    places: list[tuple[int, int, str]] = []
    row, before = 0, 1
    for move in game.moves:
        if isinstance(move, Resigned):
            continue
        row += move.side <= before
        before = move.side
        places.append((row, move.side, _cell(move)))
    for row, cells in groupby(places, key=lambda place: place[0]):
        texts = {side: text for _, side, text in cells}
        left, right = texts.get(0, ""), texts.get(1, "")
        yield f"{row:3}) {left:<{COLUMN}} {right}".rstrip()


def _cell(move: Move) -> str:
    match move:
        case Rolled(_, (first, second), play):
            dice = f"{first}{second}: "
            if play is None:
                return f"{dice}????"
            return dice + (play_text(play) or "Cannot Move")
        case Doubled(_, value):
            return f" Doubles => {value}"
        case Took():
            return " Takes"
        case Dropped():
            return " Drops"
    return ""


def _plain(text: str) -> str:
    return " ".join(text.split())


def _name(name: str) -> str:
    """Return a name that cannot be taken for a comment."""
    return _plain(name.lstrip("; ")) or "?"
