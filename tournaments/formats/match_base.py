"""What every format of match play answers, asked with one `Situation`; no Django.

Source: `docs/tournament-formats.md`, "Match play".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from tournaments.formats.parameters import Field, Parameters
from tournaments.formats.situation import Meeting, NotNow, RoundKnown, Situation
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.chance import Chance
from tournaments.pairing.remarks import Remark, about
from tournaments.standings.table import Line, standings

LEAST: Final = 2
P = TypeVar("P", bound=Parameters)
Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who are to meet, or one with the bye; `node` where the place has a name."""

    first: int
    second: int | None
    node: str = ""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round of a draw."""

    seed: str
    pairings: tuple[Pairing, ...]
    bracket: str = ""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """What comes next: rounds, or the `order` of a bracket whose places follow from it.

    `order` is None where no field is fixed. `remarks` explain a draw as a whole.
    """

    rounds: tuple[DrawnRound, ...] = ()
    order: Order | None = None
    bracket_seed: str = ""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Follows:
    """A meeting that others play now: its key, and who."""

    key: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Table:
    """Standings that belong together; `group` has the letters of a group."""

    lines: tuple[Line, ...]
    group: str = ""


class MatchFormat(ABC, Generic[P]):
    """One format of match play; pure, all state comes from outside.

    What is not overridden is what most do: the whole field is drawn once, all of it is released
    together, and nobody stands in a table.
    """

    code: ClassVar[str]
    parameters: type[P]
    is_free: ClassVar[bool] = False
    """Whether parameters may be changed after a draw."""
    counts_absences: ClassVar[bool] = False
    """Whether a round without a match is one that somebody missed, in the tie-breaks."""
    is_one_by_one: ClassVar[bool] = False
    """Whether the rounds that were drawn together are released one after the other."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parameters as set-up pages show them."""
        return self.parameters.FIELDS

    def parse(self, data: Mapping[str, object]) -> P:
        """Read parameters.

        Raises:
            FormatError: a parameter that is unknown or has no such value.
        """
        return self.parameters.parse(data)

    @abstractmethod
    def next_draw(self, params: P, rounds: Sequence[RoundKnown]) -> str:
        """Return what is drawn after these rounds, or nothing where all has been drawn.

        `round`, `rounds`, `bracket`, `groups`, `knockout`.
        """

    @abstractmethod
    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return what comes next.

        Raises:
            NotNow: all has been drawn, or too few are there.
            PairingError: no such field can be drawn.
        """

    @abstractmethod
    def late(self, now: Situation, number: int) -> Order | None:
        """Return the order of the draw with a late entry; None: the draw stays as it is.

        Raises:
            NotNow: the field is fixed and no place is left.
        """

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return the tables of a format that has some."""
        return ()

    def judge(self, now: Situation) -> tuple[Remark, ...]:
        """Return what a draw that waits for its release breaks as things stand.

        It says who is missing and who does not play. Whoever came after it was confirmed is not
        missing: they take part from a later round.
        """
        drafted = {one for meeting in self.waiting(now) for one in meeting.players}
        if not drafted:
            return ()
        drafted |= set(self.field(now))
        expected = self.expected(now)
        first = min(meeting.round for meeting in self.waiting(now))
        unknown = sorted(drafted - {one.number for one in expected})
        due = {one.number for one in expected if one.since <= first}
        remarks = [about("unknown", str(one)) for one in unknown]
        return (*remarks, *(about("missing", str(one)) for one in sorted(due - drafted)))

    def waiting(self, now: Situation) -> tuple[Meeting, ...]:
        """Return the meetings of the latest draw, as long as nothing of it was released."""
        numbers = set(self.latest(now.rounds))
        if any(one.state == "released" for one in now.rounds if one.number in numbers):
            return ()
        return tuple(one for one in now.meetings if one.round in numbers)

    def expected(self, now: Situation) -> tuple[Any, ...]:
        """Return the entries that a draft should have."""
        return now.active

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        """Return the numbers of the rounds that were drawn together last."""
        return tuple(one.number for one in rounds)

    def released_next(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        """Return the numbers of the confirmed rounds that are released together."""
        waiting = [one.number for one in rounds if one.state == "confirmed"]
        return tuple(waiting[:1] if self.is_one_by_one else waiting)

    def next_step(self, now: Situation) -> str:
        """Return what a director does next: `confirm`, `release`, `play`, a draw, or `over`."""
        if now.drafts:
            return "confirm"
        if any(not one.is_settled for one in now.results):
            return "play"
        if any(one.state == "confirmed" for one in now.rounds):
            return "release"
        return self.next_draw(now.params, now.rounds) or "over"

    def field(self, now: Situation) -> tuple[int, ...]:
        """Return the numbers of a drawn field, which is seeded in this order."""
        return tuple(now.order.get("field", ()))

    def bracket(self, now: Situation) -> Bracket | None:
        """Return the bracket that was drawn, if the format has one."""
        return None

    def follow(self, now: Situation) -> tuple[Follows, ...]:
        """Return the byes in which somebody who came late is the opponent now."""
        return ()

    def corrected(self, before: Situation, after: Situation) -> Order | None:
        """Return the order of the draw where other results make it another one."""
        return None

    def reaches(self, before: Situation, after: Situation) -> tuple[int, ...]:
        """Return the keys of the meetings that would lose something by other results."""
        return ()


def seeded(now: Situation, attempt: int) -> list[int]:
    """Return the numbers of who is there, the first seed first, as the director wants them.

    Raises:
        NotNow: too few.
    """
    numbers = [one.number for one in now.active]
    require_enough(len(numbers))
    if now.by_entry:
        return numbers
    shuffled = Chance(now.seed_of(1, attempt)).shuffled(numbers, "field")
    drawn = {number: place for place, number in enumerate(shuffled)}
    ordered = sorted(now.active, key=lambda one: (*one.strength, drawn[one.number]))
    return [one.number for one in ordered]


def table_of(
    now: Situation,
    numbers: tuple[int, ...] | None = None,
    *,
    with_lots: bool = False,
    with_absences: bool = False,
) -> tuple[Line, ...]:
    """Return the standings of all or among some, by the tie-breaks; at last by lots, if wanted."""
    names = list(now.tie_breaks)
    if with_lots and "lots" not in names:
        names.append("lots")
    played = now.played(numbers, with_absences=with_absences)
    return standings(played, names, now.seed)


def require_enough(count: int) -> None:
    """Let a draw of so many pass.

    Raises:
        NotNow: too few.
    """
    if count < LEAST:
        raise NotNow("too_few_entries", least=LEAST, count=count)


def meetings_by_node(now: Situation) -> dict[str, Meeting]:
    """Return the meetings of a bracket by their place."""
    return {one.node: one for one in now.meetings if one.is_of_bracket}
