"""Databases of older versions come up with all their rows, and with the tables of a new one."""

import lzma
import os
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.kept import Commands
from tests.servers import postgres_database, prepared

OLD = Path(__file__).parents[1] / "data" / "old" / "databases"
"""What `up` made of an empty folder, with the demo club: dumps that are named by their commits.

The oldest has 10 migrations of ours, the next one 33. The third has all of tournaments and not all
of games. The last one was made by steps that replaced others and are replaced themselves. On SQLite
the statements are of Python's `iterdump`, on PostgreSQL of `pg_dump --inserts`.
"""

LONG = [pytest.mark.slow, pytest.mark.long]
CASES = [
    pytest.param("91e7d76a", "sqlite", marks=pytest.mark.slow),
    pytest.param("8451670d", "sqlite", marks=LONG),
    pytest.param("77373318", "sqlite", marks=LONG),
    pytest.param("91e7d76a", "postgresql", marks=LONG),
    pytest.param("8451670d", "postgresql", marks=LONG),
    pytest.param("77373318", "postgresql", marks=pytest.mark.slow),
    pytest.param("59c95195", "sqlite", marks=pytest.mark.slow),
    pytest.param("59c95195", "postgresql", marks=pytest.mark.slow),
]
KEPT = ["games_action", "games_gamescore", "games_player", "games_session", "games_user"]
"""Tables of which no row may be lost, whatever else is packed or moved."""


def brought_up(data: Path, **variables: str) -> None:
    """What a start of the program does to the database, and the check of all evenings."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    commands = Commands({**environment, "CHOUETTE_DATA": str(data), **variables})
    for command in (["prepare", "database"], ["check_ledger"]):
        done = commands.run(*command)
        assert not done.status, done.said + done.errors


def tables_in(file: Path) -> dict[str, Any]:
    """Columns, constraints and indexes of a file; what stands where in a table does not matter."""
    with closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: parts(sql) for name, sql in found}


def parts(sql: str) -> list[str]:
    """What stands between the outermost commas of a statement, sorted."""
    inside, depth, found = sql.partition("(")[2].rpartition(")")[0], 0, [""]
    for sign in inside:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return sorted(re.sub(r"\s+", " ", each).strip() for each in found)


TABLES = (
    "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable "
    "FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint",
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
)


def plain(rows: Iterable[tuple[Any, ...]]) -> set[str]:
    """Rows as text, without the casts and parentheses that a dump writes more of."""
    casts = r"::character varying|::text(\[\])?|[()]"
    return {re.sub(casts, "", " ".join(map(str, row))) for row in rows}


def rows_in(database: Any) -> list[int]:
    """How many rows each of the tables has that keep theirs."""
    return [database.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in KEPT]


def on_sqlite(statements: str, folder: Path) -> None:
    new, old = prepared(folder / "new"), folder / "old"
    old.mkdir()
    with closing(sqlite3.connect(old / "chouette.sqlite3")) as database:
        database.executescript(statements)
        before = rows_in(database)
        brought_up(old)
        assert rows_in(database) == before
    assert tables_in(old / "chouette.sqlite3") == tables_in(new / "chouette.sqlite3")


def on_postgresql(statements: str, folder: Path) -> None:
    with (
        postgres_database() as new,
        postgres_database(migrated=False) as old,
        psycopg.connect(new, autocommit=True) as wanted,
        psycopg.connect(old, autocommit=True) as database,
    ):
        database.execute(statements.encode())
        database.execute("SET search_path TO public")
        before = rows_in(database)
        brought_up(folder, DATABASE_URL=old)
        assert rows_in(database) == before
        for query in TABLES:
            assert plain(database.execute(query)) == plain(wanted.execute(query))


@pytest.mark.parametrize(("commit", "kind"), CASES)
def test_a_database_of_an_older_version_comes_up(commit: str, kind: str, tmp_path: Path) -> None:
    packed = (OLD / f"{commit}.{kind}.sql.xz").read_bytes()
    come_up = {"sqlite": on_sqlite, "postgresql": on_postgresql}[kind]
    come_up(lzma.decompress(packed).decode(), tmp_path)
