"""Freeze-out: equal chips, a starting cube that rises by the clock, table winners go on.

Source: `docs/tournament-formats.md`, "Chouettes": tables of 6; an all-in box pays the captain first
and then in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.chips import ChipFormat
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import TableResult
from tournaments.pairing.tables import FEWEST


@dataclass(frozen=True, slots=True)
class FreezeOutParameters(Parameters):
    """`chips` in points; every `level_minutes` the next of `levels` becomes the starting cube."""

    chips: int = 50
    table_limit: int = 6
    levels: tuple[int, ...] = (1, 2, 4, 8, 16, 32)
    level_minutes: int = 30
    qualify: int = 1

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "chips",
            "number",
            gettext_noop("Chips"),
            gettext_noop(
                "Everyone begins each stage with so many points; players with none are out."
            ),
            least=1,
            most=10_000,
        ),
        ParameterField(
            "table_limit",
            "number",
            gettext_noop("Players at a table"),
            gettext_noop("No more than so many sit at one table."),
            least=5,
            most=7,
        ),
        ParameterField(
            "levels",
            "cubes",
            gettext_noop("Levels"),
            gettext_noop("The starting cube at each level; the last one stays."),
            least=1,
            most=1024,
        ),
        ParameterField(
            "level_minutes",
            "number",
            gettext_noop("Minutes of a level"),
            gettext_noop("After so many minutes at the table the next level begins."),
            least=5,
            most=240,
        ),
        ParameterField(
            "qualify",
            "number",
            gettext_noop("Go on from each table"),
            gettext_noop("So many of each table play the next stage, until one table is left."),
            least=1,
            most=2,
        ),
    )

    def level(self, minutes: int) -> int:
        return self.levels[min(max(0, minutes) // self.level_minutes, len(self.levels) - 1)]


class FreezeOut(ChipFormat[FreezeOutParameters]):
    """Each table is played until one player has all its chips."""

    code = "freeze_out"
    title = gettext_noop("Freeze-out")
    help = gettext_noop("Equal chips, rising stakes; players with nothing left are out.")
    parameters = FreezeOutParameters

    def chips(self, params: FreezeOutParameters) -> int:
        return params.chips

    def limits(self, params: FreezeOutParameters, number: int) -> tuple[int, int]:
        """Return three and the size of a full table."""
        return FEWEST, params.table_limit

    def going_on(self, params: FreezeOutParameters) -> int:
        return params.qualify

    def rules(
        self,
        params: FreezeOutParameters,
        round_number: int,
        table: TableResult,
        *,
        minutes: int = 0,
    ) -> dict[str, str]:
        """Return the starting cube of the clock's current level."""
        return {"starting_cube": str(params.level(minutes)), "cube_limit": "none"}

    def marks(self, params: FreezeOutParameters, round_number: int) -> tuple[int, ...]:
        return tuple(params.level_minutes * number for number in range(1, len(params.levels)))


FORMAT = FreezeOut()
