"""A club night: several tables, drawn anew each round, and one race for points.

Source: `docs/tournament-formats.md`, "Chouettes": 3 to 5 at a table (up to 7), drawn at random, by
level or by standing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.base import Finish, Format, Standings, TableResult, met_in
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.races import DRAWN_BY, RANKING, TABLE_LIMIT, by_place, race
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import Seat, TableDraw, draw_tables


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


class ClubNight(Format[ClubNightParameters]):
    """The format of most club evenings."""

    code = "club_night"
    title = gettext_noop("Club night")
    help = gettext_noop("Several tables, drawn anew each round; one race for points.")
    parameters = ClubNightParameters
    splits_tables = True

    def draw(
        self,
        entrants: Sequence[Seat],
        history: Sequence[TableResult],
        params: ClubNightParameters,
        *,
        seed: str,
        round_number: int,
        event_seed: str | None = None,
        entries: Mapping[str, int] | None = None,
        available: int | None = None,
    ) -> TableDraw | None:
        """Return new tables; drawing by standing uses the race so far, with newcomers last."""
        if params.rounds and round_number > params.rounds:
            return None
        places = by_place(race(history, params.ranking))
        return draw_tables(
            [replace(seat, standing=places.get(seat.player, len(places) + 1)) for seat in entrants],
            seed=seed,
            round_number=round_number,
            by=params.drawn_by,
            met=met_in(history),
            limit=params.table_limit,
            available=available,
        )

    def standings(
        self,
        results: Sequence[TableResult],
        params: ClubNightParameters,
        *,
        entries: Mapping[str, int] | None = None,
    ) -> Standings:
        """Return the race; a season is the results of its nights together."""
        return race(results, params.ranking)

    def finish(
        self,
        results: Sequence[TableResult],
        params: ClubNightParameters,
        *,
        seed: str = "",
        entries: Mapping[str, int] | None = None,
    ) -> Finish:
        """Return the winners after the last round; without a number of rounds it never ends."""
        played = max((result.round for result in results if result.is_over), default=0)
        if not params.rounds or played < params.rounds:
            return Finish(is_over=False, stage="round")
        if any(not result.is_over for result in results):
            return Finish(is_over=False, stage="round")
        lines = self.standings(results, params).lines
        winners = tuple(line.player for line in lines if line.place == 1)
        remark = Remark("rounds_over", params={"number": params.rounds})
        return Finish(is_over=True, winners=winners, remarks=(remark,))


FORMAT = ClubNight()
