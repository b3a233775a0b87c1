"""What formats of match play are asked with: one frozen value with all that is known; no Django.

Players are numbers of entries, meetings have keys of whoever keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from tournaments.pairing.chance import draw_seed
from tournaments.pairing.entrants import Forbidden
from tournaments.standings.results import HALF, WIN, Key, Played, Row

EntryState = Literal["active", "paused", "withdrawn"]
RoundState = Literal["draft", "confirmed", "released"]
MeetingState = Literal["waiting", "open", "entered", "settled"]

GROUP: Final = "group"
"""The part of a draw that groups are."""
GROUP_NODE: Final = "group-"
"""With this the places of a group's meetings begin; its letters follow."""


class NotNow(ValueError):
    """Something a format refuses as things stand: `code` and `params` say what."""

    def __init__(self, code: str, **params: int) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody in the field; the lower the `strength`, the earlier. `since` is a first round."""

    number: int
    state: EntryState = "active"
    since: int = 1
    strength: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundKnown:
    """A round that has been drawn, with the part of the draw it belongs to."""

    number: int
    state: RoundState = "released"
    bracket: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet, or somebody with a bye; `winner` is a side. `is_kept`: it has a score."""

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

    @property
    def is_of_bracket(self) -> bool:
        """Whether winner and loser of it go on to other meetings."""
        return self.node != "" and not self.node.startswith(GROUP_NODE)

    @property
    def is_settled(self) -> bool:
        """Whether its result counts."""
        return self.state == "settled"

    @property
    def has_result(self) -> bool:
        """Whether something would be lost if others met here; in a bye nothing is."""
        return self.outcome != "bye" and (self.is_kept or self.state in ("entered", "settled"))

    @property
    def players(self) -> tuple[int, ...]:
        """Who is in it."""
        return tuple(one for one in (self.first, self.second) if one is not None)

    def row(self) -> Row | None:
        """Return it as standings know it; a place nobody took is none.

        What was broken off without a winner is half a win for each.
        """
        if not self.is_settled or not self.players:
            return None
        if self.first is None or self.second is None:
            return Row(self.round, self.players[0], None, WIN, kind="bye")
        won = {0: (WIN, 0), 1: (0, WIN)}.get(-1 if self.winner is None else self.winner)
        kind = self.outcome if self.outcome in ("forfeit", "unfinished") else "played"
        return Row(
            self.round,
            self.first,
            self.second,
            *(won or (HALF, HALF)),
            *self.points,
            kind,  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True)
class Situation:
    """All of a division that its format has to know.

    `order` names the entries in the order of the draw, once a field was drawn as a whole. `seed` is
    the event's, `place` the division's place in it: the seed of a draw follows from both; from a
    secret one so that it does not tell the event's.
    """

    params: Any
    entries: tuple[Entered, ...]
    rounds: tuple[RoundKnown, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    order: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    is_secret: bool = False
    place: int = 1
    by_entry: bool = False
    tie_breaks: tuple[str, ...] = ()
    forbidden: Forbidden = frozenset()

    @property
    def active(self) -> tuple[Entered, ...]:
        """The entries that the next draw counts on."""
        return tuple(one for one in self.entries if one.state == "active")

    @property
    def withdrawals(self) -> frozenset[int]:
        """The numbers of those who have gone home."""
        return frozenset(one.number for one in self.entries if one.state == "withdrawn")

    @property
    def drafts(self) -> tuple[RoundKnown, ...]:
        """The rounds of the draft, if there is one."""
        return tuple(one for one in self.rounds if one.state == "draft")

    @property
    def results(self) -> tuple[Meeting, ...]:
        """The meetings of the rounds that everybody sees."""
        numbers = {one.number for one in self.rounds if one.state == "released"}
        return tuple(one for one in self.meetings if one.round in numbers)

    def seed_of(self, number: int, attempt: int) -> str:
        """Return the seed of a draw: the event's, and what makes this draw another than others."""
        return draw_seed(self.seed, self.place, number, attempt, is_secret=self.is_secret)

    def played(
        self, numbers: tuple[int, ...] | None = None, *, with_absences: bool = False
    ) -> Played:
        """Return the results so far, of all or among some, as standings work with them."""
        own = tuple(one.number for one in self.entries) if numbers is None else numbers
        among = set(own)
        rows = [one.row() for one in self.results if among.issuperset(one.players)]
        there: dict[int, set[int | None]] = {}
        for one in self.results if with_absences else ():
            there.setdefault(one.round, set()).update(one.players)
        return Played(own, tuple(row for row in rows if row is not None), absences(own, there))


def absences(
    numbers: Sequence[int], there: Mapping[int, Set[int | None]]
) -> frozenset[tuple[int, Key]]:
    """Return the rounds in which somebody was not drawn, by who was."""
    return frozenset(
        (round, number)
        for round, drawn in there.items()
        for number in numbers
        if number not in drawn
    )
