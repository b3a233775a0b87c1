"""Shared by all writers of projections: a club's lock, and bulk inserts without model instances."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, Final

from django.db import connection
from django.db.models import CharField, F, Model
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from games.models import Club
from games.models.locks import rows_locked
from tournaments.ladders.services.marks import RATED_AS, RECKONED_AS
from tournaments.models import RatingState

AT_ONCE: Final = 900
"""Values in a statement where the database does not say how many it takes."""
CACHE: Final = 32 * 1024
"""Kilobytes of indexes that SQLite keeps while very many rows are written; it takes what it needs.
"""


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


def as_stored(column: str) -> Combinable:
    """Return a date or moment as `rows_insert` takes it, which on SQLite is the stored text."""
    return Cast(column, CharField()) if connection.vendor == "sqlite" else F(column)


def rows_insert(
    model: type[Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows as the database takes them, dates as text: lists are rewritten very often.

    The caller holds a transaction, which ends if a row is refused.
    """
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
    # SQLite looks up each statement's first key among those of all tables, so many rows to a
    # statement cost half of what they cost one by one. FAIL keeps no pages for undoing only that
    # statement: the transaction is undone.
    size = (connection.features.max_query_params or AT_ONCE) // len(columns)
    whole = len(rows) // size * size
    # Table and column names are our own; the values are parameters.
    insert = f"INSERT OR FAIL INTO {table} ({names}) VALUES "  # noqa: S608  # nosec B608
    one = f"({', '.join(['%s'] * len(columns))})"
    with connection.cursor() as cursor:
        if whole:
            cursor.executemany(
                insert + ", ".join([one] * size),
                [list(chain(*rows[at : at + size])) for at in range(0, whole, size)],
            )
        if rest := rows[whole:]:
            cursor.execute(insert + ", ".join([one] * len(rest)), list(chain(*rest)))


@contextmanager
def indexes_kept() -> Iterator[None]:
    """Let SQLite keep the indexes of very many new rows in memory until they are written.

    With the usual two megabytes it would write and read their pages again and again.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        usual = cursor.execute("PRAGMA cache_size").fetchone()[0]
        cursor.execute(f"PRAGMA cache_size = -{CACHE}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = {usual}")
