"""Fast inserts and updates for every tap: like Django's, without compiling a query each time.

See also `games.fast.queries`. The fields prepare the values. No signals are sent, like with
`bulk_create` and `update`.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Field, Model

AT_ONCE: Final = 100
"""Rows per statement: databases limit the number of parameters."""


def rows_insert(rows: Sequence[Model]) -> None:
    """Insert rows of one model; each gets its primary key.

    Raises:
        IntegrityError: a row violates a constraint.
    """
    for start in range(0, len(rows), AT_ONCE):
        _insert(rows[start : start + AT_ONCE])


def row_change(
    model: type[Model],
    *,
    where: Mapping[str, Any],
    values: Mapping[str, Any],
    counted_up: Collection[str] = (),
) -> bool:
    """Update the row if it still has these values, and increment some columns.

    Tells whether there was one.
    """
    fields = _fields(model)
    counted = [_column(fields[name]) for name in counted_up]
    parts = [f"{column} = {column} + 1" for column in counted]
    parts += [f"{_column(fields[name])} = %s" for name in values]
    held = [f"{_column(fields[name])} = %s" for name in where]
    params = [
        fields[name].get_db_prep_save(value, connection)
        for name, value in (*values.items(), *where.items())
    ]
    # Table and column names are our own; the values are parameters.
    sql = (
        f"UPDATE {_table(model)}"  # noqa: S608  # nosec B608
        f" SET {', '.join(parts)} WHERE {' AND '.join(held)}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return bool(cursor.rowcount)


def _insert(rows: Sequence[Model]) -> None:
    model = type(rows[0])
    fields = [field for field in _fields(model).values() if not field.primary_key]
    params = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for row in rows
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(model, len(rows), connection.vendor), params)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding = False
        row._state.db = connection.alias


@cache
def _insertion(model: type[Model], rows: int, vendor: str) -> str:
    fields = [field for field in _fields(model).values() if not field.primary_key]
    places = f"({', '.join(['%s'] * len(fields))})"
    return (
        f"INSERT INTO {_table(model)}"  # noqa: S608  # nosec B608
        f" ({', '.join(_column(field) for field in fields)})"
        f" VALUES {', '.join([places] * rows)}"
        f" RETURNING {_column(_key(model))}"
    )


@cache
def _fields(model: type[Model]) -> dict[str, "Field[Any, Any]"]:
    """Return the columns of a model by attribute name."""
    return {field.attname: field for field in model._meta.concrete_fields}


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))


def _key(model: type[Model]) -> "Field[Any, Any]":
    key = model._meta.pk
    if key is None:
        raise TypeError(f"{model.__name__} has no key")
    return key
