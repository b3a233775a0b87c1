"""A calendar of how much was played: a row per year, a cell per month, darker for more games."""

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape

LEVELS = 4
_LEFT, _TOP, _CELL, _GAP = 44, 20, 28, 2


def month_grid(
    games: Mapping[date, int],
    *,
    key: str,
    title: str,
    description: str,
    letters: Sequence[str],
) -> str:
    """Draw the calendar as an <svg> element; `games` maps the first days of months to numbers.

    `letters` are the short names of the months above the columns. Without games nothing is drawn.
    """
    if not games:
        return ""
    years = range(max(games).year, min(games).year - 1, -1)
    most = max(games.values())
    width, height = _LEFT + 12 * (_CELL + _GAP), _TOP + len(years) * (_CELL + _GAP)
    parts = [
        f'<svg class="chart months" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(description)}</desc>'
    ]
    parts += [
        f'<text class="tick" x="{_x(column) + _CELL / 2}" y="14" text-anchor="middle">'
        f"{escape(letter)}</text>"
        for column, letter in enumerate(letters)
    ]
    for row, year in enumerate(years):
        y = _TOP + row * (_CELL + _GAP)
        parts.append(f'<text class="tick" x="0" y="{y + 19}">{year}</text>')
        parts += [
            _cell(_x(month - 1), y, games.get(date(year, month, 1), 0), most)
            for month in range(1, 13)
        ]
    return "".join([*parts, "</svg>"])


def _x(column: int) -> int:
    return _LEFT + column * (_CELL + _GAP)


def _cell(x: int, y: int, played: int, most: int) -> str:
    level = -(-LEVELS * played // most)
    text = (
        f'<text class="heat-text heat-text-{level}" x="{x + _CELL / 2}" y="{y + 18}" '
        f'text-anchor="middle">{played if played < 1000 else "1k+"}</text>'
        if played
        else ""
    )
    square = f'<rect class="heat heat-{level}" x="{x}" y="{y}" '
    return f'{square}width="{_CELL}" height="{_CELL}" rx="4"/>{text}'
