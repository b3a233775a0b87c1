"""An estimate over time: a line, its band of uncertainty, and a reference line in the middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 400, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 8, 10, 26
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_RUNGS = 7


@dataclass(frozen=True, slots=True)
class Moment:
    """An estimate: when (in days from any origin), the lower end, the figure, the upper end."""

    day: int
    low: float
    figure: float
    high: float


def band_chart(
    moments: Sequence[Moment],
    *,
    key: str,
    title: str,
    description: str,
    first: str,
    last: str,
    middle: float,
) -> str:
    """Draw the chart as an <svg> element; fewer than two moments draw nothing.

    `key` makes ids unique on the page; `first` and `last` are written below the two ends.
    """
    if len(moments) < 2:
        return ""
    low = min(middle, *(one.low for one in moments))
    high = max(middle, *(one.high for one in moments))
    step = next((s for s in _STEPS if (high - low) / s <= _MOST_RUNGS - 1), _STEPS[-1])
    rungs = range(int(low // step) * step, (int(high // step) + 2) * step, step)
    begin, span = moments[0].day, (moments[-1].day - moments[0].day) or 1
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT

    def x(day: int) -> float:
        return _LEFT + (right - _LEFT) * (day - begin) / span

    def y(figure: float) -> float:
        return bottom - (bottom - _TOP) * (figure - rungs[0]) / ((rungs[-1] - rungs[0]) or 1)

    there = "L".join(f"{x(one.day):.1f} {y(one.high):.1f}" for one in moments)
    back = "L".join(f"{x(one.day):.1f} {y(one.low):.1f}" for one in reversed(moments))
    line = "L".join(f"{x(one.day):.1f} {y(one.figure):.1f}" for one in moments)
    marks = "".join(
        f'<path class="{"zero" if rung == middle else "grid"}" d="M{_LEFT} {y(rung):.1f}H{right}"/>'
        f'<text class="tick" x="{_LEFT - 6}" y="{y(rung) + 4:.1f}" text-anchor="end">{rung}</text>'
        for rung in rungs
    )
    end = moments[-1]
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(description)}</desc>'
        f'<path class="band" d="M{there}L{back}Z"/>{marks}'
        f'<g class="series series-1"><path class="line" d="M{line}"/>'
        f'<circle class="end" cx="{x(end.day):.1f}" cy="{y(end.figure):.1f}" r="3"/></g>'
        f'<text class="tick" x="{_LEFT}" y="{HEIGHT - 8}">{escape(first)}</text>'
        f'<text class="tick" x="{right}" y="{HEIGHT - 8}" text-anchor="end">{escape(last)}</text>'
        "</svg>"
    )
