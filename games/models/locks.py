"""Rows are locked in one order everywhere, so that no two writers ever wait for each other.

Who needs two of these locks takes them in the order of `ORDER`, rows of one table by their keys.
What hangs on a row (seats and games of a session, rounds of an event) is changed under that row's
lock. The tests watch every statement for it; `docs/developing.md` says why.
"""

from typing import Any, Final, TypeVar

from django.db.models import Manager, Model, QuerySet

Row = TypeVar("Row", bound=Model)

ORDER: Final = (
    "games.Club",
    "games.Season",
    "tournaments.Event",
    "tournaments.Division",
    "tournaments.Match",
    "tournaments.Entry",
    "games.Session",
    "games.Player",
    "games.Pass",
    "games.Debt",
    "games.Webhook",
    "games.Delivery",
)


def rows_locked(rows: "QuerySet[Row] | Manager[Row]") -> QuerySet[Row]:
    """Return rows that are locked until the transaction ends, by key; joined rows are not.

    It is the lock of an update that leaves keys alone: rows that only refer to a locked one, as a
    game's points refer to a player, are written meanwhile.
    """
    return rows.order_by("pk").select_for_update(of=("self",), no_key=True)


def rows_lock(rows: QuerySet[Any]) -> list[int]:
    """Lock rows before all of them are changed or deleted at once; return their keys."""
    return [row.pk for row in rows_locked(rows.only("pk"))]
