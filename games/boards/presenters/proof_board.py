"""Small pictures of positions: a checker is a dot of a path, the empty board is shared by all.

A path of lines without length draws round dots in the width of its stroke, so that a position
takes half a kilobyte. White's home is at the lower right in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.safestring import SafeString

from games.rules.backgammon import BLACK, WHITE, Position
from games.rules.backgammon.board import BAR, POINTS

COLUMN: Final = 14
"""Between the middles of two points; 12 points, the bar, and what is off beside them."""
WIDTH: Final = 14 * COLUMN
HEIGHT: Final = 124
_FOOT: Final = 9
_STACK: Final = 46
"""How far the last checker of a point may stand from the first."""
_BAR_COLUMN: Final = 6
_OFF_COLUMN: Final = 13


def ground() -> SafeString:
    """Draw the empty board once, as a symbol that all pictures use."""
    spikes = "".join(
        f"M{_x(_column(point)) - 6} {_edge(point)}l6 {'' if point > 12 else '-'}48 6 "
        f"{'-' if point > 12 else ''}48z"
        for point in range(1, POINTS + 1)
    )
    bar = _BAR_COLUMN * COLUMN
    return SafeString(  # nosec B703 - numbers only
        '<svg class="dice-ground" aria-hidden="true" focusable="false"><symbol id="dice-board" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><rect class="dice-board__field" '
        f'width="{WIDTH}" height="{HEIGHT}" rx="3"/><rect class="dice-board__bar" x="{bar}" '
        f'width="{COLUMN}" height="{HEIGHT}"/><rect class="dice-board__bar" '
        f'x="{_OFF_COLUMN * COLUMN}" width="{COLUMN}" height="{HEIGHT}"/>'
        f'<path class="dice-board__points" d="{spikes}"/></symbol></svg>'
    )


def thumbnail(position: Position, side: int) -> SafeString:
    """Draw a position with a side on roll; its words stand beside it, so it is silent."""
    halves = {side: position.own, 1 - side: position.opp}
    off = dict(zip((side, 1 - side), position.off, strict=True))
    dots = {
        one: "".join(f"M{x} {y:g}h0" for x, y in _checkers(half, one))
        for one, half in halves.items()
    }
    counts = "".join(
        f'<text x="{_x(_OFF_COLUMN)}" y="{HEIGHT - 5 if one == WHITE else 15}">{off[one]}</text>'
        for one in (WHITE, BLACK)
        if off[one]
    )
    return SafeString(  # nosec B703 - numbers only
        f'<svg class="dice-board" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" '
        'focusable="false"><use href="#dice-board"/>'
        f'<path class="dice-board__rim" d="{dots[WHITE]}{dots[BLACK]}"/>'
        f'<path class="dice-board__white" d="{dots[WHITE]}"/>'
        f'<path class="dice-board__black" d="{dots[BLACK]}"/>{counts}</svg>'
    )


def _checkers(half: tuple[int, ...], side: int) -> Iterator[tuple[int, float]]:
    """Where a side's checkers lie; `half` is in its own numbering, as in `Position`."""
    for place, count in enumerate(half, 1):
        if not count:
            continue
        apart = min(12.0, _STACK / max(count - 1, 1))
        if place == BAR:
            up = -1 if side == WHITE else 1
            column, foot = _BAR_COLUMN, HEIGHT / 2 + up * 9
        else:
            point = place if side == WHITE else POINTS + 1 - place
            up = 1 if point > 12 else -1
            column, foot = _column(point), _edge(point) + up * _FOOT
        for number in range(count):
            yield _x(column), round(foot + up * apart * number, 1)


def _column(point: int) -> int:
    """The column of one of White's points, from the left; the bar is the seventh."""
    place = 12 - point if point <= 12 else point - 13
    return place + (place >= _BAR_COLUMN)


def _x(column: int) -> int:
    return column * COLUMN + COLUMN // 2


def _edge(point: int) -> int:
    """Where the foot of a point is: the upper half hangs from above."""
    return 0 if point > 12 else HEIGHT
