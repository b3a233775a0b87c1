"""Rows are locked in one order everywhere, so that writers never deadlock.

Code that needs two of these locks takes them in `ORDER`, and rows of one table by primary key.
Dependent rows (seats and games of a session, rounds of an event) are changed under their parent's
lock. The tests check every statement; `docs/developing.md` says why.
"""

from typing import Any, Final, TypeVar

from django.db.models import Manager, Model, QuerySet

Row = TypeVar("Row", bound=Model)

ORDER: Final = (
    "games.FoundingLink",
    "games.Club",
    "games.Season",
    "tournaments.Event",
    "tournaments.Division",
    "tournaments.Match",
    "tournaments.Entry",
    "games.Session",
    "games.Board",
    "games.Player",
    "games.Pass",
    "games.Debt",
    "games.Webhook",
    "games.Delivery",
)


def rows_locked(rows: "QuerySet[Row] | Manager[Row]") -> QuerySet[Row]:
    """Return rows locked until the transaction ends, by primary key; joined rows are not locked.

    The lock (NO KEY) allows others to insert rows that refer to a locked row, as a game's points
    refer to a player.
    """
    return rows.order_by("pk").select_for_update(of=("self",), no_key=True)


def rows_lock(rows: QuerySet[Any]) -> list[int]:
    """Lock rows before all of them are changed or deleted together; return their keys."""
    return [row.pk for row in rows_locked(rows.only("pk"))]
