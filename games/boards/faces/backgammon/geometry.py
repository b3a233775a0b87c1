"""Where everything lies on the picture of a backgammon board, in units of the picture.

There are two layouts: `tall` for phones, where borne-off checkers lie above and below so that the
points fill the width, and `wide` for larger screens, with a tray at each side. Both are written
once, for White's home at the lower right; the other views are mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

LayoutName = Literal["tall", "wide"]
Home = Literal["left", "right"]

COLUMN: Final = 40.0
RADIUS: Final = 18.8
STEP: Final = 37.6
"""From the centre of a checker to that of the next on its point."""
SPIKE: Final = 186.0
POINT: Final = 194.0
DIE: Final = 50.0
CUBE: Final = 34.0
FIT: Final = 5
"""So many checkers lie side by side on a point; more are pressed together."""


TURNING: Final = ("dice", "offer")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: the centre of its first piece, the offset for each further one, and how many fit."""

    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    fit: int = FIT

    def at(self, number: int, count: int) -> tuple[float, float]:
        """Return the centre of piece `number` from 0, of `count`."""
        share = min(1.0, (self.fit - 1) / (count - 1)) if count > 1 else 1.0
        return self.x + self.dx * share * number, self.y + self.dy * share * number


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a layout: the field lies between `left` and `width - left`."""

    name: LayoutName
    width: float
    height: float
    left: float
    top: float
    bar: float
    spots: Mapping[str, Spot]

    @property
    def bottom(self) -> float:
        """The lower edge of the field."""
        return self.height - self.top


@dataclass(frozen=True, slots=True)
class View:
    """From where the board is seen: the side of both homes, and who has theirs below."""

    home: Home = "right"
    below: int = 0


PICTURE: Final = View("left", 1)
"""As Tele-Backgammon draws it: 1-6 and 7-12 above, 24-19 and 18-13 below, homes at the left."""


def seen_from(layout: Layout, view: View) -> Mapping[str, Spot]:
    """Return the places of a layout as they lie in a view."""
    return _seen_from(layout.name, view)


@cache
def _seen_from(name: LayoutName, view: View) -> Mapping[str, Spot]:
    layout = LAYOUTS[name]
    spots = {}
    for key, spot in layout.spots.items():
        # Dice and an offered cube lie at a side's own hand, from wherever the board is seen.
        is_left = (view.home == "left") != (key.startswith(TURNING) and view.below == 1)
        across = replace(spot, x=layout.width - spot.x, dx=-spot.dx) if is_left else spot
        down = replace(across, y=layout.height - across.y, dy=-across.dy)
        spots[key] = down if view.below == 1 else across
    return spots


def _columns(left: float, bar: float) -> list[float]:
    """Return the middles of the twelve columns from the left."""
    return [left + COLUMN * (place + 0.5) + (bar if place > 5 else 0.0) for place in range(12)]


def _points(columns: list[float], top: float, bottom: float) -> Iterator[tuple[str, Spot]]:
    for number in range(1, 13):
        yield str(number), Spot(columns[12 - number], bottom - RADIUS, dy=-STEP)
    for number in range(13, 25):
        yield str(number), Spot(columns[number - 13], top + RADIUS, dy=STEP)


def _tall() -> Layout:
    edge, strip, numbers, bar, gap = 6.0, 38.0, 20.0, 38.0, 104.0
    width = 2 * edge + 12 * COLUMN + bar
    top = edge + strip + numbers
    height = 2 * (top + POINT) + gap
    middle, centre = height / 2, width / 2
    right = width - edge
    lower = height - edge - 18
    spots = dict(_points(_columns(edge, bar), top, height - top))
    spots |= _bar(centre, middle, 25.0)
    spots["off0"] = Spot(right - 9, lower, dx=-15.8, fit=15)
    spots["off1"] = Spot(right - 9, height - lower, dx=-15.8, fit=15)
    spots |= {
        "dice0": Spot(centre + bar / 2 + 120, middle, dx=DIE + 6),
        "dice1": Spot(centre - bar / 2 - 120, middle, dx=DIE + 6),
        "cube": Spot(centre, middle),
        "cube0": Spot(edge + 22, lower),
        "cube1": Spot(edge + 22, height - lower),
        "offer0": Spot(centre - bar / 2 - 120, middle),
        "offer1": Spot(centre + bar / 2 + 120, middle),
    }
    return Layout("tall", width, height, edge, top, bar, spots)


def _wide() -> Layout:
    edge, tray, seam, bar, gap = 14.0, 54.0, 9.0, 44.0, 96.0
    left = edge + tray + seam
    width = 2 * left + 12 * COLUMN + bar
    top = 30.0
    height = 2 * (top + POINT) + gap
    middle, centre = height / 2, width / 2
    spots = dict(_points(_columns(left, bar), top, height - top))
    spots |= _bar(centre, middle, 25.0)
    tray_middle = edge + tray / 2
    spots["off0"] = Spot(width - tray_middle, height - top - 9, dy=-12.4, fit=15)
    spots["off1"] = Spot(width - tray_middle, top + 9, dy=12.4, fit=15)
    spots |= {
        "dice0": Spot(centre + bar / 2 + 120, middle, dx=DIE + 6),
        "dice1": Spot(centre - bar / 2 - 120, middle, dx=DIE + 6),
        "cube": Spot(tray_middle, middle),
        "cube0": Spot(tray_middle, height - top - CUBE / 2 - 8),
        "cube1": Spot(tray_middle, top + CUBE / 2 + 8),
        "offer0": Spot(centre - bar / 2 - 120, middle),
        "offer1": Spot(centre + bar / 2 + 120, middle),
    }
    return Layout("wide", width, height, left, top, bar, spots)


def _bar(centre: float, middle: float, away: float) -> dict[str, Spot]:
    """Return both bars: a hit checker lies on the half where it comes in."""
    first = away + RADIUS
    return {
        "bar0": Spot(centre, middle - first, dy=-STEP),
        "bar1": Spot(centre, middle + first, dy=STEP),
    }


LAYOUTS: Final[Mapping[LayoutName, Layout]] = {"tall": _tall(), "wide": _wide()}


def as_json() -> dict[str, object]:
    """Return both layouts as the script reads them: `[x, y, dx, dy, fit]` by place."""
    return {
        layout.name: {
            "width": layout.width,
            "height": layout.height,
            "spots": {
                name: [round(value, 2) for value in (spot.x, spot.y, spot.dx, spot.dy)] + [spot.fit]
                for name, spot in layout.spots.items()
            },
        }
        for layout in LAYOUTS.values()
    }
