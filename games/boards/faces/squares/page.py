"""The page and the text board of a game on squares, as one reader sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.boards.faces.base import Frame, PlayLine, Seen, TextButton, TextFrame
from games.boards.faces.squares.game import SquaresGame
from games.boards.faces.squares.picture import Picture, picture_of
from games.boards.faces.squares.words import SquaresWords
from games.rules.online import GameType, Turned

SHOWN = frozenset({"colours", "speed", "thinks", "forced"})
"""The choices that mean something on squares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquaresSeen(Seen):
    """A game on squares as one reader sees it: `last` is a `Turned`."""

    of: SquaresGame
    rules: GameType

    @property
    def type(self) -> str:
        return self.rules.name

    @property
    def shown_phase(self) -> str:
        return self.phase or ("over" if self.game.result else "play")

    @property
    def actor(self) -> int | None:
        turn: int | None = self.game.turn
        return turn

    def own_state(self) -> dict[str, Any]:
        of, game, last = self.of, self.game, self.last
        may_play = "play" in self.can
        pieces = of.pieces_of(game)
        return {
            "pieces": pieces,
            "dice": [],
            "cube": None,
            "steps": of.graph_of(game) if may_play else [],
            "stays": dict(of.stays(game)) if may_play else {},
            "huffable": list(of.huffable(game)) if "huff" in self.can else [],
            "last": None if last is None else self._last_of(last),
            "held": [sum(piece[1] == side for piece in pieces) for side in (0, 1)],
            "notes": {},
        }

    def _last_of(self, last: Turned) -> dict[str, Any]:
        before = self.rules.read(last.before)
        return {
            "side": last.side,
            "dice": [],
            "before": self.of.pieces_of(before),
            "steps": self.of.steps_of(before, last.text, last.steps),
            "text": self.of.shown(last.text),
        }

    def own_status(self) -> str:
        game, actor = self.game, self.actor
        assert actor is not None  # the game runs
        if actor == self.side:
            return self.of.status(game)
        said = _("%(name)s is to move.") % {"name": self.names[actor]}
        return f"{said} {self.of.said_of(game)}".strip()


def messages_of(
    of: SquaresGame, rules: GameType, last: Turned | None, names: tuple[str, str], side: int | None
) -> tuple[str, ...]:
    """Return what is read aloud to a reader: the last move."""
    if last is None:
        return ()
    if not last.steps:
        return (_huffed(of, rules, last, names, side),)
    values = {"name": names[last.side], "move": of.shown(last.text)}
    return (_("%(name)s moved %(move)s.") % values,)


def _huffed(
    of: SquaresGame, rules: GameType, last: Turned, names: tuple[str, str], side: int | None
) -> str:
    """Return in words that a piece was removed, and why; to its player, that it was theirs."""
    square = last.text.removeprefix("x")
    pieces = of.pieces_of(rules.read(last.before))
    piece = next((one for one in pieces if one[0] == square), None)
    values = {"name": names[last.side], "square": square}
    if side == last.side or side is None or piece is None:
        return _("%(name)s removes the piece on %(square)s: it missed a capture.") % values
    if piece[2] == "king":
        return _("%(name)s removes your king on %(square)s: it missed a capture.") % values
    return _("%(name)s removes your man on %(square)s: it missed a capture.") % values


@dataclass(frozen=True, slots=True)
class SquaresSide:
    """A player beside the board, and how many pieces they have."""

    number: int
    name: str
    is_you: bool
    count: int


@dataclass(frozen=True)
class SquaresPage(Frame[SquaresSeen, SquaresSide]):
    """The page of a board as `boards/squares/board.html` shows it."""

    CHOICES = SHOWN

    @cached_property
    def words(self) -> SquaresWords:
        """What is said about the game."""
        return self.seen.of.words(self.seen.game)

    @cached_property
    def picture(self) -> Picture:
        """The board with the reader's pieces below."""
        last = self.state["last"]
        return picture_of(
            self.seen.of.BOARD,
            self.state["pieces"],
            below=self.seen.side or 0,
            steps=last["steps"] if last else (),
        )

    @property
    def geometry(self) -> dict[str, Any]:
        """Where everything lies."""
        return self.seen.of.BOARD.as_json()

    def side_of(self, number: int) -> SquaresSide:
        """Return a side as it stands beside the board."""
        return SquaresSide(
            number, self.seen.names[number], number == self.seen.side, self.state["held"][number]
        )


@dataclass(frozen=True)
class SquaresText(SquaresPage, TextFrame[SquaresSeen, SquaresSide]):
    """The page `boards/squares/text.html`."""

    @property
    def rows(self) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """Each side's name and pieces, the reader's first."""
        side = self.seen.side or 0
        names = [self.seen.names[side], self.seen.names[1 - side]]
        return list(zip(names, self.seen.of.rows_of(self.seen.game, side), strict=True))

    @property
    def is_typed(self) -> bool:
        """Whether something can be typed now: a move, or a piece to remove."""
        return bool(self.plays or self.state["huffable"])

    @cached_property
    def plays(self) -> Sequence[PlayLine]:
        """The legal moves, if the reader is to move."""
        if "play" not in self.seen.can:
            return []
        of = self.seen.of
        return [PlayLine(of.shown(text), text) for text in of.plays_of(self.seen.game)]

    @property
    def own_buttons(self) -> Sequence[TextButton]:
        """Removing a piece that missed a capture, and claiming a draw."""
        label = _("Blasen: remove the piece on %(square)s")
        removes = [
            TextButton("huff", label % {"square": one}, text=one) for one in self.state["huffable"]
        ]
        return [*removes, TextButton("claim", self.words.claim, is_main=True)]

    @property
    def resignation(self) -> Sequence[TextButton]:
        """Resigning, which asks once more."""
        return [TextButton("resign", _("Resign"), _("The game is lost then, at once."))]
