"""The shapes of a match's page: what its templates read."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Club
from tournaments.models import Event, Match


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it does, what stands on it, and why it cannot be tapped, if so."""

    id: str
    fields: tuple[tuple[str, str], ...]
    label: str
    note: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players, with the buttons for what he does or wins."""

    number: int
    name: str
    points: int
    needs: int | None
    is_winner: bool
    is_own: bool
    has_cube: bool
    double: Choice | None = None
    wins: tuple[Choice, ...] = ()
    resigns: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game that has ended: how, what it brought, and the score after it."""

    number: int
    text: str
    score: str
    is_crawford: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A step: what it was, by whom, when."""

    at: str
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class ClockSide:
    """The time of one side, in milliseconds and as it is read."""

    number: int
    name: str
    left: int
    text: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock: `delay` is what the turn still has before the reserve runs, in milliseconds.

    `control` says in words what each turn gets.
    """

    sides: tuple[ClockSide, ClockSide]
    turn: int | None
    is_running: bool
    delay: int
    control: str
    out: str

    @property
    def delay_text(self) -> str:
        """What the turn still has before the reserve runs, as clocks show it."""
        seconds = -(-self.delay // 1000)
        return f"{seconds // 60}:{seconds % 60:02d}"


@dataclass(frozen=True, slots=True)
class Reach:
    """An undo that changes later matches: which, and what must be sent to do it all the same."""

    effects: tuple[str, ...]
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything on the page of a match. `zone` says which part of the thumb's zone is shown.

    play: a game is on; answer: a double waits for its answer; reported: a result waits for a yes;
    settled; look: nothing can be done here by who looks.
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
    said: str
    zone: str
    key: str
    answers: tuple[Choice, ...]
    chips: tuple[int, ...]
    takes_points: bool
    may_report: bool
    may_confirm: bool
    may_reject: bool
    undo: str
    undo_by: str
    games: tuple[GameLine, ...]
    history: tuple[Past, ...]
    clock: ClockView | None
    may_clock: bool
    me_url: str
    problem: str = ""
    reach: Reach | None = None

    @property
    def version(self) -> int:
        """The version that taps are made for."""
        return self.match.version

    @property
    def is_disputed(self) -> bool:
        """Whether the opponent of who reported the result says that it is wrong."""
        return self.match.state == Match.State.DISPUTED

    @property
    def length(self) -> int | None:
        """To how many points it is played."""
        return self.match.length

    @property
    def minutes(self) -> int:
        """What each side usually has on the clock: two minutes a point."""
        return 2 * (self.length or 10)

    @property
    def is_live(self) -> bool:
        """Whether anything may change soon without the reader."""
        return self.match.state in Match.UNDECIDED

    @property
    def poll(self) -> int:
        """After how many seconds the page asks for news."""
        if self.clock is not None and self.clock.is_running:
            return 1
        return 3 if self.is_live else 15

    @property
    def needs_decision(self) -> bool:
        """Whether the reader has buttons for what happens at the board."""
        return self.zone in {"play", "answer"}
