"""What the page of a table is made of: read from the database, or kept on a device without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.record.values import Plan, QuestionView
from games.rule_texts import Names
from games.rules.chouette import Table
from games.table.presenters.seats import Exposure
from games.web.buttons import Fields

RECENT = 40
"""The latest steps that a table lists."""

MARKS = (
    ("s", "may_score"),
    ("r", "may_reopen"),
    ("i", "signed_in"),
    ("n", "sees_names"),
    ("m", "sees_money"),
)


@dataclass(frozen=True, slots=True)
class Audience:
    """A reader's permissions, their seat (the log's id, or blank), and whether they signed in.

    `sees_names`: also of players hidden from the public; `sees_money`: what the evening is played
    for. An audience without any mark sees nothing.
    """

    may_score: bool = False
    may_reopen: bool = False
    signed_in: bool = False
    sees_names: bool = False
    sees_money: bool = False
    player: str = ""

    @property
    def key(self) -> str:
        """A short text that identifies the audience."""
        return "".join(mark for mark, name in MARKS if getattr(self, name)) + f".{self.player}"

    @classmethod
    def of_key(cls, key: str) -> Audience:
        marks, _, player = key.partition(".")
        return cls(**{name: mark in marks for mark, name in MARKS}, player=player)


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening as its page shows it; `day` is its title or the day of the week.

    `beat` and `version` count what has changed, `question` is the number of the open question, and
    `url`, `act_url` and `undo_url` are the addresses that a page has many times.
    """

    public_id: str
    day: str
    club_name: str
    version: int
    beat: int
    url: str
    act_url: str
    undo_url: str
    is_open: bool = True
    on_board: bool = False
    replies_hidden: bool = False
    question: int | None = None
    cannot_end: str = ""
    """Why it cannot be ended here, as a sentence."""
    keeper: str = ""
    """Who keeps the score without network, as a sentence."""
    is_kept: bool = False
    """A device keeps it without a server: there are no pages of earlier games and house rules."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A step: how many steps back it is, what it was, who did it and when."""

    back: int
    words: str
    by: str = ""
    at: str = ""
    sequence: int = 0
    """Its first row in the log."""

    @property
    def signed(self) -> str:
        return " · ".join(filter(None, (self.by, self.at)))


@dataclass(frozen=True, slots=True)
class Claim:
    """A waiting phone; ``name`` is blank if it only wants to watch."""

    id: str
    says: str
    device: str
    name: str = ""


OWN_FIELDS = frozenset({"csrfmiddlewaretoken", "key", "version", "pane"})
"""Fields of a form besides the tap itself."""


@dataclass(frozen=True, slots=True)
class LateTap:
    """A tap that came too late: its action in words, and where its form was sent.

    ``still``: it is still legal at the present table.
    """

    where: str
    words: str
    still: bool
    values: Mapping[str, Sequence[str]]

    @property
    def fields(self) -> Fields:
        """The fields for tapping again."""
        return tuple(
            (name, value)
            for name, values in self.values.items()
            if name not in OWN_FIELDS
            for value in values
        )


@dataclass(frozen=True, slots=True)
class Differs:
    """One line of the table: what it showed at the tap, and what it shows now."""

    name: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class LateNotice:
    """The explanation of a conflict. For a very old page only ``count`` is set."""

    tap: LateTap | None
    count: int
    since: tuple[HistoryLine, ...] = ()
    differs: tuple[Differs, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The data for all audiences of a table in one language: read once."""

    evening: Evening
    table: Table
    names: Names
    steps: Sequence[HistoryLine]
    latest: HistoryLine | None
    undo: str
    redo: str
    dice: Sequence[tuple[str, tuple[int, ...]]]
    retractable: int
    """How many of the latest steps may be taken back at all: through dice of a board none."""
    exposure: Exposure
    is_running: bool = False
    """Whether the game in progress is on a board."""
    rolled: int = 0
    """The last row of the log since which dice have fallen on the board; 0 if none."""
    plan: Plan | None = None
    damage: str = ""
    """Why the record cannot be told further, as a sentence."""
    before: frozenset[str] = frozenset()
    """Who had been at the table when the game in progress began."""


@dataclass(frozen=True, slots=True)
class Own:
    """What one audience is shown besides: who else may join, who waits, what it is asked."""

    audience: Audience
    others: Sequence[tuple[str, str]]
    claims: Sequence[Claim]
    question_view: QuestionView
    takes_back: int = 0
    """How many of the latest steps they may undo."""
    may_redo: bool = False
