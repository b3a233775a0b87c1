"""The page and the text board of a game on squares, as one reader sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.presenters.away import away_count
from games.boards.presenters.choices import ChoiceField, choice_fields
from games.boards.presenters.endings import ended_text
from games.boards.presenters.frame import Frame
from games.boards.presenters.seen import can_of, clock_seen, names_of, question
from games.boards.presenters.squares.games import GAMES, SquaresGame
from games.boards.presenters.squares.picture import Picture, picture_of
from games.boards.presenters.squares.words import SquaresWords
from games.boards.presenters.stakes import standing_text
from games.boards.presenters.state import ClockSeen, clock_of
from games.boards.presenters.text import PlayLine, TextButton
from games.boards.selectors.boards import SeatName
from games.models import Board, BoardSeat
from games.rules.online import Board as State
from games.rules.online import Turned, game_type

SHOWN = ("colours", "speed", "thinks", "forced")
"""The choices that mean something on squares."""


@dataclass(frozen=True, slots=True)
class SquaresSeen:
    """A game on squares as one reader sees it; the fields are those of `Seen`."""

    name: str
    game: Any
    id: str
    version: int
    side: int | None
    names: tuple[str, str]
    can: Sequence[str] = ()
    last: Turned | None = None
    clock: ClockSeen | None = None
    phase: str = ""
    question: str = ""
    assistant: int | None = None
    ended: str = ""
    standing: str = ""
    count: Mapping[str, Any] | None = None

    @property
    def of(self) -> SquaresGame:
        """The game that is played."""
        return GAMES[self.name]

    @property
    def messages(self) -> tuple[str, ...]:
        """What is read aloud: the last move."""
        last = self.last
        if last is None:
            return ()
        values = {"name": self.names[last.side], "move": self.of.shown(last.text)}
        if not last.steps:
            return (self._huffed(last),)
        return (_("%(name)s moved %(move)s.") % values,)

    def _huffed(self, last: Turned) -> str:
        """Return in words that a piece was removed, and why; to its player, that it was theirs."""
        square = last.text.removeprefix("x")
        piece = next(
            (
                one
                for one in self.of.pieces_of(game_type(self.name).read(last.before))
                if one[0] == square
            ),
            None,
        )
        values = {"name": self.names[last.side], "square": square}
        if self.side == last.side or self.side is None or piece is None:
            return _("%(name)s removes the piece on %(square)s: it missed a capture.") % values
        if piece[2] == "king":
            return _("%(name)s removes your king on %(square)s: it missed a capture.") % values
        return _("%(name)s removes your man on %(square)s: it missed a capture.") % values


def squares_seen(
    board: Board, state: State, names: Mapping[int, SeatName], side: int | None, now: int
) -> SquaresSeen:
    """Return a board as a reader on `side` sees it, None for onlookers."""
    called = names_of(names)
    return SquaresSeen(
        name=board.type,
        game=state.game,
        id=board.public_id,
        version=board.version,
        side=side,
        names=called,
        can=() if side is None else can_of(board, state, side, now),
        last=state.last,
        clock=clock_seen(state, now),
        phase=state.stage if state.stage in ("waiting", "over") else "",
        question=question(state, called, side),
        assistant=next(
            (one for one, seat in names.items() if seat.kind == BoardSeat.Kind.ASSISTANT), None
        ),
        ended=ended_text(state, called),
        standing=standing_text(state, called),
        count=away_count(board, state, names, called, side, now),
    )


def squares_state(seen: SquaresSeen) -> dict[str, Any]:
    """Return the state as JSON can hold it, in the shape that the script of all boards reads."""
    of, game, last = seen.of, seen.game, seen.last
    before = None if last is None else game_type(seen.name).read(last.before)
    may_play = "play" in seen.can
    pieces = of.pieces_of(game)
    return {
        "game": seen.name,
        "id": seen.id,
        "version": seen.version,
        "side": seen.side,
        "actor": None if seen.phase else game.turn,
        "assistant": seen.assistant,
        "phase": seen.phase or ("over" if game.result else "play"),
        "pieces": pieces,
        "dice": [],
        "cube": None,
        "steps": of.graph_of(game) if may_play else [],
        "stays": dict(of.stays(game)) if may_play else {},
        "huffable": list(of.huffable(game)) if "huff" in seen.can else [],
        "last": None
        if last is None
        else {
            "side": last.side,
            "dice": [],
            "before": of.pieces_of(before),
            "steps": of.steps_of(before, last.text, last.steps),
            "text": of.shown(last.text),
        },
        "can": list(seen.can),
        "messages": list(seen.messages),
        "told": " ".join(seen.messages),
        "clock": clock_of(seen.clock) if seen.clock else None,
        "names": list(seen.names),
        "held": [sum(piece[1] == side for piece in pieces) for side in (0, 1)],
        "status": status_of(seen),
        "title": seen.ended if seen.phase == "over" else "",
        "standing": seen.standing,
        "notes": {},
        "count": seen.count,
        "then": list(seen.count["then"]) if seen.count else [],
    }


def status_of(seen: SquaresSeen) -> str:
    """Return in one sentence what the board is waiting for, as this reader sees it."""
    game = seen.game
    if seen.phase == "waiting":
        return _("Waiting for the second player.")
    if seen.phase == "over" or game.turn is None:
        return seen.ended or _("The game is over.")
    if seen.question:
        return seen.question
    if game.turn == seen.side:
        return seen.of.status(game)
    said = _("%(name)s is to move.") % {"name": seen.names[game.turn]}
    return f"{said} {seen.of.said_of(game)}".strip()


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

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state that the script reads; the page without script shows the same."""
        return squares_state(self.seen)

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

    @property
    def options(self) -> list[ChoiceField]:
        """What can be chosen on this device."""
        return [field for field in choice_fields() if field.name in SHOWN]

    def side_of(self, number: int) -> SquaresSide:
        """Return a side as it stands beside the board."""
        return SquaresSide(
            number, self.seen.names[number], number == self.seen.side, self.state["held"][number]
        )


@dataclass(frozen=True)
class SquaresText(SquaresPage):
    """The page `boards/squares/text.html`; onlookers read it from White's side."""

    board_url: str = ""
    key: str = ""
    problem: str = ""
    typed: str = ""

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
    def buttons(self) -> Sequence[TextButton]:
        """What can be done now; what costs something asks once more."""
        removes = [
            TextButton(
                "huff", _("Blasen: remove the piece on %(square)s") % {"square": one}, "", one
            )
            for one in self.state["huffable"]
        ]
        offered = [
            TextButton("claim", self.words.claim, is_main=True),
            TextButton("accept", _("Accept"), is_main=True),
            TextButton("refuse", pgettext("board", "Refuse, play on")),
            TextButton("draw", _("Offer a draw")),
            TextButton("takeback", _("Ask to take back")),
            TextButton("flag", _("Claim the flag")),
            TextButton("resign", _("Resign"), _("The game is lost then, at once.")),
        ]
        return [*removes, *(button for button in offered if button.do in self.seen.can)]
