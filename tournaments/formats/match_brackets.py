"""Brackets: single elimination, progressive consolation, double elimination."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    LEAST,
    Draw,
    Format,
    Order,
    P,
    meetings_by_node,
    seeded,
)
from tournaments.formats.match_parameters import (
    DoubleParameters,
    ProgressiveParameters,
    SingleParameters,
)
from tournaments.formats.situation import Meeting, NotNow, RoundKnown, Situation
from tournaments.pairing import brackets
from tournaments.pairing.apart import kept_apart
from tournaments.pairing.brackets import STRUCTURE, Bracket, Filled
from tournaments.pairing.structure import lines


class BracketFormat(Format[P]):
    """A format whose meetings follow from the field and the winners."""

    remembered: ClassVar[Order] = {}
    """What the order of a draw keeps besides the field."""

    @abstractmethod
    def built(self, params: P, size: int, structure: int = STRUCTURE) -> Bracket:
        """Return the bracket for this number of entries, in a version of its structure."""

    def next_draw(self, params: P, rounds: Sequence[RoundKnown]) -> str:
        return "" if rounds else "bracket"

    def draw(self, now: Situation, attempt: int) -> Draw:
        if now.rounds:
            raise NotNow("rounds_over")
        order = {"field": _apart(now, seeded(now, attempt)), **self.remembered}
        return Draw(order=order, bracket_seed=now.seed_of(1, attempt))

    def bracket(self, now: Situation) -> Bracket | None:
        """Return the bracket of the drawn field."""
        size = len(self.field(now))
        return self.built(now.params, size, _structure(now.order)) if size >= LEAST else None

    def late(self, now: Situation, number: int) -> Order | None:
        """Return the field with one more seed: the late entry meets the holder of a bye.

        Other places of the lower brackets may change; nobody loses a result by that. If a draft has
        no bye, the field stays and the draft lists the missing entry.
        """
        field = self.field(now)
        if not field:
            return None
        order = {**now.order, "field": [*field, number]}
        # Seeds keep their places as long as the bracket has the same power of two.
        if len(field) & (len(field) - 1) and not self._lost(now, order):
            return order
        if now.drafts:
            return None
        raise NotNow("field_fixed")

    def replaced(self, now: Situation, order: Order) -> tuple[int, ...]:
        released = _released(now)
        return tuple(one.key for one in self._others(now, order) if _is_called(one, released))

    def _lost(self, now: Situation, order: Order) -> bool:
        return any(one.has_result for one in self._others(now, order))

    def _others(self, now: Situation, order: Order) -> Iterator[Meeting]:
        """Yield the meetings that would have other players."""
        bracket = self.built(now.params, len(order["field"]), _structure(order))
        there = meetings_by_node(now)
        filled = filled_with(bracket, [str(one) for one in order["field"]], there)
        for key, meeting in there.items():
            if key not in filled or meets(filled[key]) != _rows(meeting):
                yield meeting


class Single(BracketFormat[SingleParameters]):
    """A player who loses is out."""

    code = "single"
    title = gettext_noop("Single elimination")
    help = gettext_noop("The loser of a match is out.")
    parameters = SingleParameters

    def built(self, params: SingleParameters, size: int, structure: int = STRUCTURE) -> Bracket:
        return _single(size, params.third_place)


class Progressive(BracketFormat[ProgressiveParameters]):
    """A player who loses plays on in the consolation, then in the last chance."""

    code = "progressive"
    title = gettext_noop("Progressive consolation and last chance")
    help = gettext_noop("Losers go on in the consolation, then in the last chance.")
    parameters = ProgressiveParameters
    remembered: ClassVar[Order] = {"structure": STRUCTURE}

    def built(
        self, params: ProgressiveParameters, size: int, structure: int = STRUCTURE
    ) -> Bracket:
        return _progressive(size, params.last_chance, structure)

    def lower_lengths(self, params: ProgressiveParameters) -> Mapping[str, int]:
        """Return what the director wants; else the last chance is as the consolation."""
        consolation = params.consolation_length
        last_chance = params.last_chance_length or consolation if params.last_chance else 0
        return _said(consolation=consolation, last_chance=last_chance)


class Double(BracketFormat[DoubleParameters]):
    """A player who has lost twice is out."""

    code = "double"
    title = gettext_noop("Double elimination")
    help = gettext_noop("Two losses and you are out.")
    parameters = DoubleParameters

    def built(self, params: DoubleParameters, size: int, structure: int = STRUCTURE) -> Bracket:
        return _double(size)

    def lower_lengths(self, params: DoubleParameters) -> Mapping[str, int]:
        """Return what the director wants."""
        return _said(lower=params.consolation_length)


def _apart(now: Situation, field: list[int]) -> list[int]:
    """Return the field with players of one club or country as far apart as possible.

    Equals change places; of players in order of strength those of the lower half, who meet the
    upper half in the first round.
    """
    if not now.apart or now.by_entry:
        return field
    strengths = {one.number: one.strength for one in now.active}
    upper = lines(len(field)) // 2
    tiers = [(place >= upper, *(() if place >= upper else strengths[number]))
             for place, number in enumerate(field)]  # fmt: skip
    return kept_apart(field, tiers, now.apart)


def _structure(order: Order) -> int:
    """Return the version of a draw's structure: a draw that says nothing has the first."""
    return int(order.get("structure", 1))


def _said(**lengths: int) -> dict[str, int]:
    return {part: length for part, length in lengths.items() if length}


def winners(meetings: Mapping[str, Meeting]) -> dict[str, int]:
    """Return the winning sides by place, `NEITHER` where neither of the two came."""
    return {
        key: brackets.NEITHER if meeting.advancing is None else meeting.advancing
        for key, meeting in meetings.items()
        if meeting.is_settled and (meeting.advancing is not None or meeting.outcome == "no_show")
    }


def filled_with(
    bracket: Bracket, field: Sequence[str], meetings: Mapping[str, Meeting]
) -> dict[str, Filled]:
    """Fill a bracket with the results between players who meet by it."""
    known = winners(meetings)
    while True:
        filled = brackets.fill(bracket, field, known)
        # The first that does not fit is certainly stale; later ones depend on it.
        stale = next(
            (
                key
                for key, one in filled.items()
                if key in known and meets(one) != _rows(meetings[key])
            ),
            None,
        )
        if stale is None:
            return filled
        del known[stale]


def meets(filled: Filled) -> tuple[int | None, int | None]:
    """Return the numbers of the two players in a place."""
    first = None if filled.first is None else int(filled.first)
    return first, None if filled.second is None else int(filled.second)


def _released(now: Situation) -> set[int]:
    return {one.number for one in now.rounds if one.state == "released"}


def _is_called(meeting: Meeting, released: Collection[int]) -> bool:
    """Tell whether everybody can see that the two of an open meeting meet now."""
    return meeting.state == "open" and meeting.round in released and len(meeting.players) == 2


def _rows(meeting: Meeting) -> tuple[int | None, int | None]:
    return meeting.first, meeting.second


@lru_cache(maxsize=64)
def _single(size: int, third_place: bool) -> Bracket:
    return brackets.single(size, third_place=third_place)


@lru_cache(maxsize=64)
def _progressive(size: int, last_chance: bool, structure: int) -> Bracket:
    return brackets.progressive(size, last_chance=last_chance, structure=structure)


@lru_cache(maxsize=64)
def _double(size: int) -> Bracket:
    return brackets.double(size)


SINGLE = Single()
PROGRESSIVE = Progressive()
DOUBLE = Double()
