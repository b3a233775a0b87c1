"""Shared by all writers of projections: a club's lock, and bulk inserts without model instances."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from games.models import Club
from games.models.locks import rows_locked
from tournaments.ladders.services.marks import RATED_AS, RECKONED_AS
from tournaments.models import RatingState


def state_locked(club_id: int) -> RatingState | None:
    """Lock a club's rating state until the transaction ends; None if the club was deleted.

    The weakest lock that excludes itself: games can be written meanwhile.
    """
    club = rows_locked(Club.objects).filter(pk=club_id).first()
    # A new state has the current formulas.
    formulas = {"formula": RECKONED_AS, "match_formula": RATED_AS}
    if club is None:
        return None
    return RatingState.objects.get_or_create(club=club, defaults=formulas)[0]


def rows_insert(
    model: type[Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows as the database takes them, dates as text: lists are rewritten very often."""
    if not rows:
        return
    names = ", ".join(map(connection.ops.quote_name, columns))
    table = connection.ops.quote_name(model._meta.db_table)
    if connection.vendor == "postgresql":
        # On PostgreSQL COPY is many times faster than INSERT.
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as to:
            for row in rows:
                to.write_row(row)
        return
    places = ", ".join(["%s"] * len(columns))
    # Table and column names are our own; the values are parameters.
    insert = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608  # nosec B608
    with connection.cursor() as cursor:
        cursor.executemany(insert, rows)
