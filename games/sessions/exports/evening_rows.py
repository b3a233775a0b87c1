"""A club's evenings as a table: days in rows, players in columns, everybody's total in each cell.

The import of old evenings reads it back.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person
from games.ledger.delimited import Cell, points_number
from games.models import Session


def evening_rows(
    evenings: Sequence[tuple[Session, Mapping[int, int]]], players: Mapping[int, Person]
) -> list[Sequence[Cell]]:
    """Return the table with its heading; a blank cell is somebody who was not there."""
    named = (
        [_("title"), _("place")] if any(one.title or one.place for one, _said in evenings) else []
    )
    rows: list[Sequence[Cell]] = [[_("date"), *named, *(one.name for one in players.values())]]
    for session, totals in evenings:
        about: list[Cell] = [session.title, session.place] if named else []
        rows.append(
            [
                session.played_on.isoformat(),
                *about,
                *(points_number(totals[pk]) if pk in totals else None for pk in players),
            ]
        )
    return rows
