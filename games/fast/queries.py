"""Queries that Django writes once and that are asked again and again, with other values.

For what every tap asks: to write a query takes Django ten times as long as the database takes to
answer it. What comes back is what the query set itself would give, models or tuples of values.
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
"""Stands for a value while a query is written: no constant of ours, and in every column's range."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A query as Django wrote it: which value goes where, and what its rows are made into."""

    sql: str
    constants: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    """Pairs of a parameter's place and of the place of its value among all values."""
    converters: tuple[tuple[int, Any, Any], ...]
    model: type[Model] | None
    names: tuple[str, ...]
    start: int
    end: int
    related: tuple[Any, ...]


class Prepared(Generic[Row]):
    """A query with places for values: numbers, texts, and sequences of numbers for `__in`."""

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
        """Return the first row, or None."""
        return next(iter(self(*values)), None)

    def _write(self, given: Sequence[Value]) -> _Written:
        numbers = count(FIRST_MARK)
        marks = [_marked(one, numbers) for one in given]
        rows = self.make(*marks)
        compiler = rows.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        where = {mark: number for number, mark in enumerate(_flat(marks))}
        places = tuple((at, where[one]) for at, one in enumerate(params) if one in where)
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
            # (The stubs are those of a later Django.)
            tuple(get_related_populators(info, compiler.select, connection.alias))  # type: ignore[call-arg]
            if info
            else (),
        )


def _full(value: Value) -> Value:
    """Fill a sequence up to a power of two with its last number: then there are few shapes."""
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
