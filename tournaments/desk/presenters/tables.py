"""A chouette of an event for its director: who sits there, the score, and the actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Session
from games.permissions import NOBODY, Reader
from games.web.figures import signed, unsigned
from tournaments.desk.presenters.matches import DrawRemark
from tournaments.errors import EventRefused
from tournaments.format_texts import remark_text
from tournaments.models import Division, EventTable, Round
from tournaments.record.selectors.situations import format_of
from tournaments.tables.selectors import SeatView, TableView, chouettes_of, tables_of
from tournaments.tables.services.play import Next, table_next

FEWEST = 3


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table, with their result of the round so far."""

    name: str
    points: str
    bank: str
    is_out: bool
    key: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. `can_split`: it is beyond its limit; `is_small`: it has fewer than three players."""

    table: EventTable
    session: Session | None
    sitters: tuple[Sitter, ...]
    games: int
    can_split: bool
    is_small: bool

    @property
    def key(self) -> str:
        return self.table.public_id

    @property
    def staying(self) -> int:
        """The number of players who sit there now."""
        return sum(not one.is_out for one in self.sitters)

    @property
    def is_open(self) -> bool:
        return self.session is not None and self.session.is_open


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The format's plan for a table's next game."""

    row: TableRow
    number: int
    lineup: tuple[str, ...]
    cube: int | None
    is_over: bool
    remarks: tuple[DrawRemark, ...]
    others: tuple[TableRow, ...] = ()


def table_rows(round: Round, reader: Reader = NOBODY) -> tuple[TableRow, ...]:
    """Return the tables of a round in order."""
    played_by, params = chouettes_of(round.division)
    splits = played_by.splits_tables
    return tuple(_row(view, params.table_limit, splits) for view in tables_of(round, reader))


def table_sheet(
    row: TableRow, division: Division, names: dict[str, str], others: Sequence[TableRow] = ()
) -> TableSheet | None:
    """Return what comes next at a table; None before its round is released.

    `others` are the tables of the round: players can be moved by hand to those in play.
    """
    try:
        following: Next = table_next(row.table)
    except EventRefused:
        return None
    return TableSheet(
        row=row,
        number=following.number,
        lineup=tuple(names.get(one, one) for one in following.lineup or ()),
        cube=following.starting_cube,
        is_over=following.is_over,
        remarks=tuple(DrawRemark(remark_text(one, names)) for one in following.remarks),
        others=tuple(
            one
            for one in others
            if one.key != row.key and one.is_open and not format_of(division).keeps_tables
        ),
    )


def _row(view: TableView, limit: int, splits: bool) -> TableRow:
    staying = len(view.staying)
    is_open = view.session is not None and view.session.is_open
    return TableRow(
        table=view.table,
        session=view.session,
        sitters=tuple(_sitter(one, is_drawn=view.session is None) for one in view.seats),
        games=view.games,
        can_split=is_open and splits and staying > limit,
        is_small=is_open and staying < FEWEST,
    )


def _sitter(seat: SeatView, *, is_drawn: bool) -> Sitter:
    return Sitter(
        name=seat.name,
        points="" if is_drawn else signed(seat.seat.points),
        bank="" if seat.bank is None else unsigned(seat.bank),
        is_out=seat.seat.left,
        key=seat.seat.entry.public_id,
    )
