"""Proposals to split or merge tables of a round: the director sees them before anybody moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.errors import Refused as SessionRefused
from games.record.log.snapshots import position_of
from games.rules.chouette.state import Game
from tournaments.errors import EventConflict, EventRefused
from tournaments.format_texts import remark_text
from tournaments.formats import TableResult
from tournaments.formats.played import met_in
from tournaments.models import Division, EventTable, Round, TableSeat
from tournaments.pairing.remarks import Remark
from tournaments.pairing.tables import FEWEST, TableDraw, merge, split
from tournaments.record.selectors.results import names_of
from tournaments.record.selectors.situations import format_of
from tournaments.tables.selectors import balances_of, chouettes_of, table_results
from tournaments.tables.services.counting import tables_catch_up

Sitting = Mapping[int, tuple[str, ...]]
"""For each table, by its primary key, who plays there."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed seating by entry numbers; `tables` are the ones it changes."""

    tables: tuple[EventTable, ...]
    sitting: Sitting
    drawn: TableDraw

    @property
    def kept(self) -> dict[int, frozenset[str]]:
        """The tables that go on, by primary key, with everybody at them then; others end."""
        found: dict[int, frozenset[str]] = {}
        groups = [frozenset(one) for one in self.drawn.tables]
        for table in self.tables:
            here = frozenset(self.sitting[table.pk])
            group = next((one for one in groups if here and here <= one), None)
            is_small = len(here) < FEWEST and group != here
            if group is not None and not is_small and group not in found.values():
                found[table.pk] = group
        return found

    @property
    def key(self) -> str:
        """Identifies this seating: what the director accepted is done, or nothing."""
        return ";".join(",".join(one) for one in self.drawn.tables)

    def require(self, proposed: str) -> None:
        """Check that the director accepted this very proposal, and that all can get up.

        Raises:
            SessionRefused: a game is in progress at a table that ends.
            Conflict: a player has come or gone since.
        """
        kept = self.kept
        for table in self.tables:
            game = None if table.pk in kept else game_at(table)
            if game is not None:
                raise SessionRefused("game_running", game=game.number)
        if proposed != self.key:
            raise EventConflict("proposal_stale")


def split_proposal(table: EventTable) -> Proposal:
    """Propose how to split a table that is beyond its limit.

    Raises:
        Refused: it is too small, a game is in progress, or the format keeps its tables.
    """
    round = table.round
    limit = movable_limit(round.division)
    fresh = fresh_table(table)
    sitting = sitting_at(round.division, [fresh])
    drawn = split(
        sitting[fresh.pk],
        seed=f"{round.seed}/split/{table.number}",
        round_number=round.number,
        met=met_in(earlier_results(round.division, round)),
        limit=limit,
        number=table.number,
    )
    if len(drawn.tables) < 2:
        raise refusal(round.division, drawn.remarks)
    return Proposal((fresh,), sitting, drawn)


def merge_proposal(round: Round) -> Proposal:
    """Propose where the players of tables with fewer than three go.

    Raises:
        Refused: there is no such table, or no table to join; the format keeps its tables.
    """
    limit = movable_limit(round.division)
    tables = open_tables_of(round)
    sitting = sitting_at(round.division, tables)
    before = list(sitting.values())
    drawn = merge(
        before,
        seed=f"{round.seed}/merge/{max(one.number for one in tables) if tables else 0}",
        round_number=round.number,
        met=met_in(earlier_results(round.division, round)),
        limit=limit,
    )
    if {frozenset(one) for one in drawn.tables} == {frozenset(one) for one in before if one}:
        if drawn.remarks:
            raise refusal(round.division, drawn.remarks)
        raise EventRefused("merge_needless")
    if drawn.sitting_out:
        raise refusal(round.division, drawn.remarks)
    return Proposal(tuple(tables), sitting, drawn)


def is_playing(table: EventTable) -> bool:
    return game_at(table) is not None


def game_at(table: EventTable) -> Game | None:
    """Return the game in progress at a table, if there is one."""
    return None if table.session is None else position_of(table.session).table.game


def movable_limit(division: Division) -> int:
    """Return the largest table before it is split, of a division whose players may change tables.

    Raises:
        Refused: the format keeps its tables, or is one of matches.
    """
    if not division.is_chouette or format_of(division).keeps_tables:
        raise EventRefused("tables_stay")
    _, params = chouettes_of(division)
    limit: int = params.table_limit
    return limit


def open_tables_of(round: Round) -> list[EventTable]:
    """Return the tables of a round that are in play."""
    found = round.tables.filter(session__status="open").order_by("number")
    return list(found.select_related("round__division__event__club", "session"))


def fresh_table(table: EventTable) -> EventTable:
    """Return a table freshly read.

    Raises:
        Refused: it has finished.
    """
    found = EventTable.objects.filter(pk=table.pk, session__status="open")
    fresh = found.select_related("round__division__event__club", "session").first()
    if fresh is None:
        raise EventRefused("table_over")
    return fresh


def sitting_at(division: Division, tables: Sequence[EventTable]) -> Sitting:
    """Return the players at each table: those seated and, with banks, not out."""
    tables_catch_up(tables)
    banks = balances_of(division)
    seats = TableSeat.objects.filter(table__in=tables, left=False).order_by("position")
    found: dict[int, list[str]] = {one.pk: [] for one in tables}
    for table, number in seats.values_list("table_id", "entry__number"):
        if not banks or banks.get(str(number), 0) > 0:
            found[table].append(str(number))
    return {table: tuple(players) for table, players in found.items()}


def earlier_results(division: Division, round: Round) -> list[TableResult]:
    return [one for one in table_results(division) if one.round < round.number]


def refusal(division: Division, remarks: Sequence[Remark]) -> EventRefused:
    """Return a refusal of a table draw in the reader's language."""
    names = names_of(division)
    return EventRefused(
        "result_impossible", reason=" ".join(remark_text(one, names) for one in remarks)
    )
