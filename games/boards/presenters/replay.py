"""A game's page afterwards: every roll and decision as a frame, and the plays as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.boards.presenters.choices import ChoiceField, choice_fields
from games.boards.presenters.geometry import as_json
from games.boards.presenters.picture import Picture, position_picture
from games.boards.presenters.plays import pieces_of, steps_of_play
from games.boards.presenters.walking import Walk
from games.rules.backgammon import (
    START,
    Doubled,
    Dropped,
    GameRecord,
    Move,
    Play,
    Position,
    Resigned,
    Roll,
    Rolled,
    Took,
    play_text,
)
from games.rules.backgammon.match_score import Cube


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the page; `is_here` marks the game that is shown."""

    text: str
    url: str
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The board after an action of `side`, None at the start; `position` is seen by `viewer`."""

    number: int
    side: int | None
    text: str
    position: Position
    viewer: int
    cube: Cube | None
    roll: Roll | None = None
    play: Play | None = None


@dataclass(frozen=True)
class ReplayPage(Walk[Frame]):
    """The page of a finished game as `boards/replay.html` shows it; `at` is the frame drawn."""

    title: str
    record: GameRecord
    names: tuple[str, str]
    url: str
    at: int = 0
    games: Sequence[Link] = ()
    downloads: Sequence[Link] = ()
    proof_url: str = ""
    result: str = ""
    """Who has won it, by what, and how much."""
    has_cube: bool = True

    @cached_property
    def frames(self) -> Sequence[Frame]:
        """All frames from the start on."""
        return list(_frames(self.record, has_cube=self.has_cube))

    @property
    def picture(self) -> Picture:
        """The board of the frame, from White's side."""
        frame = self.frame
        last = None if frame.side is None or frame.play is None else (frame.side, frame.play)
        return position_picture(
            frame.position,
            frame.viewer,
            layout="tall",
            roll=frame.roll,
            roller=frame.side,
            cube=frame.cube,
            last=last,
        )

    @property
    def said(self) -> str:
        """What happened at the frame, with the name of who did it."""
        return said_at(self.frame, self.names)

    @property
    def data(self) -> dict[str, Any]:
        """What the script needs to walk through the game: steps, not boards."""
        return {
            "pieces": pieces_of(START, 0),
            "frames": [
                {
                    "side": frame.side,
                    "dice": list(frame.roll or ()),
                    "steps": steps_of_play(frame.play, frame.side or 0) if frame.play else [],
                    "cube": _cube(frame.cube),
                    "pips": _pips(frame),
                    "text": said_at(frame, self.names),
                }
                for frame in self.frames
            ],
            "side": None,
            "names": list(self.names),
        }

    @property
    def geometry(self) -> dict[str, object]:
        """Where everything lies in both layouts."""
        return as_json()

    @property
    def options(self) -> list[ChoiceField]:
        """What can be chosen on this device."""
        return choice_fields()


def said_at(frame: Frame, names: tuple[str, str]) -> str:
    """Return what happened, with the name of who did it."""
    if frame.side is None:
        return frame.text
    return f"{names[frame.side]}: {frame.text}"


def _frames(record: GameRecord, *, has_cube: bool) -> Iterator[Frame]:
    position, viewer = START, 0
    cube = Cube() if has_cube and not record.is_crawford else None
    yield Frame(0, None, _("The start"), position, viewer, cube)
    for number, move in enumerate(record.moves, 1):
        play = None
        if isinstance(move, Rolled) and move.play is not None:
            play = move.play
            position, viewer = play.result, 1 - move.side
        cube = _cube_after(cube, move)
        roll = move.roll if isinstance(move, Rolled) else None
        yield Frame(number, move.side, text_of(move), position, viewer, cube, roll, play)


def _cube_after(cube: Cube | None, move: Move) -> Cube | None:
    if cube is None:
        return None
    match move:
        case Doubled(side, value):
            return Cube(value // 2, cube.owner, doubler=side)
        case Took(side):
            return Cube(cube.value * 2, owner=side)
    return cube


def text_of(move: Move) -> str:
    """Return an action as it is written down."""
    match move:
        case Rolled(_side, roll, None):
            return f"{max(roll)}-{min(roll)}: ?"
        case Rolled(_side, roll, play):
            text = play_text(play) if play and play.steps else _("nothing can be played")
            return f"{max(roll)}-{min(roll)}: {text}"
        case Doubled(_side, value):
            return _("doubles to %(value)s") % {"value": value}
        case Took():
            return _("takes")
        case Dropped():
            return _("drops")
        case Resigned(_side, "gammon"):
            return _("resigns a gammon")
        case Resigned(_side, "backgammon"):
            return _("resigns a backgammon")
    return _("resigns")


def _cube(cube: Cube | None) -> dict[str, int | None] | None:
    if cube is None:
        return None
    return {"value": cube.value, "owner": cube.owner, "offered_by": cube.doubler}


def _pips(frame: Frame) -> list[int]:
    first, second = frame.position.pips
    return [second, first] if frame.viewer else [first, second]
