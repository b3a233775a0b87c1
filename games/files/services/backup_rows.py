"""A whole database as lines of JSON that any database of the same version can read."""

import datetime
from collections.abc import Iterator
from typing import IO, Any, Final

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Model

MADE_BY_MIGRATIONS: Final = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Their numbers differ between databases, so they are written by their natural keys."""
LEFT_OUT: Final = MADE_BY_MIGRATIONS | frozenset(
    {
        # signed-in devices and failed attempts belong to this installation
        "games.SignIn",
        "sessions.Session",
        "axes.AccessAttempt",
        "axes.AccessFailureLog",
        "axes.AccessLog",
        # who is connected right now
        "games.Presence",
        # their files are not in a backup
        "games.Job",
    }
)
BATCH: Final = 500


class Exact(DjangoJSONEncoder):
    """Writes times to the microsecond; Django's encoder cuts them to milliseconds."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime.datetime) else super().default(o)


def tables(*, with_left_out: bool = False) -> list[type[Model]]:
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if (with_left_out or model._meta.label not in LEFT_OUT)
        and model._meta.managed
        and not model._meta.proxy
    ]
    return sorted(models, key=lambda model: (_is_natural(model), model._meta.label))


def _is_natural(model: type[Model]) -> bool:
    """Tell whether rows of a table refer to rows that migrations have numbered.

    These tables come last: their natural keys can be looked up only when those rows exist.
    """
    targets = [field.related_model for field in model._meta.concrete_fields if field.is_relation]
    return any(
        isinstance(target, type) and target._meta.label in MADE_BY_MIGRATIONS for target in targets
    )


def rows_write(file: IO[str]) -> None:
    """Write every row as of one moment: on PostgreSQL the transaction reads one snapshot."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for model in tables():
            serializers.serialize(
                "jsonl",
                model._base_manager.order_by("pk").iterator(chunk_size=2000),
                stream=file,
                fields=[field.name for field in model._meta.concrete_fields],
                use_natural_foreign_keys=_is_natural(model),
                cls=Exact,
            )


def rows_read(file: IO[bytes]) -> None:
    """Replace all rows with those of a backup; all of them, or none.

    Raises:
        Exception: any error of the database; nothing has changed then.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            for model in tables(with_left_out=True):
                if model._meta.label not in MADE_BY_MIGRATIONS:
                    table = connection.ops.quote_name(model._meta.db_table)
                    cursor.execute(f"DELETE FROM {table}")  # noqa: S608  # nosec B608 - our own name
        for model, rows in _batches(file):
            model._base_manager.bulk_create(rows)
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
                cursor.execute(statement)


def _batches(file: IO[bytes]) -> Iterator[tuple[type[Model], list[Any]]]:
    batch: list[Any] = []
    for line in file:
        (found,) = serializers.deserialize("json", f"[{line.decode()}]")
        row = found.object
        if batch and (type(batch[0]) is not type(row) or len(batch) >= BATCH):
            yield type(batch[0]), batch
            batch = []
        batch.append(row)
    if batch:
        yield type(batch[0]), batch
