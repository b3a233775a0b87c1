"""How often each number of the dice came, as a picture: bars, and the band they are expected in."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from games.boards.presenters.proof_figures import Count

WIDTH: Final = 400
HEIGHT: Final = 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 8, 24, 28
_BAR: Final = 36


def histogram(counts: Sequence[Count], *, title: str, description: str) -> str:
    """Draw the counts of the numbers 1 to 6 as an <svg> element; both texts are for listeners."""
    floor = HEIGHT - _BOTTOM
    most = max(1, *(max(one.count, one.high) for one in counts))
    column = (WIDTH - _LEFT - _RIGHT) / len(counts)

    def y(count: int) -> float:
        return floor - (floor - _TOP) * count / most

    parts = [
        (
            f'<svg class="chart dice-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            'aria-labelledby="numbers-title numbers-desc" xmlns="http://www.w3.org/2000/svg">'
        ),
        f'<title id="numbers-title">{escape(title)}</title>',
        f'<desc id="numbers-desc">{escape(description)}</desc>',
    ]
    band = counts[0]
    bars, figures = [], []
    for place, one in enumerate(counts):
        middle = _LEFT + column * (place + 0.5)
        kind = "" if one.is_inside else " dice-bar--out"
        bars.append(
            f'<rect class="dice-bar{kind}" x="{middle - _BAR / 2:.1f}" y="{y(one.count):.1f}" '
            f'width="{_BAR}" height="{floor - y(one.count):.1f}"/>'
        )
        figures.append(
            f'<text class="name" x="{middle:.1f}" y="{y(one.count) - 6:.1f}" '
            f'text-anchor="middle">{one.count}</text>'
            f'<text class="name" x="{middle:.1f}" y="{HEIGHT - 8}" '
            f'text-anchor="middle">{one.number}</text>'
        )
    return "".join(
        (
            *parts,
            *bars,
            f'<rect class="band" x="{_LEFT}" y="{y(band.high):.1f}" '
            f'width="{WIDTH - _LEFT - _RIGHT}" height="{y(band.low) - y(band.high):.1f}"/>',
            f'<path class="dice-edge" d="M{_LEFT} {y(band.low):.1f}H{WIDTH - _RIGHT}'
            f'M{_LEFT} {y(band.high):.1f}H{WIDTH - _RIGHT}"/>',
            f'<path class="zero" d="M{_LEFT} {floor}H{WIDTH - _RIGHT}"/>',
            *figures,
            "</svg>",
        )
    )
