"""The input of formats: one frozen value with all they need to know; no Django.

Players are entry numbers, at tables as text; meetings have keys that the caller chooses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from tournaments.formats.played import TableResult
from tournaments.pairing.chance import draw_seed
from tournaments.pairing.entrants import Forbidden
from tournaments.pairing.tables import Seat
from tournaments.standings.results import HALF, LOSS, WIN, Key, Played, Row, RowKind

EntryState = Literal["active", "paused", "withdrawn"]
RoundState = Literal["draft", "confirmed", "released"]
MeetingState = Literal["waiting", "open", "entered", "settled"]

KINDS: Final[Mapping[str, RowKind]] = {
    "forfeit": "forfeit",
    "no_show": "forfeit",
    "unfinished": "unfinished",
}
"""What standings take an outcome for, where nothing was played out."""
GROUP: Final = "group"
"""The part of a draw that consists of groups."""
PLAYOFF: Final = "playoff"
"""The part of a division's rounds that has deciding matches of who was level."""
WITHOUT_BRACKET: Final = frozenset({"", GROUP, PLAYOFF})
"""The parts of a draw whose winners and losers go on to no other match."""
GROUP_NODE: Final = "group-"
"""The prefix of a group meeting's node; the group's letters follow."""


class NotNow(ValueError):
    """A format refuses something for now: `code` and `params` say why."""

    def __init__(self, code: str, **params: int) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry in the field; a lower `strength` comes first. `since` is their first round."""

    number: int
    state: EntryState = "active"
    since: int = 1
    strength: tuple[float, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class RoundKnown:
    """A drawn round, and the part of the draw it belongs to."""

    number: int
    state: RoundState = "released"
    bracket: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entries that meet, or one with a bye; `winner` is a side. `is_kept`: it has a score.

    `goes_on` is the side that goes on in a bracket where that is not the winner.
    """

    key: int
    round: int
    first: int | None
    second: int | None
    state: MeetingState = "open"
    winner: int | None = None
    outcome: str = ""
    points: tuple[int, int] = (0, 0)
    bracket: str = ""
    node: str = ""
    is_kept: bool = False
    goes_on: int | None = None

    @property
    def advancing(self) -> int | None:
        """The side that goes on in a bracket."""
        return self.winner if self.goes_on is None else self.goes_on

    @property
    def is_of_bracket(self) -> bool:
        """Whether its winner and loser go on to other meetings."""
        return self.node != "" and not self.node.startswith(GROUP_NODE)

    @property
    def is_in_play(self) -> bool:
        """Whether it can be played, or its result awaits confirmation."""
        return self.state in ("open", "entered")

    @property
    def is_settled(self) -> bool:
        """Whether its result counts."""
        return self.state == "settled"

    @property
    def has_result(self) -> bool:
        """Whether a change of players would discard a result; never for a bye."""
        return self.outcome != "bye" and (self.is_kept or self.state in ("entered", "settled"))

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(one for one in (self.first, self.second) if one is not None)

    def row(self) -> Row | None:
        """Return the row for standings; None if a place is empty.

        A meeting broken off without a winner counts as half a win for each, one to which neither
        came as nothing for either.
        """
        if not self.is_settled or not self.players:
            return None
        if self.first is None or self.second is None:
            return Row(self.round, self.players[0], None, WIN, kind="bye")
        won = {0: (WIN, 0), 1: (0, WIN)}.get(-1 if self.winner is None else self.winner)
        kind = KINDS.get(self.outcome, "played")
        even = (LOSS, LOSS) if self.outcome == "no_show" else (HALF, HALF)
        return Row(self.round, self.first, self.second, *(won or even), *self.points, kind)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a format needs to know about a division.

    `order` names the entries in the order of the draw, once a whole field was drawn. `seed` is the
    event's, `place` the division's place in it: each draw's seed is derived from both, and for a
    secret seed in a way that does not reveal it.
    """

    params: Any
    entries: tuple[Entered, ...]
    rounds: tuple[RoundKnown, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    playoffs: tuple[Meeting, ...] = ()
    """Deciding matches of who was level: no draw knows of them."""
    order: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    is_secret: bool = False
    place: int = 1
    by_entry: bool = False
    tie_breaks: tuple[str, ...] = ()
    forbidden: Forbidden = frozenset()
    apart: Forbidden = frozenset()
    """Pairs of one club or country, which are kept apart after everything else that is fair."""
    tables: tuple[TableResult, ...] = ()
    """The tables of released rounds with their games."""
    seats: tuple[Seat, ...] = ()
    """Who can sit down at the tables of the next draw."""
    bought: Mapping[str, int] = field(default_factory=dict)
    """How often players have bought in, if more than once."""
    heirs: Mapping[int, int] = field(default_factory=dict)
    """Who had somebody's place first, by the number of who has taken it over."""
    boards: int | None = None
    """The number of tables with boards; None: enough for everybody."""

    @property
    def active(self) -> tuple[Entered, ...]:
        """The entries that take part in the next draw."""
        return tuple(one for one in self.entries if one.state == "active")

    @property
    def withdrawals(self) -> frozenset[int]:
        return frozenset(one.number for one in self.entries if one.state == "withdrawn")

    @property
    def drafts(self) -> tuple[RoundKnown, ...]:
        return tuple(one for one in self.rounds if one.state == "draft")

    @property
    def is_playing(self) -> bool:
        """Whether anything is in play, or a result awaits confirmation."""
        return any(meeting.is_in_play for meeting in (*self.results, *self.playoffs)) or any(
            not meeting.is_over for meeting in self.tables
        )

    @property
    def next_round(self) -> int:
        """The number of the round that is drawn next."""
        return len(self.rounds) + 1

    @property
    def released(self) -> int:
        """The number of rounds that are out."""
        return sum(one.state == "released" for one in self.rounds)

    @property
    def sitters(self) -> tuple[str, ...]:
        return tuple(one.player for one in self.seats)

    @property
    def results(self) -> tuple[Meeting, ...]:
        """The meetings of published rounds."""
        numbers = {one.number for one in self.rounds if one.state == "released"}
        return tuple(one for one in self.meetings if one.round in numbers)

    def seed_of(self, number: int, attempt: int) -> str:
        """Return the seed of a draw, derived from the event's seed and what identifies the draw."""
        return draw_seed(self.seed, self.place, number, attempt, is_secret=self.is_secret)

    def played(
        self, numbers: tuple[int, ...] | None = None, *, with_absences: bool = False
    ) -> Played:
        """Return the results so far of all or some entries, as standings use them."""
        own = tuple(one.number for one in self.entries) if numbers is None else numbers
        among = set(own)
        rows = [one.row() for one in self.results if among.issuperset(one.players)]
        there: dict[int, set[int | None]] = {}
        for one in self.results if with_absences else ():
            there.setdefault(one.round, set()).update(one.players)
        levels: dict[Key, int] = {one.number: one.level for one in self.entries}
        known = tuple(row for row in rows if row is not None)
        deciding = [one.row() for one in self.playoffs if among.issuperset(one.players)]
        playoffs = tuple(row for row in deciding if row is not None)
        gone = frozenset[Key](self.withdrawals & among)
        heirs: dict[Key, Key] = {key: one for key, one in self.heirs.items() if key in among}
        return Played(own, known, absences(own, there), levels, playoffs, gone, heirs)


def absences(
    numbers: Sequence[int], there: Mapping[int, Set[int | None]]
) -> frozenset[tuple[int, Key]]:
    """Return the rounds for which an entry was not drawn."""
    return frozenset(
        (round, number)
        for round, drawn in there.items()
        for number in numbers
        if number not in drawn
    )
