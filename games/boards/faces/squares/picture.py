"""The picture of a board of 8 by 8 squares; who plays Black sees it turned round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.boards.faces.backgammon.picture import arrow_path

SIDE: Final = 8
CELL: Final = 50.0
EDGE: Final = 8.0
WIDTH: Final = SIDE * CELL + 2 * EDGE

Piece = tuple[str, int, str]
"""A place, a side and a kind of piece."""
Place = tuple[str, int, int]
"""The name of a square, its row from the top and its column from the left, as White sees them."""


@dataclass(frozen=True, slots=True)
class Squares:
    """The squares of a game, in reading order, and what is drawn on pieces of a kind.

    `names_edges`: all squares are played on, pieces are figures, and letters and numbers stand at
    the edges; otherwise each square has its name, and signs are drawn on men.
    """

    places: Sequence[Place]
    signs: Mapping[str, str]
    names_edges: bool = False

    @property
    def centres(self) -> dict[str, tuple[float, float]]:
        return {
            name: (EDGE + CELL * (column + 0.5), EDGE + CELL * (row + 0.5))
            for name, row, column in self.places
        }

    def as_json(self) -> dict[str, Any]:
        """Return the measures as the script reads them, the same for phones and screens."""
        layout = {
            "width": WIDTH,
            "height": WIDTH,
            "spots": {name: [x, y, 0, 0, 1] for name, (x, y) in self.centres.items()},
        }
        return {
            "tall": layout,
            "wide": layout,
            "turns": True,
            "corners": not self.names_edges,
            "signs": dict(self.signs),
        }


@dataclass(frozen=True, slots=True)
class SquareDrawn:
    """A square that is played on; `file` and `row` are written in its corners."""

    place: str
    transform: str
    is_light: bool
    file: str
    row: str


@dataclass(frozen=True, slots=True)
class PieceDrawn:
    """A piece, with what is drawn on it."""

    place: str
    side: int
    kind: str
    transform: str
    sign: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn of a position; `cells` are all 64 in reading order, blank if unused."""

    size: str
    below: int
    has_figures: bool
    squares: Sequence[SquareDrawn]
    cells: Sequence[str]
    pieces: Sequence[PieceDrawn]
    arrows: Sequence[str]


def picture_of(
    squares: Squares,
    pieces: Iterable[Piece],
    *,
    below: int = 0,
    steps: Iterable[Sequence[Any]] = (),
) -> Picture:
    """Return the picture of a position; `steps` of the last move are drawn as arrows."""
    centres = squares.centres
    if below == 1:
        centres = {name: (WIDTH - x, WIDTH - y) for name, (x, y) in centres.items()}
    names = {(row, column): name for name, row, column in squares.places}
    cells = [names.get((row, column), "") for row in range(SIDE) for column in range(SIDE)]
    return Picture(
        size=f"{WIDTH:g}",
        below=below,
        has_figures=squares.names_edges,
        squares=[
            SquareDrawn(
                name,
                _moved(centres[name]),
                (row + column) % 2 == 0,
                *_written(squares, name, row, column, below),
            )
            for name, row, column in squares.places
        ],
        cells=cells[::-1] if below == 1 else cells,
        pieces=[
            PieceDrawn(place, side, kind, _moved(centres[place]), squares.signs.get(kind, ""))
            for place, side, kind in pieces
        ],
        arrows=[arrow_path(centres[step[0]], centres[step[1]], 0) for step in steps],
    )


def _written(squares: Squares, name: str, row: int, column: int, below: int) -> tuple[str, str]:
    """Return what is written on a square: its name, or at the edges its file and row."""
    if not squares.names_edges:
        return "", name
    last = SIDE - 1
    is_lowest, is_left = (row == 0, column == last) if below else (row == last, column == 0)
    return name[0] if is_lowest else "", name[1] if is_left else ""


def _moved(at: tuple[float, float]) -> str:
    return f"translate({at[0]:g} {at[1]:g})"
