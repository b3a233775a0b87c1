"""The picture of a backgammon position, as a template draws it: numbers are text, so that no
language writes a comma into them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.boards.faces.backgammon.geometry import (
    LAYOUTS,
    RADIUS,
    LayoutName,
    Spot,
    View,
    seen_from,
)
from games.boards.faces.backgammon.plays import Piece, counted, pieces_of, steps_of_play
from games.rules.backgammon import BLACK, Game, Play, Position, Roll
from games.rules.backgammon.board import BAR, POINTS
from games.rules.backgammon.match_score import Cube

Numbers = Literal["fields", "own"]
SpotsByName = Mapping[str, Spot]

HEAD: Final = 13.0
"""The length of an arrow's head."""
LABEL_AWAY: Final = 14.0
"""From the foot of a point to the middle of its number."""


@dataclass(frozen=True, slots=True)
class PointDrawn:
    """A point: where its foot is, whether it hangs from above, its colour and its number."""

    place: str
    transform: str
    is_dark: bool
    label: str
    label_x: str
    label_y: str


@dataclass(frozen=True, slots=True)
class PieceDrawn:
    """A checker; `count` is written on the uppermost of more than fit."""

    place: str
    side: int
    transform: str
    is_off: bool = False
    count: str = ""


@dataclass(frozen=True, slots=True)
class DieDrawn:
    """A die of a side."""

    value: int
    side: int
    transform: str


@dataclass(frozen=True, slots=True)
class CubeDrawn:
    """The doubling cube; it shows 64 while it is centred and was not turned."""

    value: int
    transform: str
    is_offered: bool


@dataclass(frozen=True, slots=True)
class ArrowDrawn:
    """A step of the last play, as a curve."""

    path: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn of a position."""

    layout: LayoutName
    view: View
    width: str
    height: str
    mirror: str
    points: Sequence[PointDrawn]
    pieces: Sequence[PieceDrawn]
    dice: Sequence[DieDrawn] = ()
    cube: CubeDrawn | None = None
    arrows: Sequence[ArrowDrawn] = ()


def picture_of(
    game: Game,
    *,
    layout: LayoutName = "tall",
    view: View | None = None,
    numbers: Numbers = "fields",
    last: tuple[int, Play] | None = None,
) -> Picture:
    """Return the picture of a game, for onlookers from White's side; `last` gives the arrows."""
    turn = game.turn or 0
    return position_picture(
        game.position,
        turn,
        layout=layout,
        view=view or View(),
        numbers=numbers,
        roll=game.roll,
        cube=game.shown_cube,
        last=last,
    )


def position_picture(
    position: Position,
    turn: int,
    *,
    layout: LayoutName = "wide",
    view: View | None = None,
    numbers: Numbers = "fields",
    roll: Roll | None = None,
    roller: int | None = None,
    cube: Cube | None = None,
    last: tuple[int, Play] | None = None,
) -> Picture:
    """Return the picture of a position that is seen by `turn`; `roller` has rolled, if not they."""
    view = view or View()
    place = LAYOUTS[layout]
    spots = seen_from(place, view)
    pieces = _pieces(pieces_of(position, turn), spots)
    return Picture(
        layout=layout,
        view=view,
        width=_text(place.width),
        height=_text(place.height),
        mirror=mirror_of(layout, view),
        points=_points(layout, view, numbers),
        pieces=pieces,
        dice=_dice(roll, turn if roller is None else roller, spots) if roll else (),
        cube=_cube(cube, spots) if cube else None,
        arrows=_arrows(*last, spots, pieces) if last else (),
    )


def mirror_of(layout: LayoutName, view: View) -> str:
    """Return the SVG transform that mirrors a layout for the reader's view.

    A layout is drawn with White's home at the lower right.
    """
    place = LAYOUTS[layout]
    across, down = view.home == "left", view.below == 1
    return (
        f"matrix({-1 if across else 1} 0 0 {-1 if down else 1}"
        f" {_text(place.width if across else 0)} {_text(place.height if down else 0)})"
    )


def label_of(field: int, view: View, numbers: Numbers) -> str:
    """Return the number at a field: its own, or that of the side whose home is below."""
    return str(BAR - field if numbers == "own" and view.below == BLACK else field)


def _points(layout: LayoutName, view: View, numbers: Numbers) -> list[PointDrawn]:
    place = LAYOUTS[layout]
    spots = seen_from(place, view)
    drawn = []
    for field in range(1, POINTS + 1):
        spot = spots[str(field)]
        hangs = spot.dy > 0
        foot = spot.y - RADIUS if hangs else spot.y + RADIUS
        drawn.append(
            PointDrawn(
                place=str(field),
                transform=f"translate({_text(spot.x)} {_text(foot)}) scale(1 {-1 if hangs else 1})",
                is_dark=field % 2 == 1,
                label=label_of(field, view, numbers),
                label_x=_text(spot.x),
                label_y=_text(foot + (-LABEL_AWAY if hangs else LABEL_AWAY)),
            )
        )
    return drawn


def _pieces(pieces: Iterable[Piece], spots: SpotsByName) -> list[PieceDrawn]:
    drawn = []
    for place, sides in counted(pieces).items():
        spot = spots[place]
        for number, side in enumerate(sides):
            x, y = spot.at(number, len(sides))
            is_top = number == len(sides) - 1
            drawn.append(
                PieceDrawn(
                    place=place,
                    side=side,
                    transform=_moved(x, y),
                    is_off=place.startswith("off"),
                    count=str(len(sides)) if is_top and len(sides) > spot.fit else "",
                )
            )
    return drawn


def _dice(roll: Roll, side: int, spots: SpotsByName) -> list[DieDrawn]:
    values = roll * 2 if roll[0] == roll[1] else roll
    spot = spots[f"dice{side}"]
    step = abs(spot.dx)
    first = spot.x - step * (len(values) - 1) / 2
    return [
        DieDrawn(value, side, _moved(first + step * number, spot.y))
        for number, value in enumerate(values)
    ]


def _cube(cube: Cube, spots: SpotsByName) -> CubeDrawn:
    if cube.doubler is not None:
        spot, value = spots[f"offer{cube.doubler}"], cube.value * 2
    else:
        spot = spots["cube" if cube.owner is None else f"cube{cube.owner}"]
        value = 64 if cube.value == 1 else cube.value
    return CubeDrawn(value, _moved(spot.x, spot.y), cube.doubler is not None)


def _arrows(
    side: int, play: Play, spots: SpotsByName, pieces: Sequence[PieceDrawn]
) -> list[ArrowDrawn]:
    """Return a curve for each step, from where the checker lay to where it lies now."""
    counts = Counter(piece.place for piece in pieces)
    drawn = []
    for source, target, _others in steps_of_play(play, side):
        left, here = counts[source], max(1, counts[target])
        start, end = spots[source].at(left, left + 1), spots[target].at(here - 1, here)
        bend = spots[source].dy, spots[target].dy
        drawn.append(ArrowDrawn(arrow_path(start, end, sum(bend) if bend[0] * bend[1] > 0 else 0)))
    return drawn


def arrow_path(start: tuple[float, float], end: tuple[float, float], bend: float) -> str:
    """Return a curve with its head, bent towards the middle of the board."""
    to_x, to_y = end
    by_x, by_y = (start[0] + to_x) / 2, (start[1] + to_y) / 2 + bend
    way = math.atan2(to_y - by_y, to_x - by_x)
    left, right = (
        (to_x - HEAD * math.cos(way + turn), to_y - HEAD * math.sin(way + turn))
        for turn in (0.5, -0.5)
    )
    return (
        f"M{_pair(*start)}Q{_pair(by_x, by_y)} {_pair(to_x, to_y)}"
        f"M{_pair(*left)}L{_pair(to_x, to_y)}L{_pair(*right)}"
    )


def _pair(x: float, y: float) -> str:
    return f"{_text(x)} {_text(y)}"


def _moved(x: float, y: float) -> str:
    return f"translate({_text(x)} {_text(y)})"


def _text(value: float) -> str:
    return f"{round(value, 1):g}"
