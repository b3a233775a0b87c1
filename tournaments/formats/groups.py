"""Italy's group stage: few points each, re-entries, and a cube that doubles with each elimination.

Source: `docs/tournament-formats.md`, "Chouettes": tables of 4 or 5, 13 points each; a player may
not give cubes beyond their credit; table winners to the final; prizes 50, 25, 15 and 10 percent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from games.rules.coded import gettext_noop
from tournaments.formats.banks import book_of
from tournaments.formats.chips import ChipFormat
from tournaments.formats.errors import FormatError
from tournaments.formats.parameters import ParameterField, Parameters
from tournaments.formats.played import POINT, Eligibility, TableResult
from tournaments.formats.situation import Situation
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import FEWEST, sizes_for


@dataclass(frozen=True, slots=True)
class GroupsParameters(Parameters):
    """`chips` in points, `prizes` in percent of the pot by place.

    `re_entries`: how often a player may re-enter in the first stage. `cube_most`: the highest
    starting cube.
    """

    chips: int = 13
    table_least: int = 4
    table_limit: int = 5
    re_entries: int = 1
    cube_most: int = 64
    prizes: tuple[int, ...] = (50, 25, 15, 10)

    FIELDS: ClassVar[tuple[ParameterField, ...]] = (
        ParameterField(
            "chips",
            "number",
            gettext_noop("Points of everyone"),
            gettext_noop(
                "Everyone begins each stage with so many points; players with none are out."
            ),
            least=1,
            most=10_000,
        ),
        ParameterField(
            "table_least",
            "number",
            gettext_noop("Fewest at a table"),
            gettext_noop("Smaller tables are made only where the number does not work out."),
            least=3,
            most=5,
        ),
        ParameterField(
            "table_limit",
            "number",
            gettext_noop("Players at a table"),
            gettext_noop("No more than so many sit at one table."),
            least=4,
            most=7,
        ),
        ParameterField(
            "re_entries",
            "number",
            gettext_noop("Entering again"),
            gettext_noop("So often one may buy new points in the first stage."),
            least=0,
            most=20,
        ),
        ParameterField(
            "cube_most",
            "number",
            gettext_noop("Highest starting cube"),
            gettext_noop("It doubles with each elimination at the table, up to this value."),
            least=1,
            most=1024,
        ),
        ParameterField(
            "prizes",
            "numbers",
            gettext_noop("Prizes in percent"),
            gettext_noop("Shares of the pot by place: a record, nothing is paid here."),
            least=0,
            most=100,
        ),
    )

    def __post_init__(self) -> None:
        if sum(self.prizes) > 100:
            raise FormatError("percent_over", total=sum(self.prizes))
        if self.table_least > self.table_limit:
            raise FormatError("sizes_crossed")

    def cube(self, eliminations: int) -> int:
        """Return the starting cube after this many eliminations at a table."""
        highest = 1 << (self.cube_most.bit_length() - 1)
        return int(min(1 << min(eliminations, 32), highest))


class Groups(ChipFormat[GroupsParameters]):
    """Italy's format."""

    code = "groups"
    title = gettext_noop("Group stage")
    name_for_programs = gettext_noop("Group stage (Italy)")
    help = gettext_noop("Few points each; the starting cube doubles with each elimination.")
    parameters = GroupsParameters
    has_reentries = True

    def chips(self, params: GroupsParameters) -> int:
        return params.chips

    def limits(self, params: GroupsParameters, number: int) -> tuple[int, int]:
        """Return 4 and 5, or 3 and 5 for numbers that cannot be split so: 6, 7 and 11."""
        least, most = params.table_least, params.table_limit
        fits = sum(sizes_for(number, minimum=least, limit=most)) == number
        return (least if fits else FEWEST), most

    def prize_split(self, params: GroupsParameters) -> tuple[int, ...]:
        return params.prizes

    def rules(
        self,
        params: GroupsParameters,
        round_number: int,
        table: TableResult,
        *,
        minutes: int = 0,
    ) -> dict[str, str]:
        """Return the starting cube, doubled with each elimination at this table."""
        eliminations = self._book(table, params).eliminations
        return {"starting_cube": str(params.cube(eliminations)), "cube_limit": "none"}

    def eligible(
        self,
        params: GroupsParameters,
        balance: Mapping[str, int],
        table: TableResult,
        *,
        minutes: int = 0,
    ) -> Eligibility:
        """Make everyone with points left eligible, and limit the cubes they give to their
        credit.
        """
        who = super().eligible(params, balance, table)
        credit = {player: balance[player] for player in who.box}
        return replace(who, credit=credit, remarks=(Remark("credit", who.box),))

    def re_entry_refused(self, now: Situation, player: str) -> Remark | None:
        """Return why a player may not buy new points at their table, or None."""
        if now.released > 1:
            return Remark("re_entry_final")
        first = [one for one in now.tables if one.round == 1]
        book = book_of(first, now.params.chips * POINT, now.bought)
        if book.balance.get(player, 1) > 0:
            return Remark("not_out", (player,))
        if book.entries[player] > now.params.re_entries:
            return Remark("re_entry_often", (player,), {"number": book.entries[player] - 1})
        return None


FORMAT = Groups()
