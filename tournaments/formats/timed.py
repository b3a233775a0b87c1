"""A timed event: most points when the clock runs out wins.

Source: `docs/tournament-formats.md`, "Chouettes".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.base import Draw
from tournaments.formats.chouette import ChouetteFormat
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import Finish, Standings, TableResult, met_in
from tournaments.formats.races import DRAWN_BY, RANKING, TABLE_LIMIT, race
from tournaments.formats.situation import Situation
from tournaments.formats.stages import running
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import draw_tables


@dataclass(frozen=True, slots=True)
class TimedParameters(Parameters):
    """`clock` in minutes; a game that began earlier is finished and counts."""

    clock: int = 60
    table_limit: int = 5
    drawn_by: str = "random"
    ranking: str = "points"

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "clock",
            "number",
            gettext_noop("Minutes"),
            gettext_noop("Games that began before the clock ends are finished and count."),
            least=10,
            most=720,
        ),
        TABLE_LIMIT,
        DRAWN_BY,
        RANKING,
    )


class Timed(ChouetteFormat[TimedParameters]):
    """One round against the clock."""

    code = "timed"
    title = gettext_noop("Against the clock")
    help = gettext_noop("Most points when the clock ends.")
    parameters = TimedParameters
    splits_tables = True

    def draw(self, now: Situation, attempt: int) -> Draw:
        number = now.next_round
        if number > 1:
            return Draw()
        drawn = draw_tables(
            now.seats,
            seed=now.seed_of(number, attempt),
            round_number=number,
            by=now.params.drawn_by,
            met=met_in(now.tables),
            limit=now.params.table_limit,
            available=now.boards,
        )
        return Draw(tables=drawn)

    def minutes(self, params: TimedParameters, round_number: int) -> int | None:
        return params.clock

    def is_table_over(
        self, params: TimedParameters, table: TableResult, *, minutes: int = 0
    ) -> bool:
        return table.is_over or minutes >= params.clock

    def places(self, now: Situation) -> Standings:
        """Return the points, or points per bet if tables differ in size."""
        return race(now.tables, now.params.ranking)

    def finish(self, now: Situation) -> Finish:
        """Return the leaders once every table has ended; equals win together."""
        unfinished = running(now.tables, lambda table: table.is_over)
        if not now.tables or unfinished:
            return Finish(is_over=False, remarks=unfinished)
        lines = self.places(now).lines
        winners = tuple(line.player for line in lines if line.place == 1)
        remark = Remark("rounds_over", params={"number": 1})
        return Finish(is_over=True, winners=winners, remarks=(remark,))


FORMAT = Timed()
