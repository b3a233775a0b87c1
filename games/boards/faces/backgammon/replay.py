"""A game's page afterwards: every roll and decision as a frame, and the plays as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.boards.faces.backgammon.geometry import as_json
from games.boards.faces.backgammon.judged import JudgedShown
from games.boards.faces.backgammon.picture import Picture, position_picture
from games.boards.faces.backgammon.plays import pieces_of, steps_of_play
from games.boards.faces.choices import ChoiceField, choice_fields
from games.boards.faces.walking import Link, Walk
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
    read_play,
)
from games.rules.backgammon.match_score import Cube
from games.web.figures import decimals


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
    lost: str = ""
    """What an analysis says that it has cost."""
    by: str = ""
    """Who did it, where the side is played by several."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Where the errors before and after what is shown are: addresses, blank where there is none."""

    count: int
    before: str
    after: str


@dataclass(frozen=True)
class ReplayPage(Walk[Frame]):
    """The page of a finished game as `boards/replay.html` shows it; `at` is the frame drawn.

    With an analysis, `judged` are its decisions. Where a `decision` is chosen, the board is drawn
    as it was before it, or after the play with the number `tried` among its candidates. `far` are
    the nearest errors in the games before and after this one.
    """

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
    judged: Sequence[JudgedShown] = ()
    decision: int | None = None
    tried: int | None = None
    far: tuple[str, str] = ("", "")
    analysis_url: str = ""
    """The same game with its analysis, for who may see that."""
    hands: Sequence[str] = ()
    """Who rolled each roll of a chouette: the team may have had several captains."""

    @cached_property
    def frames(self) -> Sequence[Frame]:
        """All frames from the start on."""
        lost: dict[int, float] = {}
        for judged in self.judged:
            if judged.is_wrong:
                lost[judged.frame] = lost.get(judged.frame, 0.0) + judged.loss
        return [
            replace(frame, lost=decimals(lost[frame.number], 3)) if frame.number in lost else frame
            for frame in _frames(self.record, self.hands, has_cube=self.has_cube)
        ]

    @cached_property
    def asked(self) -> JudgedShown | None:
        """The decision that is chosen."""
        if self.decision is None or not 0 <= self.decision < len(self.judged):
            return None
        return self.judged[self.decision]

    @property
    def frame(self) -> Frame:
        """The frame that is drawn: of a decision the one before it."""
        if self.asked is None:
            return super().frame
        return self.frames[min(self.asked.at, self.last)]

    @property
    def marked(self) -> int:
        """The frame that is drawn, or the one that follows the chosen decision."""
        return self.frame.number if self.asked is None else self.asked.frame

    @property
    def panels(self) -> list[tuple[JudgedShown, str, bool]]:
        """All decisions with their addresses, and whether each is shown.

        That is the chosen one, or those of the frame.
        """
        asked, here = self.asked, self.frame.number
        return [
            (
                judged,
                f"{self.url}?decision={judged.number}",
                judged is asked if asked is not None else judged.frame == here,
            )
            for judged in self.judged
        ]

    @property
    def is_undecided(self) -> bool:
        """Whether nothing was decided at the frame."""
        return not any(is_here for _one, _url, is_here in self.panels)

    @property
    def errors(self) -> Errors:
        """The errors before and after what is shown."""
        wrong = [one for one in self.judged if one.is_wrong]
        if (asked := self.asked) is not None:
            before = [one for one in wrong if one.number < asked.number]
            after = [one for one in wrong if one.number > asked.number]
        else:
            before = [one for one in wrong if one.frame <= self.frame.number]
            after = [one for one in wrong if one.frame > self.frame.number]
        return Errors(
            len(wrong),
            f"{self.url}?decision={before[-1].number}" if before else self.far[0],
            f"{self.url}?decision={after[0].number}" if after else self.far[1],
        )

    @property
    def picture(self) -> Picture:
        """The board of the frame, from White's side."""
        frame = self.frame
        if self.asked is not None:
            return self._picture_before(self.asked, frame)
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

    def _picture_before(self, asked: JudgedShown, frame: Frame) -> Picture:
        """Draw a decision: the position before it, or after a play that is tried."""
        position, viewer, last = asked.position, asked.side, None
        tried = asked.choices[self.tried : self.tried + 1] if self.tried is not None else ()
        if asked.roll is not None and tried:
            play = read_play(tried[0].text, position, asked.roll)
            position, viewer, last = play.result, 1 - asked.side, (asked.side, play)
        return position_picture(
            position,
            viewer,
            layout="tall",
            roll=asked.roll,
            roller=asked.side,
            cube=frame.cube,
            last=last,
        )

    @property
    def said(self) -> str:
        """What happened at the frame, with the name of who did it; or what is decided there."""
        return said_at(self.frame, self.names) if self.asked is None else self.asked.text

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
            "judged": [
                {
                    "at": judged.at,
                    "side": judged.side,
                    "dice": list(judged.roll or ()),
                    "text": judged.text,
                    "wrong": judged.is_wrong,
                    "plays": [choice.steps for choice in judged.choices],
                }
                for judged in self.judged
            ],
            "far": list(self.far),
            "decision": None if self.asked is None else self.asked.number,
            "tried": self.tried,
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
    return f"{frame.by or names[frame.side]}: {frame.text}"


def _frames(record: GameRecord, hands: Sequence[str] = (), *, has_cube: bool) -> Iterator[Frame]:
    position, viewer, rolls, offers = START, 0, iter(hands), 0
    cube = Cube() if has_cube and not record.is_crawford else None
    yield Frame(0, None, _("The start"), position, viewer, cube)
    for number, move in enumerate(record.moves, 1):
        play = None
        if isinstance(move, Rolled) and move.play is not None:
            play = move.play
            position, viewer = play.result, 1 - move.side
        cube = _cube_after(cube, move)
        offers = offers + 1 if isinstance(move, Doubled) else 0
        roll = move.roll if isinstance(move, Rolled) else None
        by = next(rolls, "") if isinstance(move, Rolled) else ""
        yield Frame(
            number, move.side, text_of(move, offers), position, viewer, cube, roll, play, by=by
        )


def _cube_after(cube: Cube | None, move: Move) -> Cube | None:
    if cube is None:
        return None
    match move:
        case Doubled(side, value) if cube.doubler is not None:  # on the spot: they keep the cube
            owner = cube.owner if cube.animals else side
            return Cube(value // 2, owner, side, cube.animals + 1)
        case Doubled(side, value):
            return Cube(value // 2, cube.owner, doubler=side)
        case Took(side):
            return Cube(cube.value * 2, owner=cube.owner if cube.animals else side)
    return cube


def text_of(move: Move, offers: int = 1) -> str:
    """Return an action as it is written down; `offers` counts the doubles that are open with it."""
    match move:
        case Rolled(_side, roll, None):
            return f"{max(roll)}-{min(roll)}: ?"
        case Rolled(_side, roll, play):
            text = play_text(play) if play and play.steps else _("nothing can be played")
            return f"{max(roll)}-{min(roll)}: {text}"
        case Doubled(_side, value) if offers == 2:
            return _("beavers to %(value)s") % {"value": value}
        case Doubled(_side, value) if offers > 2:
            return _("redoubles to %(value)s") % {"value": value}
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
