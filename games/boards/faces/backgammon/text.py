"""The text board of backgammon: a position in words, and the legal plays as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.faces.backgammon.page import BoardPage, Side
from games.boards.faces.backgammon.state import BackgammonSeen, dice_text
from games.boards.faces.base import PlayLine, TextButton, TextFrame, noted
from games.boards.faces.stakes import resignation_words
from games.rules.backgammon import Game, Position, legal_plays, play_text
from games.rules.backgammon.board import POINTS


@dataclass(frozen=True, slots=True)
class PointLine:
    """A point by the reader's own number and as a field, and what lies there."""

    own: int
    field: int
    yours: int
    theirs: int


@dataclass(frozen=True, slots=True)
class Rest:
    """Checkers that are on no point."""

    bar: int
    off: int


@dataclass(frozen=True)
class TextBoard(BoardPage, TextFrame[BackgammonSeen, Side]):
    """The page `boards/text.html`."""

    @property
    def side(self) -> int:
        """From whose side it is read."""
        return self.seen.side or 0

    @property
    def position(self) -> Position:
        """The position as that side sees it."""
        game: Game = self.seen.game
        return game.seen_by(self.side)

    @property
    def points(self) -> Sequence[PointLine]:
        """All points with checkers, from the reader's 24 point to their ace point."""
        own, other = self.position.own, self.position.opp
        lines = []
        for point in range(POINTS, 0, -1):
            yours, theirs = own[point - 1], other[POINTS - point]
            if yours or theirs:
                field = point if self.side == 0 else POINTS + 1 - point
                lines.append(PointLine(point, field, yours, theirs))
        return lines

    @property
    def rests(self) -> tuple[Rest, Rest]:
        """Bar and borne-off checkers of the reader's side and of the other."""
        off = self.position.off
        return Rest(self.position.own[-1], off[0]), Rest(self.position.opp[-1], off[1])

    @cached_property
    def plays(self) -> Sequence[PlayLine]:
        """The legal plays, if the reader is to play."""
        game = self.seen.game
        if "play" not in self.seen.can or game.roll is None:
            return []
        return [
            PlayLine(play_text(play), play_text(play, "fields", self.side))
            for play in legal_plays(game.position, game.roll)
        ]

    @property
    def roll(self) -> str:
        """The roll that is to be played."""
        return dice_text(self.seen.game.roll)

    @property
    def last(self) -> str:
        """What was played last, in words."""
        last = self.seen.last
        if last is None:
            return ""
        values = {"name": self.seen.names[last.side], "dice": dice_text(last.roll)}
        text = play_text(last.play)
        if not text:
            return _("%(name)s rolled %(dice)s and could play nothing.") % values
        return _("%(name)s rolled %(dice)s and played %(play)s.") % {**values, "play": text}

    @property
    def cube(self) -> str:
        """The cube in words; why there is none is said with what is at stake."""
        cube = self.state["cube"]
        if cube is None:
            return ""
        if cube["owner"] is None:
            return _("The cube is in the middle, at %(value)s.") % {"value": cube["value"]}
        values = {"value": cube["value"], "name": self.seen.names[cube["owner"]]}
        return _("The cube is at %(value)s with %(name)s.") % values

    @property
    def own_buttons(self) -> Sequence[TextButton]:
        """Rolling, and what is said about the cube."""
        notes, beaver = self.state["notes"], self.state["labels"]["beaver"]
        return [
            TextButton("roll", pgettext("button", "Roll"), is_main=True),
            TextButton("double", pgettext("button", "Double"), notes.get("double", "")),
            TextButton("take", noted(_("Take"), notes.get("take", "")), is_main=True),
            TextButton("beaver", noted(beaver, notes.get("beaver", ""))),
            TextButton("drop", noted(_("Drop"), notes.get("drop", ""))),
        ]

    @property
    def levels_offered(self) -> Sequence[TextButton]:
        """The levels at which a game can be given up now."""
        if "resign" not in self.seen.can:
            return []
        words = resignation_words()
        return [TextButton("resign", words[one], text=one) for one in self.state["levels"]]
