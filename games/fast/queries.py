"""Prepared queries: Django compiles them once, and they run again with other values.

For the queries of every tap: Django takes ten times as long to compile a query as the database to
answer it. The results are those of the query set, models or tuples of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

Row = TypeVar("Row", covariant=True)
Value = int | str | Sequence[int]

FIRST_MARK: Final = 1_900_000_001
"""The first number that marks the place of a value while Django composes the query.

Every column can hold it, and no query of ours uses it as a constant.
"""


@dataclass(frozen=True, slots=True)
class _Written:
    """A compiled query: where the values go, and how rows are built."""

    sql: str
    constants: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    """Pairs: a parameter's position, and the position of its value among all values."""
    converters: tuple[tuple[int, Any, Any], ...]
    model: type[Model] | None
    names: tuple[str, ...]
    start: int
    end: int
    related: tuple[Any, ...]


class Prepared(Generic[Row]):
    """A query with placeholders: for numbers, texts, and sequences of numbers with `__in`."""

    def __init__(self, make: Callable[..., QuerySet[Any, Row]]) -> None:
        self.make = make
        self._written: dict[tuple[int, ...], _Written] = {}

    def __call__(self, *values: Value) -> list[Row]:
        """Return the rows for these values; one query."""
        given = [_full(value) for value in values]
        if any(not one for one in given if not isinstance(one, int | str)):
            return []
        shape = tuple(0 if isinstance(one, int | str) else len(one) for one in given)
        written = self._written.get(shape)
        if written is None:
            written = self._written[shape] = self._write(given)
        flat = _flat(given)
        params = list(written.constants)
        for place, number in written.places:
            params[place] = flat[number]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, params)
            found = cursor.fetchall()
        return [_made(written, row) for row in found]

    def first(self, *values: Value) -> Row | None:
        return next(iter(self(*values)), None)

    def _write(self, given: Sequence[Value]) -> _Written:
        numbers = count(FIRST_MARK)
        marks = [_marked(one, numbers) for one in given]
        rows = self.make(*marks)
        compiler = rows.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        where = {mark: number for number, mark in enumerate(_flat(marks))}
        # PostgreSQL's lists of fixed values are never among those given.
        places = tuple(
            (at, where[param])
            for at, param in enumerate(params)
            if not isinstance(param, list) and param in where
        )
        if {number for _at, number in places} != set(where.values()):
            raise ValueError("a value of the query is not among its parameters")
        columns = [column for column, _sql, _alias in compiler.select]
        converters = compiler.get_converters(columns)
        info = compiler.klass_info if rows._iterable_class is ModelIterable else None
        chosen = info["select_fields"] if info else []
        start, end = (chosen[0], chosen[-1] + 1) if info else (0, 0)
        return _Written(
            sql,
            tuple(params),
            places,
            tuple((at, *pair) for at, pair in converters.items()),
            info["model"] if info else None,
            tuple(column.target.attname for column in columns[start:end]),
            start,
            end,
            # (The stubs are for a later Django.)
            tuple(get_related_populators(info, compiler.select, connection.alias))  # type: ignore[call-arg]
            if info
            else (),
        )


def _full(value: Value) -> Value:
    """Pad a sequence to a power of two with its last number, to limit the number of variants."""
    if isinstance(value, int | str):
        return value
    numbers = list(value)
    size = 1 << max(len(numbers) - 1, 0).bit_length()
    return numbers + numbers[-1:] * (size - len(numbers))


def _marked(value: Value, numbers: Iterator[int]) -> Value:
    if isinstance(value, int):
        return next(numbers)
    if isinstance(value, str):
        return f"§{next(numbers)}"
    return [next(numbers) for _ in value]


def _flat(values: Sequence[Value]) -> list[int | str]:
    found: list[int | str] = []
    for value in values:
        if isinstance(value, int | str):
            found.append(value)
        else:
            found.extend(value)
    return found


def _made(written: _Written, row: Sequence[Any]) -> Any:
    values = list(row)
    for at, functions, expression in written.converters:
        for convert in functions:
            values[at] = convert(values[at], expression, connection)
    if written.model is None:
        return tuple(values)
    chosen = values[written.start : written.end]
    found = written.model.from_db(connection.alias, written.names, chosen)
    for one in written.related:
        one.populate(values, found)
    return found
