"""Worlds that are built once for many tests, each of which gets a copy of its own."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import get_language

from games.models import Club, User


@contextmanager
def built_once(blocker: Any) -> Iterator[None]:
    """Keep what is written inside until the end; what tests then do to it, each undoes itself.

    For fixtures with the scope of a module, which yield inside:

        @pytest.fixture(scope="module")
        def built(django_db_setup, django_db_blocker):
            with built_once(django_db_blocker):
                yield make()

        @pytest.fixture
        def world(built, db):
            return deepcopy(built)
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass(frozen=True)
class Built:
    """What somebody built: how they hold it, the rows it is, and what waits for the commit."""

    held: dict[str, Any]
    rows: dict[str, list[tuple[Any, ...]]]
    waiting: list[tuple[Callable[[], Any], bool]]


_built: Final[dict[Hashable, Built]] = {}


def build_again(what: object, how: Hashable, build: Callable[[], None]) -> None:
    """Let `build` fill an object and an empty database, from memory after the first time.

    The second time the same rows are written as they were, with their numbers and names. Where
    somebody has something in the database already, it is built as ever.

    Args:
        what: whose attributes tell what was built: plain values and rows.
        how: what it depends on. The language, the time zone and the hour are added: with an hour
            a day begins for some club.
        build: sets those attributes.
    """
    if User.objects.exists() or Club.objects.exists():
        build()
        return
    zone = timezone.get_current_timezone_name()
    hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    key = (type(what), how, hour, zone, get_language(), connection.vendor)
    if found := _built.get(key):
        _write(found.rows)
        for call, is_robust in found.waiting:
            transaction.on_commit(call, robust=is_robust)
        vars(what).update(deepcopy(found.held))
        return
    before, waiting = _rows(), len(connection.run_on_commit)
    build()
    rows = {table: rows for table, rows in _rows().items() if table not in before}
    calls = [(call, is_robust) for _, call, is_robust in connection.run_on_commit[waiting:]]
    _built[key] = Built(deepcopy(vars(what)), rows, calls)


def _rows() -> dict[str, list[tuple[Any, ...]]]:
    """All rows of the tables that have some."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            if rows := cursor.fetchall():
                found[model._meta.db_table] = rows
    return found


def _write(rows: dict[str, list[tuple[Any, ...]]]) -> None:
    """Write rows past Django: nobody counts these statements."""
    mark = "?" if connection.vendor == "sqlite" else "%s"
    with transaction.atomic():
        cursor = connection.connection.cursor()
        for table, many in rows.items():
            marks = ", ".join([mark] * len(many[0]))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({marks})', many)
        if connection.vendor == "postgresql":
            _count_on(cursor, rows.keys())


def _count_on(cursor: Any, tables: Iterable[str]) -> None:
    """Let PostgreSQL count on behind the rows: a test that emptied the tables began at 1 again."""
    counted = []
    for model in apps.get_models(include_auto_created=True):
        table, key = model._meta.db_table, model._meta.pk
        if table in tables and isinstance(key, models.AutoField):
            sequence = f"pg_get_serial_sequence('\"{table}\"', '{key.column}')"
            last = f'(SELECT max("{key.column}") FROM "{table}")'
            counted.append(f"setval({sequence}, greatest({last}, nextval({sequence})))")
    cursor.execute(f"SELECT {', '.join(counted)}")
