"""A dot on a line: an estimate on its interval, with one scale for a whole column."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 120, 20
_EDGE = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """The figures at the left and the right edge and at the middle line."""

    low: float
    high: float
    middle: float

    @classmethod
    def of(cls, intervals: Sequence[tuple[float, float]], middle: float) -> "Scale":
        """Return the scale that fits all of these intervals."""
        figures = [middle, *(end for interval in intervals for end in interval)]
        return cls(min(figures), max(figures), middle)

    def x(self, figure: float) -> float:
        """Return the horizontal position of a figure."""
        span = self.high - self.low or 1
        inside = min(max(figure, self.low), self.high)
        return _EDGE + (WIDTH - 2 * _EDGE) * (inside - self.low) / span


def dot(figure: float, interval: tuple[float, float], scale: Scale, *, label: str) -> str:
    """Draw an estimate as an <svg> with a label: the line is its interval, the dot the estimate."""
    y = HEIGHT / 2
    return (
        f'<svg class="dots" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(label)}" xmlns="http://www.w3.org/2000/svg">'
        f'<path class="zero" d="M{scale.x(scale.middle):.1f} 1V{HEIGHT - 1}"/>'
        f'<path class="line" d="M{scale.x(interval[0]):.1f} {y:.0f}H{scale.x(interval[1]):.1f}"/>'
        f'<circle class="end" cx="{scale.x(figure):.1f}" cy="{y:.0f}" r="4"/></svg>'
    )
