"""Watches in every test that rows are locked in the one order of `games.models.locks`.

A statement that locks (`rows_locked`, UPDATE, DELETE) is judged by its table. A table that a
transaction has locked before, or inserted rows into, is not judged again.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.apps import apps
from django.db import connection, transaction
from django.db.models.sql.compiler import SQLCompiler

from games.boards.services import writing as boards_writing
from games.fast.queries import Prepared
from games.models.locks import ORDER
from games.record.log import writing

INSIDE: Final = {
    "tournaments_division": "tournaments_event",
    "tournaments_match": "tournaments_event",
    "tournaments_entry": "tournaments_event",
}
"""Who holds the event may change what is in it in any order: everybody else waits for the event."""
PREPARED: Final = {
    writing._locked: "games_session",
    boards_writing._locked: "games_board",
}
WRITES: Final = re.compile(r'(?:UPDATE|DELETE FROM|INSERT INTO) "(\w+)"')


class WrongOrder(AssertionError):
    """Two writers who meet here could wait for each other for ever."""


def ranks() -> dict[str, int]:
    """The tables of `ORDER`, by their places."""
    return {apps.get_model(name)._meta.db_table: at for at, name in enumerate(ORDER)}


@dataclass
class Held:
    """What the running transaction has locked, and which tables it has inserted rows into."""

    locks: dict[str, None] = field(default_factory=dict)
    inserted: set[str] = field(default_factory=set)


class Watch:
    """Follows the transactions of the connections of one test."""

    def __init__(self) -> None:
        self.ranks = ranks()

    def take(self, table: str) -> None:
        """A lock of a row of this table is being taken."""
        held = self.held()
        rank = self.ranks.get(table)
        if held is None or rank is None or table in held.locks or table in held.inserted:
            return
        if INSIDE.get(table) in held.locks:
            return
        later = [one for one in held.locks if self.ranks[one] > rank]
        if later:
            raise WrongOrder(f"{table} is locked after {', '.join(later)}")
        held.locks[table] = None

    def held(self) -> Held | None:
        """What is held by the transaction of a service; None outside of one."""
        found: Held | None = getattr(connection, "held_locks", None)
        return found

    def statement(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """See what a statement writes."""
        written = WRITES.match(sql)
        held = self.held()
        if written and held is not None:
            if sql.startswith("INSERT"):
                held.inserted.add(written[1])
            else:
                self.take(written[1])
        return execute(sql, params, many, context)


@contextmanager
def locks_watched() -> Iterator[None]:
    """Raise `WrongOrder` where rows are locked in another order."""
    watch = Watch()
    enter, leave = transaction.Atomic.__enter__, transaction.Atomic.__exit__
    run, ask = SQLCompiler.execute_sql, Prepared.__call__

    def entered(self: transaction.Atomic) -> None:
        enter(self)
        depth = len(connection.savepoint_ids) + connection.in_atomic_block
        if not self._from_testcase and getattr(connection, "held_locks", None) is None:
            connection.held_locks, connection.held_from = Held(), depth
            connection.execute_wrappers.append(watch.statement)

    def left(self: transaction.Atomic, *error: Any) -> None:
        depth = len(connection.savepoint_ids) + connection.in_atomic_block
        if getattr(connection, "held_locks", None) is not None and depth <= connection.held_from:
            connection.held_locks = None
            connection.execute_wrappers.remove(watch.statement)
        leave(self, *error)

    def ran(self: SQLCompiler, *args: Any, **options: Any) -> Any:
        if self.query.select_for_update:
            watch.take(self.query.get_meta().db_table)
        return run(self, *args, **options)

    def asked(self: Prepared[Any], *values: Any) -> list[Any]:
        if self in PREPARED:  # written once, with a lock where the database has locks
            watch.take(PREPARED[self])
        return ask(self, *values)

    transaction.Atomic.__enter__, transaction.Atomic.__exit__ = entered, left
    SQLCompiler.execute_sql, Prepared.__call__ = ran, asked
    try:
        yield
    finally:
        transaction.Atomic.__enter__, transaction.Atomic.__exit__ = enter, leave
        SQLCompiler.execute_sql, Prepared.__call__ = run, ask
