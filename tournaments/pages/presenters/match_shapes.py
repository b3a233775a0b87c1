"""The data classes for the templates of a match's page."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Club
from tournaments.models import Event, Match
from tournaments.pages.presenters.match_versions import VersionLine
from tournaments.pages.presenters.reaches import Reached


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: its action, its label, and why it is disabled, if so."""

    id: str
    fields: tuple[tuple[str, str], ...]
    label: str
    note: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players, with their buttons."""

    number: int
    name: str
    points: str
    needs: int | None
    is_winner: bool
    is_own: bool
    has_cube: bool
    double: Choice | None = None
    wins: tuple[Choice, ...] = ()
    resigns: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game: how it ended, its points, and the score after it."""

    number: int
    text: str
    score: str
    is_crawford: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A past step: what, by whom, when."""

    at: str
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class ClockSide:
    """The time of one side, in milliseconds and as text."""

    number: int
    name: str
    left: int
    text: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock: `delay` is how long the reserve still waits in this turn, in milliseconds.

    `control` describes in words what each turn gets.
    """

    sides: tuple[ClockSide, ClockSide]
    turn: int | None
    is_running: bool
    delay: int
    control: str
    out: str

    @property
    def delay_text(self) -> str:
        """The remaining delay of this turn, as on a clock."""
        seconds = -(-self.delay // 1000)
        return f"{seconds // 60}:{seconds % 60:02d}"


@dataclass(frozen=True, slots=True)
class Reach:
    """A step that changes other matches: what it does, and the fields that agree to it.

    `values` are empty for who may not do it.
    """

    told: Reached
    values: tuple[tuple[str, str], ...]
    yes: str = ""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The page of a match. `zone` is the variant of the area of buttons:

    play: a game is on; answer: a double awaits its answer; reported: a result awaits confirmation;
    settled; look: this reader has no buttons.
    """

    match: Match
    club: Club
    event: Event | None
    title: str
    place: str
    sides: tuple[Side, Side]
    cube: int
    owner: int | None
    offered: int | None
    answerer: str
    badge: str
    state: str
    decided: str
    """That the director has decided it, and why; blank where the two have."""
    penalty: str
    said: str
    zone: str
    key: str
    answers: tuple[Choice, ...]
    chips: tuple[int, ...]
    takes_points: bool
    may_report: bool
    may_confirm: bool
    may_reject: bool
    is_own_report: bool
    """Whether the reader, a player, has reported what waits for the other's word."""
    undo: str
    undo_by: str
    beside_board: str
    """That its board does not count, and why; blank for most."""
    may_take_board: bool
    """Whether the director can let that board count."""
    games: tuple[GameLine, ...]
    history: tuple[Past, ...]
    clock: ClockView | None
    may_clock: bool
    me_url: str
    versions: tuple[VersionLine, ...] = ()
    decides: tuple[VersionLine, ...] = ()
    is_player: bool = False
    problem: str = ""
    reach: Reach | None = None

    @property
    def version(self) -> int:
        """The version for taps."""
        return self.match.version

    @property
    def is_disputed(self) -> bool:
        """Whether the opponent has rejected the reported result."""
        return self.match.state == Match.State.DISPUTED

    @property
    def length(self) -> int | None:
        return self.match.length

    @property
    def minutes(self) -> int:
        """The usual time for each side: two minutes a point."""
        return 2 * (self.length or 10)

    @property
    def is_live(self) -> bool:
        """Whether anything may change without the reader."""
        return self.match.state in Match.UNDECIDED

    @property
    def poll(self) -> int:
        """The seconds between two polls of the page."""
        if self.clock is not None and self.clock.is_running:
            return 1
        return 3 if self.is_live else 15

    @property
    def needs_decision(self) -> bool:
        """Whether the reader has buttons for play at the board."""
        return self.zone in {"play", "answer"}
