"""A ladder: nothing is drawn, players challenge who stands above them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    Draw,
    DrawnRound,
    Format,
    Order,
    Table,
    require_enough,
)
from tournaments.formats.match_parameters import LadderParameters
from tournaments.formats.situation import Meeting, NotNow, RoundKnown, Situation
from tournaments.standings.ladder import climbed, refusal, within_reach
from tournaments.standings.results import Key
from tournaments.standings.table import standings
from tournaments.standings.tiebreaks import Number


@dataclass(frozen=True, slots=True)
class Rungs:
    """A ladder as it is now: all in their order, who has a match, who met whom last.

    `order` has only those who play now: who is away keeps their place, and is neither challenged
    nor counted. `gone` are those who have withdrawn.
    """

    listed: tuple[Key, ...]
    order: tuple[Key, ...]
    gone: tuple[Key, ...]
    busy: frozenset[Key]
    last: Mapping[Key, Key]
    reach: int

    def refusal(self, challenger: Key, challenged: Key) -> str:
        """Return why somebody may not challenge somebody else now; blank where they may."""
        return refusal(
            self.order, challenger, challenged, reach=self.reach, busy=self.busy, last=self.last
        )

    def above(self, challenger: Key) -> tuple[Key, ...]:
        """Return who is within reach of somebody, the nearest first."""
        return within_reach(self.order, challenger, self.reach)


class Ladder(Format[LadderParameters]):
    """One list; each match is a challenge, and its winner has the higher place of the two."""

    code = "ladder"
    title = gettext_noop("League: a ladder")
    help = gettext_noop("Players challenge who stands above them, as in a league.")
    parameters = LadderParameters
    is_free = True
    ranks_by_entries = True
    has_lone_matches = True
    has_challenges = True
    reopens_withdrawn = True
    is_of_league = True
    basis = gettext_noop("By places: who wins a challenge has the higher place of the two.")

    def next_draw(self, params: LadderParameters, rounds: Sequence[RoundKnown]) -> str:
        return "" if rounds else "rounds"

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return a round without matches: the ladder stands, and players challenge each other."""
        if now.rounds:
            raise NotNow("rounds_over")
        require_enough(len(now.active))
        return Draw((DrawnRound(now.seed_of(1, attempt), ()),))

    def late(self, now: Situation, number: int) -> Order | None:
        """Return None: newcomers stand at the end of the list."""
        return None

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return everybody by their place; who has withdrawn stands behind all others."""
        rungs = rungs_of(now)
        places: dict[Key, Number] = {
            key: -place for place, key in enumerate((*rungs.listed, *rungs.gone))
        }
        lines = standings(now.played(), (), now.seed, first=places)
        return (Table(tuple(replace(one, values=()) for one in lines)),)


def rungs_of(now: Situation) -> Rungs:
    """Return the ladder of a division: everybody in the order of entry, then by results."""
    meetings = sorted(_met(now), key=lambda one: one.round)
    last: dict[Key, Key] = {}
    results: list[tuple[Key, Key]] = []
    for meeting in meetings:
        if meeting.is_settled and meeting.winner is not None:
            first, second = meeting.players
            results.append((first, second) if meeting.winner == 0 else (second, first))
            last[first], last[second] = second, first
    numbers = sorted(one.number for one in now.entries)
    order = climbed(numbers, results)
    plays = {one.number for one in now.active}
    busy = {player for one in meetings if not one.is_settled for player in one.players}
    return Rungs(
        tuple(key for key in order if key not in now.withdrawals),
        tuple(key for key in order if key in plays),
        tuple(key for key in order if key in now.withdrawals),
        frozenset(busy),
        last,
        now.params.reach,
    )


def round_of(now: Situation, first: int, second: int) -> int:
    """Return the round of a challenge: the one after all rounds that either has played in.

    Rounds of a ladder only say what came before what.
    """
    mine = [one.round for one in _met(now) if {first, second} & set(one.players)]
    return max(mine, default=0) + 1


def _met(now: Situation) -> list[Meeting]:
    return [one for one in now.results if len(one.players) == 2]


FORMAT = Ladder()
