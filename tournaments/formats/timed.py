"""A timed event: most points when the clock runs out wins.

Source: `docs/tournament-formats.md`, "Chouettes".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.base import Finish, Format, Standings, TableResult, met_in
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.races import DRAWN_BY, RANKING, TABLE_LIMIT, race
from tournaments.formats.stages import running
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import Seat, TableDraw, draw_tables


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


class Timed(Format[TimedParameters]):
    """One round against the clock."""

    code = "timed"
    title = gettext_noop("Against the clock")
    help = gettext_noop("Most points when the clock ends.")
    parameters = TimedParameters
    splits_tables = True

    def draw(
        self,
        entrants: Sequence[Seat],
        history: Sequence[TableResult],
        params: TimedParameters,
        *,
        seed: str,
        round_number: int,
        event_seed: str | None = None,
        entries: Mapping[str, int] | None = None,
        available: int | None = None,
    ) -> TableDraw | None:
        if round_number > 1:
            return None
        return draw_tables(
            entrants,
            seed=seed,
            round_number=round_number,
            by=params.drawn_by,
            met=met_in(history),
            limit=params.table_limit,
            available=available,
        )

    def minutes(self, params: TimedParameters, round_number: int) -> int | None:
        return params.clock

    def is_table_over(
        self, params: TimedParameters, table: TableResult, *, minutes: int = 0
    ) -> bool:
        return table.is_over or minutes >= params.clock

    def standings(
        self,
        results: Sequence[TableResult],
        params: TimedParameters,
        *,
        entries: Mapping[str, int] | None = None,
    ) -> Standings:
        """Return the points, or points per bet if tables differ in size."""
        return race(results, params.ranking)

    def finish(
        self,
        results: Sequence[TableResult],
        params: TimedParameters,
        *,
        seed: str = "",
        entries: Mapping[str, int] | None = None,
    ) -> Finish:
        """Return the leaders once every table has ended; equals win together."""
        unfinished = running(results, lambda table: table.is_over)
        if not results or unfinished:
            return Finish(is_over=False, remarks=unfinished)
        lines = self.standings(results, params).lines
        winners = tuple(line.player for line in lines if line.place == 1)
        remark = Remark("rounds_over", params={"number": 1})
        return Finish(is_over=True, winners=winners, remarks=(remark,))


FORMAT = Timed()
