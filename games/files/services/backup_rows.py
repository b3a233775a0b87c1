"""A whole database as lines of JSON that any database of the same version can read."""

import datetime
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any, Final

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Field, ForeignKey, Model

from games.files.services.job_files import Progress
from games.models.locks import ORDER as LOCKS
from games.models.packed import PositionField, ResultField, position_kept

MADE_BY_MIGRATIONS: Final = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Their numbers differ between databases, so they are written by their natural keys."""
LEFT_OUT: Final = MADE_BY_MIGRATIONS | frozenset(
    {
        # signed-in devices, their messages and failed attempts belong to this installation
        "games.SignIn",
        "games.PushSubscription",
        "sessions.Session",
        "axes.AccessAttempt",
        "axes.AccessFailureLog",
        "axes.AccessLog",
        # who is connected right now, and what a crew tries on a board that a backup ends
        "games.Presence",
        "games.Consultation",
        # their files are not in a backup
        "games.Job",
    }
)
BATCH: Final = 2000
MEGABYTE: Final = 1024 * 1024


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


def rows_dump(file: IO[str]) -> None:
    """Write every row as of one moment: on PostgreSQL the transaction reads one snapshot."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for model in tables():
            if _is_plain(model):
                file.writelines(_lines(model))
                continue
            serializers.serialize(
                "jsonl",
                model._base_manager.order_by("pk").iterator(chunk_size=2000),
                stream=file,
                fields=[field.name for field in model._meta.concrete_fields],
                use_natural_foreign_keys=_is_natural(model),
                cls=Exact,
            )


PLAIN: Final = frozenset(
    {
        "AutoField",
        "BigAutoField",
        "BigIntegerField",
        "BooleanField",
        "CharField",
        "DateField",
        "DateTimeField",
        "DecimalField",
        "EmailField",
        "ForeignKey",
        "IntegerField",
        "JSONField",
        "OneToOneField",
        "PositiveBigIntegerField",
        "PositiveIntegerField",
        "PositiveSmallIntegerField",
        "SlugField",
        "SmallIntegerField",
        "TextField",
    }
)
"""Columns whose values JSON knows, or our `Exact`, without asking the field."""


def _is_plain(model: type[Model]) -> bool:
    """Tell whether rows can be written and read without the cost of a model: all large tables'."""
    fields = model._meta.concrete_fields
    return not _is_natural(model) and all(one.get_internal_type() in PLAIN for one in fields)


def _lines(model: type[Model]) -> Iterator[str]:
    """Write rows of a table as Django's serializer does, in a fifth of its time."""
    encode = Exact(ensure_ascii=False, separators=(",", ": ")).encode
    fields = [one for one in model._meta.concrete_fields if not one.primary_key]
    names = [one.name for one in fields]
    columns = ["pk", *(one.attname for one in fields)]
    label = model._meta.label_lower
    rows = model._base_manager.order_by("pk").values_list(*columns)
    for pk, *values in rows.iterator(chunk_size=2000):
        row = {"model": label, "pk": pk, "fields": dict(zip(names, values, strict=True))}
        yield encode(row) + "\n"


def rows_read(file: IO[bytes], progress: Progress | None = None) -> None:
    """Replace all rows with those of a backup; all of them, or none.

    Progress is counted in megabytes of the file.

    Raises:
        Exception: any error of the database; nothing has changed then.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            for model in sorted(tables(with_left_out=True), key=_lock_rank):
                if model._meta.label not in MADE_BY_MIGRATIONS:
                    table = connection.ops.quote_name(model._meta.db_table)
                    cursor.execute(f"DELETE FROM {table}")  # noqa: S608  # nosec B608 - our own name
        for label, rows in _batches(file, progress or Progress()):
            model = apps.get_model(label)
            if _is_plain(model):
                _insert(model, rows)
            else:
                found = serializers.deserialize("python", rows)
                model._base_manager.bulk_create([one.object for one in found])
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
                cursor.execute(statement)
            # What comes next asks for rows by the million, and must not look through all of them.
            cursor.execute("ANALYZE")


def _lock_rank(model: type[Model]) -> int:
    """Return the place of a table in the order of locks; deleting rows takes them, too."""
    label = model._meta.label
    return LOCKS.index(label) if label in LOCKS else len(LOCKS)


def _batches(file: IO[bytes], progress: Progress) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Return rows of one table at a time, as they were written."""
    batch: list[dict[str, Any]] = []
    label, rest = "", 0
    for line in file:
        row = json.loads(line.decode())
        if batch and (row["model"] != label or len(batch) >= BATCH):
            yield label, batch
            batch = []
        label = row["model"]
        batch.append(row)
        rest += len(line)
        if rest >= MEGABYTE:
            progress.step(rest // MEGABYTE)
            rest %= MEGABYTE
    if batch:
        yield label, batch


def _insert(model: type[Model], rows: list[dict[str, Any]]) -> None:
    """Insert rows of a table: by COPY, or by one statement that is prepared once."""
    key, *fields = sorted(model._meta.concrete_fields, key=lambda one: not one.primary_key)
    names = {one.name for one in fields}
    told = [row["fields"] for row in rows]
    if any(one.keys() != names for one in told):
        raise ValueError(f"{model._meta.label}: other columns")
    # Column by column: only some have to be converted.
    kept = [[row["pk"] for row in rows], *([one[field.name] for one in told] for field in fields)]
    for place, field in enumerate((key, *fields)):
        keep = _keeper(field)
        if keep is not None:
            kept[place] = list(map(keep, kept[place]))
    values = list(zip(*kept, strict=True))
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(one.column)) for one in (key, *fields))
    table = quote(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in values:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * (1 + len(fields)))
        statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608  # nosec B608 - our own names
        cursor.executemany(statement, values)


def _keeper(field: "Field[Any, Any]") -> Callable[[Any], Any] | None:
    """Return what turns a value of JSON into one of this column; None where it is one."""
    kind = (field.target_field if isinstance(field, ForeignKey) else field).get_internal_type()
    if isinstance(field, ResultField):
        return field.get_prep_value
    if isinstance(field, PositionField):
        return lambda value: None if value is None else json.dumps(position_kept(value))
    if kind == "JSONField":
        return lambda value: None if value is None else json.dumps(value)
    if kind in ("DateField", "DateTimeField", "DecimalField"):

        def keep(value: Any) -> Any:
            return field.get_db_prep_save(field.to_python(value), connection)

        is_time = kind == "DateTimeField" and connection.vendor == "sqlite"
        return partial(_time, keep) if is_time else keep
    return None


def _time(keep: Callable[[Any], Any], value: str | None) -> Any:
    """Return a time as SQLite keeps it: in UTC, without saying so; a backup has all in UTC."""
    if value is None or not value.endswith("+00:00"):
        return keep(value)
    return str(datetime.datetime.fromisoformat(value).replace(tzinfo=None))
