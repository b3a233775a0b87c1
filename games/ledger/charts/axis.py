"""Round numbers for an axis of points, and labels that do not overlap."""

from collections.abc import Sequence

# Hundredths of a point: a tick is 1, 2 or 5 times a power of ten, never finer than half a point.
_SMALLEST_STEP = 50


def ticks(low: int, high: int, most: int = 6) -> tuple[int, ...]:
    """Return round values in hundredths from `low` or below to `high` or above, zero included."""
    low, high = min(low, 0), max(high, 0)
    step = _SMALLEST_STEP
    while _below(low, step) + _above(high, step) > most - 1:
        step = _next_step(step)
    if low == high == 0:
        return (0, 100)
    return tuple(range(-_below(low, step) * step, (_above(high, step) + 1) * step, step))


def _below(low: int, step: int) -> int:
    return -(low // step)


def _above(high: int, step: int) -> int:
    return -(-high // step)


def _next_step(step: int) -> int:
    first = int(str(step)[0])
    return step * 5 // 2 if first == 2 else step * 2


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move places apart until neighbours are `gap` away, close to where they were, within bounds.

    Keeps the order. Where there is no room for all, they are spaced evenly and the gap shrinks.
    """
    if not places:
        return []
    gap = min(gap, (high - low) / max(len(places) - 1, 1))
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = [0.0] * len(places)
    floor = low
    for i in order:
        moved[i] = max(places[i], floor)
        floor = moved[i] + gap
    ceiling = high
    for i in reversed(order):
        moved[i] = min(moved[i], ceiling)
        ceiling = moved[i] - gap
    return moved
