"""A club night: several tables, drawn anew each round, and one race for points.

Source: `docs/tournament-formats.md`, "Chouettes": 3 to 5 at a table (up to 7), drawn at random, by
level or by standing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.base import Draw
from tournaments.formats.chouette import ChouetteFormat
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import Finish, Standings, met_in
from tournaments.formats.races import DRAWN_BY, RANKING, TABLE_LIMIT, by_place, race
from tournaments.formats.situation import Situation
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import draw_tables


@dataclass(frozen=True, slots=True)
class ClubNightParameters(Parameters):
    """`rounds`: the number of rounds, 0 for as many as fit into the evening."""

    table_limit: int = 5
    drawn_by: str = "random"
    rounds: int = 0
    ranking: str = "points"

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        TABLE_LIMIT,
        DRAWN_BY,
        ParameterField(
            "rounds",
            "number",
            gettext_noop("Rounds"),
            gettext_noop("How often tables are drawn; 0 for no end."),
            least=0,
            most=20,
        ),
        RANKING,
    )


class ClubNight(ChouetteFormat[ClubNightParameters]):
    """The format of most club evenings."""

    code = "club_night"
    title = gettext_noop("Club night at several tables")
    name_for_programs = gettext_noop("Club night")
    help = gettext_noop("Several tables, drawn anew each round; one race for points.")
    parameters = ClubNightParameters
    splits_tables = True

    def draw(self, now: Situation, attempt: int) -> Draw:
        """Return new tables; drawing by standing uses the race so far, with newcomers last."""
        params, number = now.params, now.next_round
        if params.rounds and number > params.rounds:
            return Draw()
        places = by_place(self.places(now))
        drawn = draw_tables(
            [
                replace(seat, standing=places.get(seat.player, len(places) + 1))
                for seat in now.seats
            ],
            seed=now.seed_of(number, attempt),
            round_number=number,
            by=params.drawn_by,
            met=met_in(now.tables),
            limit=params.table_limit,
            available=now.boards,
        )
        return Draw(tables=drawn)

    def places(self, now: Situation) -> Standings:
        """Return the race; a season is the results of its nights together."""
        return race(now.tables, now.params.ranking)

    def finish(self, now: Situation) -> Finish:
        """Return the winners after the last round; without a number of rounds it never ends."""
        params = now.params
        played = max((one.round for one in now.tables if one.is_over), default=0)
        if not params.rounds or played < params.rounds:
            return Finish(is_over=False, stage="round")
        if any(not one.is_over for one in now.tables):
            return Finish(is_over=False, stage="round")
        lines = self.places(now).lines
        winners = tuple(line.player for line in lines if line.place == 1)
        remark = Remark("rounds_over", params={"number": params.rounds})
        return Finish(is_over=True, winners=winners, remarks=(remark,))


FORMAT = ClubNight()
