"""The tables of a season's divisions on the pages of its league."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.models import Player
from tournaments.events.selectors.events import Board
from tournaments.pages.presenters.events_standings import StandTable, stand_tables
from tournaments.record.selectors.situations import format_of


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division with its table, or who is entered before the first match."""

    name: str
    public_id: str
    tables: tuple[StandTable, ...]
    entered: tuple[str, ...]
    own: int | None


def division_tables(
    board: Board, player: Player | None, *, has_links: bool
) -> tuple[DivisionTable, ...]:
    """Return the divisions of a season; with `has_links` their results lead to the desk."""
    found = []
    for field in board.fields:
        # Who was merged is entered as who they were before.
        theirs = (one for one in field.entries if one.player.current == player)
        mine = None if player is None else next(theirs, None)
        # A ladder is one list, and has no divisions.
        is_ladder = format_of(field.division).is_of_league
        name = _("Places") if is_ladder else field.division.name
        tables = tuple(
            replace(
                table,
                key=f"{table.key}-{field.division.position}",
                title=name,
            )
            for table in stand_tables(field, has_links=has_links)
        )
        names = tuple(field.people.name(one) for one in field.entries) if not tables else ()
        found.append(
            DivisionTable(
                name,
                field.division.public_id,
                tables,
                names,
                None if mine is None else mine.number,
            )
        )
    return tuple(found)
