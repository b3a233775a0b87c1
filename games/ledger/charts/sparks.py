"""A sparkline: the course of a total, small enough for a table row."""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 80, 20
_EDGE = 2


def sparkline(values: Sequence[int], *, label: str) -> str:
    """Draw running totals as an <svg> with a label; fewer than two values draw nothing."""
    if len(values) < 2:
        return ""
    low, high = min(*values, 0), max(*values, 0)
    span = high - low or 1

    def y(value: int) -> float:
        return HEIGHT - _EDGE - (HEIGHT - 2 * _EDGE) * (value - low) / span

    step = (WIDTH - 2 * _EDGE) / (len(values) - 1)
    places = "L".join(f"{_EDGE + i * step:.1f} {y(value):.1f}" for i, value in enumerate(values))
    return (
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(label)}" xmlns="http://www.w3.org/2000/svg">'
        f'<path class="zero" d="M0 {y(0):.1f}H{WIDTH}"/><path class="line" d="M{places}"/></svg>'
    )
