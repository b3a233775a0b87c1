"""What pages are told of a record and of the question at a table: values, read by the selectors.

They know neither Django nor models, so that a page can be made where neither is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from games.rules.chouette import Action
from games.rules.chouette.questions import OFFERS, Question
from games.rules.chouette.voices import Voice


class StepKind(StrEnum):
    """The kinds of steps that are told at a table, as the log writes them."""

    PLAY = "play"
    UNDO = "undo"
    REDO = "redo"
    AMEND = "amend"
    END = "end"
    REOPEN = "reopen"
    VOID = "void"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Pending:
    """The step that the next undo or redo concerns; an amendment has the number of its game.

    `sold`, for telling it: whose cubes the captain had bought before.
    """

    kind: str
    game: int
    actions: tuple[Action, ...]
    sold: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class By:
    """The sender of a step: an account's name, or the log's id of a phone's player.

    Both are blank for a scoring tablet, and if the sender is unknown.
    """

    name: str = ""
    player: str = ""
    is_tablet: bool = False


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """What one step did, its sender, and its time.

    ``steps`` are the steps it played, undid or redid, the newest first; ``sequence`` is its first
    row. ``rolled_by_phone``: a device without network rolled its dice, and the server did not;
    ``claimed`` is the time of day at which such a device says that it was tapped.
    """

    kind: str
    steps: tuple[Pending, ...]
    by: By
    at: datetime
    version: int
    sequence: int
    rolled_by_phone: bool = False
    claimed: str = ""


@dataclass(frozen=True, slots=True)
class LoggedSteps:
    """What happened, oldest first: everything, and what still stands."""

    told: tuple[LoggedStep, ...] = ()
    standing: tuple[LoggedStep, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """The public part of the open question: its kind, who is asked, who is still to answer.

    ``by_phone``: a player who must still answer uses their own phone.
    """

    number: int
    kind: str
    asked: tuple[str, ...]
    spoken: int
    by_phone: bool = False
    silent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What one player hears and may say, without the answers of others.

    ``may_ask`` is what members can be asked, whether or not anybody has. ``due`` are the cubes for
    which this player must still answer, ``voices`` the players they may speak for. ``on_board``:
    the game is on a board, which rolls the dice and says when one doubles; the team has
    ``short_time`` seconds to do so, or as long as they like where this is 0. ``voice`` is that of a
    scorer who plays on a board; ``by_phone`` are the players whose own phone is at the table.
    """

    following: int = 1
    question: OpenQuestion | None = None
    may_ask: Question | None = None
    held: bool = False
    player: str = ""
    voices: frozenset[str] = frozenset()
    said: Mapping[str, str] = field(default_factory=dict)
    due: tuple[str, ...] = ()
    turn: bool = False
    on_board: bool = False
    short_time: int = 0
    voice: Voice = field(default_factory=Voice)
    by_phone: frozenset[str] = frozenset()
    is_late: bool = False
    """The short time is over: who has said nothing holds."""
    holding: frozenset[str] = frozenset()
    """The cubes that hold until something else is said, as far as this player may know."""

    @property
    def is_bound(self) -> bool:
        """Whether they keep the score and play: then they have a player's page, and more."""
        return self.voice.is_bound

    @property
    def offers_open(self) -> bool:
        return self.question is not None and self.question.kind == OFFERS


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan for a table's next game; players are identifiers of the session's log.

    `line`: box, `partner` if any, captain and crew; None before the order is set, if the plan does
    not choose it. `starting_cube`: None for the house rules' value. `leaving`: players who leave
    before the game. `is_over`: nothing more is played here. `remarks` are sentences in the reader's
    language, with the names they may see.
    """

    line: tuple[str, ...] | None
    starting_cube: int | None = None
    leaving: tuple[str, ...] = ()
    is_over: bool = False
    remarks: tuple[str, ...] = ()
    partner: str | None = None
