"""What the faces of all games share: what a reader sees of a board, its state, and its pages.

A game's face fills in what is its own: `backgammon/`, and `squares/` for the games on squares.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.boards.faces.away import away_text
from games.boards.faces.choices import ChoiceField, choice_fields
from games.boards.faces.walking import Walk
from games.models import Board
from games.rules.online import Board as State


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """The clock of both sides in milliseconds; `at` is when it was read, in epoch milliseconds."""

    left: tuple[int, int]
    delay: int
    running: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Seen(ABC):
    """A board as one reader sees it.

    `side` is the reader's, None for onlookers. `can` are the actions they may take now. `phase`
    replaces that of the game while it waits for players or for seeds, and once it is over.
    `question` is an offer in words that is waiting for an answer, such as a draw. `messages` are
    read aloud. `assistant` is the side that the assistant plays, if any. `count` says who is not
    connected, see `away.py`; `ended` how the game has ended, `standing` length and score in words.
    """

    game: Any
    id: str
    version: int
    side: int | None
    names: tuple[str, str]
    can: Sequence[str] = ()
    last: Any = None
    clock: ClockSeen | None = None
    messages: Sequence[str] = ()
    phase: str = ""
    question: str = ""
    assistant: int | None = None
    count: Mapping[str, Any] | None = None
    ended: str = ""
    standing: str = ""

    @property
    @abstractmethod
    def type(self) -> str:
        """The name of the game's type."""

    @property
    @abstractmethod
    def shown_phase(self) -> str:
        """What the board is waiting for."""

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The side that the game waits for."""

    @abstractmethod
    def own_state(self) -> dict[str, Any]:
        """Return the keys of the state that a game fills in, `pieces` and `steps` among them."""

    @abstractmethod
    def own_status(self) -> str:
        """Return in one sentence what a game that runs waits for, as this reader sees it."""


def board_state(seen: Seen) -> dict[str, Any]:
    """Return what one reader sees as JSON can hold it: the script of all boards reads it."""
    return {
        "game": seen.type,
        "id": seen.id,
        "version": seen.version,
        "side": seen.side,
        "actor": None if seen.phase else seen.actor,
        "assistant": seen.assistant,
        "phase": seen.shown_phase,
        "can": list(seen.can),
        "messages": list(seen.messages),
        "told": " ".join(seen.messages),
        "clock": clock_of(seen.clock) if seen.clock else None,
        "names": list(seen.names),
        "status": status_of(seen),
        "title": seen.ended if seen.shown_phase == "over" else "",
        "standing": seen.standing,
        "count": seen.count,
        "then": list(seen.count["then"]) if seen.count else [],
        **seen.own_state(),
    }


def clock_of(clock: ClockSeen) -> dict[str, Any]:
    """Return the clock as it was at a moment."""
    return {
        "left": list(clock.left),
        "delay": clock.delay,
        "running": clock.running,
        "at": clock.at,
    }


def status_of(seen: Seen) -> str:
    """Return in one sentence what the board is waiting for, as this reader sees it."""
    match seen.shown_phase:
        case "over":
            return seen.ended or _("The game is over.")
        case "waiting":
            return _("Waiting for the second player.")
        case "seeds":
            return _("Both choose their seeds for the dice.")
    return seen.question or seen.own_status()


SeenT = TypeVar("SeenT", bound=Seen)
SideT = TypeVar("SideT")


@dataclass(frozen=True)
class Frame(ABC, Generic[SeenT, SideT]):
    """The page of a board as `boards/frame.html` shows it."""

    CHOICES: ClassVar[frozenset[str] | None] = None
    """What can be chosen on this device, if not all."""

    seen: SeenT
    title: str
    act_url: str
    text_url: str
    live_url: str = ""
    replay_url: str = ""
    wall_url: str = ""

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state that the script reads; the page without script shows the same."""
        return board_state(self.seen)

    @property
    def seat(self) -> bool:
        """Whether the reader plays."""
        return self.seen.side is not None

    @property
    def away(self) -> str:
        """Who is not connected, in a sentence of this moment."""
        return away_text(self.seen.count)

    @property
    def near(self) -> SideT:
        """The side whose home is below; onlookers look from White's."""
        return self.side_of(self.seen.side or 0)

    @property
    def far(self) -> SideT:
        """The side whose home is above."""
        return self.side_of(1 - (self.seen.side or 0))

    @property
    def options(self) -> list[ChoiceField]:
        """What can be chosen on this device."""
        return [one for one in choice_fields() if self.CHOICES is None or one.name in self.CHOICES]

    @abstractmethod
    def side_of(self, number: int) -> SideT:
        """Return a side as it stands beside the board."""

    @property
    @abstractmethod
    def picture(self) -> Any:
        """The board with the reader's home below."""

    @property
    @abstractmethod
    def geometry(self) -> Mapping[str, Any]:
        """Where everything lies, for the script."""


# the text board


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A legal play: as it is read, and as it is sent."""

    text: str
    fields: str


@dataclass(frozen=True, slots=True)
class TextButton:
    """A button: what it does, and `note` if it asks once more before."""

    do: str
    label: str
    note: str = ""
    text: str = ""
    is_main: bool = False

    @property
    def id(self) -> str:
        """Unlike that of any other button on the page."""
        return f"{self.do}-{self.text}" if self.text else self.do


def noted(label: str, note: str) -> str:
    return f"{label}: {note}" if note else label


@dataclass(frozen=True)
class TextFrame(Frame[SeenT, SideT]):
    """The text board as `boards/text_frame.html` shows it; onlookers read it from White's side."""

    board_url: str = ""
    key: str = ""
    problem: str = ""
    typed: str = ""

    @property
    @abstractmethod
    def plays(self) -> Sequence[PlayLine]:
        """The legal plays, if the reader is to play."""

    @property
    @abstractmethod
    def own_buttons(self) -> Sequence[TextButton]:
        """What is done in this game only."""

    @property
    def is_typed(self) -> bool:
        """Whether something can be typed now."""
        return bool(self.plays)

    @property
    def buttons(self) -> Sequence[TextButton]:
        """What can be done now; what costs something asks once more."""
        flag = noted(_("Claim the flag"), self.state["notes"].get("flag", ""))
        offered = [
            *self.own_buttons,
            TextButton("accept", _("Accept"), is_main=True),
            TextButton("refuse", pgettext("board", "Refuse, play on")),
            TextButton("next", _("Next game"), is_main=True),
            TextButton("draw", _("Offer a draw")),
            TextButton("takeback", _("Ask to take back")),
            TextButton("flag", flag),
            *self.resignation,
        ]
        return [button for button in offered if button.do in self.seen.can]

    @property
    def resignation(self) -> Sequence[TextButton]:
        """How a game is given up, where that needs no choice."""
        return ()


# all that a game is shown by


@dataclass(frozen=True, slots=True)
class ReplayAsked:
    """A board to look back at: its game by number from 1, the last one for any other.

    `at` is the frame drawn; `hands` are who rolled each roll of a chouette; `analysis` is the
    public id of what was found about the board, blank for who may not see it.
    """

    board: Board
    names: tuple[str, str]
    title: str
    number: int
    at: int
    hands: Sequence[str] = ()
    analysis: str = ""


class Face(ABC):
    """How boards of one game are shown."""

    templates: ClassVar[str]
    """The folder of its templates."""
    page: ClassVar[type[Frame[Any, Any]]]
    text: ClassVar[type[TextFrame[Any, Any]]]

    @abstractmethod
    def seen(self, state: State, common: Mapping[str, Any]) -> Seen:
        """Return a board as a reader sees it; `common` are the fields that all games share."""

    @abstractmethod
    def replay(self, asked: ReplayAsked) -> Walk[Any] | None:
        """Return a game's page afterwards; None if none can be written down yet."""

    @abstractmethod
    def record(self, board: Board, names: tuple[str, str], kind: str) -> str | None:
        """Return what was played as text for other programs; None for another kind of file."""

    def shown(self, text: str) -> str:
        """Return a move's text as the reader writes it."""
        return text
