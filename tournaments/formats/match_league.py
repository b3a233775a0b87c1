"""All against all of a league's division: every match at a date of its own, ranked by points."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules.coded import gettext_noop
from tournaments.formats.base import (
    Draw,
    Order,
    Pairing,
    Table,
)
from tournaments.formats.match_parameters import AllPlayAllParameters
from tournaments.formats.match_tables import MEANINGLESS, RoundRobinOf
from tournaments.formats.situation import Situation
from tournaments.pairing.fixtures import missing_fixtures
from tournaments.pairing.round_robin import Round, berger
from tournaments.standings.league import (
    Scoring,
    forgotten,
    points_of,
    without_places,
    without_withdrawn,
)
from tournaments.standings.results import Key, Played
from tournaments.standings.table import Value, standings
from tournaments.standings.tiebreaks import HEAD_TO_HEAD, LEAGUE_POINTS


class AllPlayAll(RoundRobinOf[AllPlayAllParameters]):
    """Everybody owes everybody one match or two; all are there to be played from the release on."""

    code = "all_play_all"
    title = gettext_noop("Everybody meets everybody, whenever they like")
    help = gettext_noop("All matches are there at once; ranked by points, as in a league.")
    parameters = AllPlayAllParameters
    is_one_by_one = False
    ranks_by_entries = True
    counts_pairs = True
    has_lone_matches = True
    reopens_withdrawn = True
    basis = LEAGUE_POINTS.help

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return Berger's tables without byes: nobody sits out when all is played at once."""
        drawn = super().draw(now, attempt)
        rounds = tuple(
            replace(one, pairings=tuple(two for two in one.pairings if two.second is not None))
            for one in drawn.rounds
        )
        return replace(drawn, rounds=rounds)

    def late(self, now: Situation, number: int) -> Order | None:
        """Return None: who comes late is given what is missing, see `added`."""
        return None

    def added(self, now: Situation) -> tuple[tuple[int, Pairing], ...]:
        """Return what is missing for somebody who has come since the release, by round."""
        if not now.results:
            return ()
        fixtures = [(one.round, *one.players) for one in now.meetings if len(one.players) == 2]
        there = {number for _round, *two in fixtures for number in two}
        field = [one.number for one in now.entries if one.number in there or one.state == "active"]
        come = {number for number in field if number not in there}
        if not come:
            return ()
        found = missing_fixtures(
            [number for number in field if number not in now.withdrawals],
            [(round, one, other) for round, one, other in fixtures],
            times=self._times(now.params),
        )
        return tuple(
            (round, Pairing(one, other)) for round, one, other in found if come & {one, other}
        )

    def standings(self, now: Situation) -> tuple[Table, ...]:
        """Return everybody by points, equals by the tie-breaks in their order."""
        names = [one for one in now.tie_breaks if one == HEAD_TO_HEAD or one not in MEANINGLESS]
        played, scoring = now.played(), scoring_of(now.params)
        due = self._due(played, now)
        counted = without_withdrawn(played, now.withdrawals, due, scoring)
        points = points_of(counted, scoring)
        lines = standings(counted, names, now.seed, first=dict(points))
        gone = frozenset(forgotten(played, now.withdrawals, due, scoring))
        return (
            Table(
                tuple(
                    replace(line, values=(_points(points[line.key]), *line.values))
                    for line in without_places(lines, gone)
                ),
                forgotten=gone,
            ),
        )

    def forgets(self, now: Situation, number: int) -> bool:
        """Tell whether their results would count for nobody once they have withdrawn."""
        played, scoring = now.played(), scoring_of(now.params)
        return number in forgotten(played, {number}, self._due(played, now), scoring)

    def _due(self, played: Played, now: Situation) -> dict[Key, int]:
        """Return how many matches everybody has or had; before the draw, how many they would have.

        Who comes late or takes over later adds none to somebody who has withdrawn, and what
        somebody else has taken over is theirs no more.
        """
        usual = (len(played.entries) - 1) * self._times(now.params)
        own: Counter[Key] = Counter(number for one in now.results for number in one.players)
        return {number: own.get(number, usual) for number in played.entries}

    def _table(self, now: Situation, size: int) -> tuple[Round, ...]:
        return berger(size, is_double=now.params.twice)

    def _times(self, params: AllPlayAllParameters) -> int:
        return 2 if params.twice else 1


def scoring_of(params: AllPlayAllParameters) -> Scoring:
    """Return what matches are worth by a division's parameters."""
    return Scoring(
        counting=params.counting,
        win=params.win,
        loss=params.loss,
        both=params.both,
        each=params.each,
        none=params.none,
        walkover_point=params.walkover_point,
        withdrawn=params.withdrawn,
    )


def _points(points: int) -> Value:
    return Value(LEAGUE_POINTS.name, points, LEAGUE_POINTS.text(points))


FORMAT = AllPlayAll()
