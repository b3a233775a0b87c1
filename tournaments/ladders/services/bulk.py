"""What all writers of projections need: a club's lock, and rows written without making objects."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from games.models import Club
from games.models.locks import rows_locked
from tournaments.ladders.services.marks import RATED_AS, RECKONED_AS
from tournaments.models import RatingState


def state_locked(club_id: int) -> RatingState | None:
    """Lock where a club's ratings stand, until the transaction ends; None for a club that is gone.

    The weakest lock that excludes itself: games may be written meanwhile.
    """
    club = rows_locked(Club.objects).filter(pk=club_id).first()
    # Where nothing has been reckoned yet, nothing was reckoned otherwise than now.
    formulas = {"formula": RECKONED_AS, "match_formula": RATED_AS}
    if club is None:
        return None
    return RatingState.objects.get_or_create(club=club, defaults=formulas)[0]


def rows_insert(
    model: type[Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Write rows as the database takes them, dates as text: lists are written anew very often."""
    if not rows:
        return
    names = ", ".join(map(connection.ops.quote_name, columns))
    table = connection.ops.quote_name(model._meta.db_table)
    if connection.vendor == "postgresql":
        # Many times as fast there as one INSERT for each row.
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as to:
            for row in rows:
                to.write_row(row)
        return
    places = ", ".join(["%s"] * len(columns))
    # Names of our own tables and columns; the values are parameters.
    insert = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608  # nosec B608
    with connection.cursor() as cursor:
        cursor.executemany(insert, rows)
