"""A line chart of running totals: a line per player, named at its end, with title and description.

Colours, strokes and fonts come from static/css/reading.css by class, so that a strict content
security policy holds and dark pages and paper have their own. The page shows the same numbers in a
table beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from games.ledger.charts.axis import spread, ticks
from games.ledger.figures import points_text, signed_text

WIDTH = 400
_TOP, _BOTTOM, _LEFT = 12, 26, 34
_ROW = 15
_LEAST_HEIGHT = 260
_LABEL_LENGTH = 11
_LETTER = 7.0
# The style sheet has this many line styles; further lines reuse them from the start.
STYLES = 12


@dataclass(frozen=True)
class Series:
    """A name and its values in hundredths of a point, one per game; None before the player came."""

    name: str
    values: tuple[int | None, ...]


def line_chart(
    series: Sequence[Series],
    *,
    key: str,
    title: str,
    description: str,
    axis: str,
    first: int = 0,
    point: str = ".",
) -> str:
    """Draw the chart as an <svg> element.

    `key` makes ids unique on the page, `first` is the number under the leftmost value, `axis` names
    the unit there ("games"), `point` is the reader's decimal separator.
    """
    count = max((len(line.values) for line in series), default=0)
    labels = [_label(line, point) for line in series]
    right = 22 + _LETTER * max((len(label) for label in labels), default=0) if series else 8
    height = max(_LEAST_HEIGHT, _ROW * (len(series) + 1) + _TOP + _BOTTOM)
    known = [value for line in series for value in line.values if value is not None]
    rungs = ticks(min(known, default=0), max(known, default=0))
    plot = _Plot(
        left=_LEFT,
        right=WIDTH - right,
        top=_TOP,
        bottom=height - _BOTTOM,
        low=rungs[0],
        high=rungs[-1],
        count=count,
    )
    parts = [
        (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-labelledby="{key}-title {key}-desc" xmlns="http://www.w3.org/2000/svg">'
        ),
        f'<title id="{key}-title">{escape(title)}</title>',
        f'<desc id="{key}-desc">{escape(description)}</desc>',
        *(_rung(plot, value, point) for value in rungs),
        *_feet(plot, first, axis),
    ]
    ends = [plot.end(line) for line in series]
    rows = spread([end[1] for end in ends], _ROW, plot.top, plot.bottom)
    for number, (line, label, end, row) in enumerate(zip(series, labels, ends, rows, strict=True)):
        style = number % STYLES + 1
        x, y = end
        edge = plot.right + 11
        # Level up to the edge, where it leads to the label: a player who left early lost no more.
        level = f"H{plot.right:.1f}" if x + 4 < plot.right else ""
        parts.append(
            f'<g class="series series-{style}"><path class="line" d="{plot.path(line)}"/>'
            f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>'
            f'<path class="leader" d="M{x + 4:.1f} {y:.1f}{level}L{edge:.1f} {row:.1f}"/>'
            f'<text class="name" x="{edge + 3:.1f}" y="{row + 4:.1f}">{escape(label)}</text></g>'
        )
    parts.append("</svg>")
    return "".join(parts)


@dataclass(frozen=True)
class _Plot:
    """The plot area, and where a value of a game lies in it."""

    left: float
    right: float
    top: float
    bottom: float
    low: int
    high: int
    count: int

    def x(self, index: int) -> float:
        return self.left + (self.right - self.left) * index / max(self.count - 1, 1)

    def y(self, value: int) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)

    def path(self, line: Series) -> str:
        places = [
            f"{self.x(i):.1f} {self.y(value):.1f}"
            for i, value in enumerate(line.values)
            if value is not None
        ]
        return "M" + "L".join(places) if places else ""

    def end(self, line: Series) -> tuple[float, float]:
        for index in range(len(line.values) - 1, -1, -1):
            value = line.values[index]
            if value is not None:
                return self.x(index), self.y(value)
        return self.left, self.y(0)


def _label(line: Series, point: str) -> str:
    last = next((value for value in reversed(line.values) if value is not None), 0)
    name = line.name
    if len(name) > _LABEL_LENGTH:
        name = name[: _LABEL_LENGTH - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    return f"{name} {signed_text(last, point=point)}"


def _rung(plot: _Plot, value: int, point: str) -> str:
    y = plot.y(value)
    kind = "zero" if value == 0 else "grid"
    return (
        f'<path class="{kind}" d="M{plot.left} {y:.1f}H{plot.right:.1f}"/>'
        f'<text class="tick" x="{plot.left - 6}" y="{y + 4:.1f}" text-anchor="end">'
        f"{points_text(value, point=point)}</text>"
    )


def _feet(plot: _Plot, first: int, axis: str) -> list[str]:
    """Number the games below the chart: the first, the last, and round ones that fit between."""
    if plot.count < 2:
        return []
    last = first + plot.count - 1
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if plot.count <= 8 * s)
    numbers = [n for n in range(first, last) if n % step == 0 and last - n >= step / 2] + [last]
    y = plot.bottom + 18
    start = f'<text class="tick" y="{y:.1f}" text-anchor="middle"'
    feet = [f'{start} x="{plot.x(n - first):.1f}">{n}</text>' for n in numbers]
    feet.append(f'<text class="tick" x="{plot.right + 14:.1f}" y="{y:.1f}">{escape(axis)}</text>')
    return feet
