"""The interface of every format, called with a `Situation`; no Django.

Source: `docs/tournament-formats.md`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.situation import Meeting, NotNow, RoundKnown, Situation
from tournaments.pairing.brackets import Bracket
from tournaments.pairing.chance import Chance
from tournaments.pairing.remarks import Remark, about
from tournaments.pairing.tables import TableDraw
from tournaments.standings.results import Key
from tournaments.standings.table import StandingLine, standings

LEAST: Final = 2
ENDS: Final = ("final", "third")
"""The parts of a draw behind the main bracket: as long as its last round."""
P = TypeVar("P", bound=Parameters)
Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entries that meet, or one with a bye; `node` names the place in a bracket."""

    first: int
    second: int | None
    node: str = ""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A drawn round."""

    seed: str
    pairings: tuple[Pairing, ...]
    bracket: str = ""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """The next rounds, or the `order` of a bracket that determines them, or the next `tables`.

    `order` is None if no field is fixed, `tables` where everything has been drawn, and in matches
    of two. `remarks` explain the draw as a whole.
    """

    rounds: tuple[DrawnRound, ...] = ()
    order: Order | None = None
    bracket_seed: str = ""
    remarks: tuple[Remark, ...] = ()
    tables: TableDraw | None = None


@dataclass(frozen=True, slots=True)
class Follows:
    """A meeting whose players change: its key, and its new players."""

    key: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Table:
    """Standings in one table; `group` has the letters of a group."""

    lines: tuple[StandingLine, ...]
    group: str = ""
    forgotten: frozenset[Key] = frozenset()
    """Those whose matches count for nobody."""


class Format(ABC, Generic[P]):
    """One format; pure, all state comes from outside.

    The defaults are what most formats of matches do: the whole field is drawn once, all rounds are
    released together, and there are no standings.
    """

    code: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    """The sentence under its name where a format is chosen."""
    name_for_programs: ClassVar[str] = ""
    """Its title in the interface for programs, where that has always been another."""
    parameters: type[P]
    least: ClassVar[int] = LEAST
    """How many a draw needs."""
    is_chouette: ClassVar[bool] = False
    """Whether it seats chouettes at tables; else matches of two."""
    basis: ClassVar[str] = ""
    """The sentence that says by what the standings rank; blank: by wins."""
    kept_orders: ClassVar[frozenset[str]] = frozenset()
    """What the order of a draw keeps when a later round is thrown away."""
    is_free: ClassVar[bool] = False
    """Whether parameters may be changed after a draw."""
    counts_absences: ClassVar[bool] = False
    """Whether a round without a match counts as missed in the tie-breaks."""
    is_one_by_one: ClassVar[bool] = False
    """Whether the rounds that were drawn together are released one after the other."""
    is_drawn_by_round: ClassVar[bool] = False
    """Whether each round is drawn after the others, of those who are there then."""
    loses_absent: ClassVar[bool] = False
    """Whether a match to which neither came is a loss for both: where losses rank."""
    is_paired_by_score: ClassVar[bool] = True
    """Whether such a draw follows from the scores, so that a correction comes too late for it."""
    draws_while_playing: ClassVar[bool] = False
    """Whether the next matches are drawn although earlier ones are still played."""
    counts_draws: ClassVar[bool] = False
    """Whether a meeting may end without a winner, as a game of Dame or chess can."""
    has_way_in: ClassVar[bool] = False
    """Whether some of the field do not reach the bracket: they stand behind all who do."""
    ranks_by_entries: ClassVar[bool] = False
    """Whether its standings depend on who has withdrawn."""
    follows_entries: ClassVar[bool] = False
    """Whether an entry changes what is drawn already (`follow`, `added`)."""
    counts_pairs: ClassVar[bool] = False
    """Whether two matches against one place may count as one pair (`Situation.heirs`)."""
    has_lone_matches: ClassVar[bool] = False
    """Whether each match stands for itself, so that those of a wrong entry go without a bye."""
    leaves_byes: ClassVar[bool] = False
    """Whether the opponents of a wrong entry have byes in all that was drawn of a whole field."""
    has_challenges: ClassVar[bool] = False
    """Whether nothing is drawn, and its rounds only say which challenge came before which."""
    reopens_withdrawn: ClassVar[bool] = False
    """Whether who comes back after a withdrawal plays what was given up with it."""
    has_cross: ClassVar[bool] = False
    """Whether all who stand in one table meet, so that a cross table shows it."""

    has_bank: ClassVar[bool] = False
    """Whether everyone has a bank, out of which games are paid."""
    is_staged: ClassVar[bool] = False
    """Whether a later round is for those who have qualified."""
    splits_tables: ClassVar[bool] = False
    """Whether a table that has grown too large is split in the middle of a round."""
    keeps_tables: ClassVar[bool] = False
    """Whether nobody changes tables once games are played: their schedule needs them."""
    has_reentries: ClassVar[bool] = False
    """Whether who is out may buy points again; when, says `re_entry_refused`."""
    is_of_league: ClassVar[bool] = False
    """Whether only a league has it, whose pages make its matches."""

    @property
    def fields(self) -> tuple[ParameterField, ...]:
        """The parameters for set-up pages."""
        return self.parameters.FIELDS

    def parse(self, data: Mapping[str, object]) -> P:
        """Read parameters.

        Raises:
            FormatError: a parameter is unknown or has an invalid value.
        """
        return self.parameters.parse(data)

    @abstractmethod
    def next_draw(self, params: P, rounds: Sequence[RoundKnown]) -> str:
        """Return what can be drawn after these rounds; empty if everything has been drawn.

        `round`, `rounds`, `bracket`, `groups`, `knockout`, `tables`.
        """

    @abstractmethod
    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return the next draw.

        Raises:
            NotNow: everything has been drawn, or there are too few entries.
            PairingError: no legal field can be drawn.
        """

    @abstractmethod
    def late(self, now: Situation, number: int) -> Order | None:
        """Return the order of the draw with a late entry; None: the draw stays as it is.

        Raises:
            NotNow: the field is fixed and has no place left.
        """

    def replaced(self, now: Situation, order: Order) -> tuple[int, ...]:
        """Return the keys of called meetings whose players another order of the draw replaces."""
        return ()

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return the standings, if the format has any."""
        return ()

    def judge(self, now: Situation) -> tuple[Remark, ...]:
        """Return the problems of a draft: entries missing from it, or in it and not playing."""
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
        """Return the entries that a draft should contain."""
        return now.active

    def latest(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        """Return the numbers of the rounds that were drawn together last."""
        return tuple(one.number for one in rounds)

    def released_next(self, rounds: Sequence[RoundKnown]) -> tuple[int, ...]:
        """Return the numbers of the confirmed rounds that are released together."""
        waiting = [one for one in rounds if one.state == "confirmed"]
        single = self.is_released_singly(waiting)
        return tuple(one.number for one in (waiting[:1] if single else waiting))

    def is_released_singly(self, waiting: Sequence[RoundKnown]) -> bool:
        """Tell whether of these confirmed rounds one is released, not all together."""
        return self.is_one_by_one

    def ready(self, now: Situation) -> int:
        """Return how many could be in the next draw."""
        return len(now.active)

    def planned_rounds(self, params: P) -> int | None:
        """Return how many rounds are played; None where that follows from the field."""
        return None

    def lower_lengths(self, params: P) -> Mapping[str, int]:
        """Return how long matches of lower brackets are, by part; the others are as all others."""
        return {}

    def lengths(self, params: P) -> tuple[int, ...]:
        """Return how long matches are round by round; empty where they are all alike."""
        return getattr(params, "lengths", ())

    def length(self, params: P, usual: int | None, bracket: str, number: int) -> int | None:
        """Return to how many points the matches of a round are.

        `usual` is what the division says, `number` counts the rounds of this part of the draw.
        """
        if bracket in ENDS:
            number = len(self.lengths(params))
        elif bracket not in ("", "main"):
            return self.lower_lengths(params).get(bracket, usual)
        lengths = self.lengths(params)
        return lengths[min(number, len(lengths)) - 1] if lengths else usual

    def next_step(self, now: Situation) -> str:
        """Return the director's next step: `confirm`, `release`, `play`, a draw, or `over`."""
        if now.drafts:
            return "confirm"
        is_confirmed = any(one.state == "confirmed" for one in now.rounds)
        if is_confirmed and (self.draws_while_playing or not now.is_playing):
            return "release"
        return "play" if now.is_playing else self.next_draw(now.params, now.rounds) or "over"

    def field(self, now: Situation) -> tuple[int, ...]:
        """Return the numbers of the drawn field in seeding order."""
        return tuple(now.order.get("field", ()))

    def forgets(self, now: Situation, number: int) -> bool:
        """Tell whether somebody's results would count for nobody once they have withdrawn."""
        return False

    def bracket(self, now: Situation) -> Bracket | None:
        """Return the drawn bracket, if any."""
        return None

    def follow(self, now: Situation) -> tuple[Follows, ...]:
        """Return the byes that now have a late entry as opponent."""
        return ()

    def added(self, now: Situation) -> tuple[tuple[int, Pairing], ...]:
        """Return the pairings that a late entry adds to released rounds or to new ones."""
        return ()

    def corrected(self, before: Situation, after: Situation) -> Order | None:
        """Return the new order of the draw where changed results change it."""
        return None


def seeded(now: Situation, attempt: int) -> list[int]:
    """Return the numbers of those who play, in the director's order of seeds.

    Raises:
        NotNow: there are too few.
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
    by_losses: bool = False,
) -> tuple[StandingLine, ...]:
    """Return the standings of all or some entries by the tie-breaks, and last by lots if wanted."""
    names = list(now.tie_breaks)
    if with_lots and "lots" not in names:
        names.append("lots")
    played = now.played(numbers, with_absences=with_absences)
    return standings(played, names, now.seed, by_losses=by_losses)


def require_enough(count: int) -> None:
    """Check that there are enough entries for a draw.

    Raises:
        NotNow: there are too few.
    """
    if count < LEAST:
        raise NotNow("too_few_entries", least=LEAST, count=count)


def meetings_by_node(now: Situation) -> dict[str, Meeting]:
    """Return the meetings of a bracket by their node."""
    return {one.node: one for one in now.meetings if one.is_of_bracket}
