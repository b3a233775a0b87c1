"""A game on squares afterwards: every move as a frame, and its record as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.faces.base import ReplayAsked
from games.boards.faces.choices import ChoiceField, choice_fields
from games.boards.faces.endings import ended_text
from games.boards.faces.squares.game import SquaresGame
from games.boards.faces.squares.page import SHOWN
from games.boards.faces.squares.picture import Picture, picture_of
from games.boards.faces.walking import Link, Walk
from games.boards.selectors.boards import state_of, steps_of
from games.models import Board
from games.rules.online import Ply, game_type, plies_of


@dataclass(frozen=True, slots=True)
class SquaresFrame:
    """The board after a move or a removal of `side`, None at the start."""

    number: int
    side: int | None
    text: str
    game: Any
    steps: Sequence[list[Any]] = ()


@dataclass(frozen=True)
class SquaresReplay(Walk[SquaresFrame]):
    """The page of a game as `boards/squares/replay.html` shows it; `at` is the frame drawn."""

    of: SquaresGame
    name: str
    title: str
    frames: Sequence[SquaresFrame]
    names: tuple[str, str]
    url: str
    result: str
    at: int = 0
    games: Sequence[Link] = ()
    downloads: Sequence[Link] = ()
    proof_url: str = ""

    @cached_property
    def picture(self) -> Picture:
        """The board of the frame, from White's side."""
        frame = self.frame
        steps = [step for step in frame.steps if step[0] != step[1]]
        return picture_of(self.of.BOARD, self.of.pieces_of(frame.game), steps=steps)

    @property
    def said(self) -> str:
        """What happened at the frame, with the name of who did it."""
        return self._said(self.frame)

    @property
    def data(self) -> dict[str, Any]:
        """What the script needs to walk through the game: steps, not boards."""
        return {
            "pieces": self.of.pieces_of(self.frames[0].game),
            "frames": [
                {
                    "side": frame.side,
                    "dice": [],
                    "steps": list(frame.steps),
                    "cube": None,
                    "text": self._said(frame),
                }
                for frame in self.frames
            ],
            "side": None,
            "names": list(self.names),
        }

    @property
    def geometry(self) -> dict[str, Any]:
        """Where everything lies."""
        return self.of.BOARD.as_json()

    @property
    def options(self) -> list[ChoiceField]:
        """What can be chosen on this device."""
        return [field for field in choice_fields() if field.name in SHOWN]

    def _said(self, frame: SquaresFrame) -> str:
        if frame.side is None:
            return frame.text
        return f"{self.names[frame.side]}: {frame.text}"


def squares_replay(of: SquaresGame, asked: ReplayAsked) -> SquaresReplay:
    """Return the page of a board's game, finished or not."""
    board, names = asked.board, asked.names
    frames = frames_of(of, board)
    return SquaresReplay(
        of=of,
        name=board.type,
        title=asked.title,
        frames=[replace(one, text=of.shown(one.text)) if one.number else one for one in frames],
        names=names,
        url=reverse("board_replay", args=[board.public_id]),
        result=ended_text(state_of(board), names),
        at=asked.at,
        downloads=[
            Link(label, reverse("board_file", args=[board.public_id, kind]))
            for kind, label in ((of.FILE, of.FILE.upper()), ("json", "JSON"))
        ],
    )


def frames_of(of: SquaresGame, board: Board) -> list[SquaresFrame]:
    """Return every move of a board; one that was taken back is not in it."""
    frames = [SquaresFrame(0, None, _("The start"), _first(board))]
    for ply in plies_of(steps_of(board)):
        if _is_takeback(ply):
            frames.pop()
        elif ply.kind in ("play", "huff"):
            frames.append(frame_of(of, frames, ply.side, ply.payload, ply.after.game))
    return frames


def _first(board: Board) -> Any:
    return game_type(board.type).start(None, board.options)


def _is_takeback(ply: Ply) -> bool:
    offer = ply.before.offer
    return ply.kind == "accept" and offer is not None and offer.kind == "takeback"


def said_as_text(said: Mapping[str, Any]) -> str:
    """Return a move, or a removal, as the log of a board has it."""
    return f"x{said['square']}" if "square" in said else str(said["text"])


def frame_of(
    of: SquaresGame,
    frames: Sequence[SquaresFrame],
    side: int | None,
    said: Mapping[str, Any],
    game: Any,
) -> SquaresFrame:
    """Return the frame after others: of a move, or of a removal, that has led to this game.

    `said` is what the log has of it.
    """
    text = said_as_text(said)
    if "square" in said:
        square = str(said["square"])
        gone = [square, square, [[square, ""]], ""]
        return SquaresFrame(len(frames), side, text, game, [gone])
    steps = of.steps_of(frames[-1].game, text, said["steps"])
    return SquaresFrame(len(frames), side, text, game, steps)


def record_text(of: SquaresGame, board: Board, names: tuple[str, str]) -> str:
    """Return a board's game as text for other programs: PDN or PGN."""
    ending = state_of(board).ending
    result = "*"
    if ending is not None and ending.how != "abandoned":
        result = "1/2-1/2" if ending.winner is None else ("1-0", "0-1")[ending.winner]
    tags = (
        ("Event", "Chouette"),
        ("Site", board.public_id),
        ("Date", board.created_at.strftime("%Y.%m.%d")),
        ("White", names[0]),
        ("Black", names[1]),
    )
    texts = [frame.text for frame in frames_of(of, board)[1:]]
    return of.record_of(texts, _first(board), result, tags)
