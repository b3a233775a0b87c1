"""Composes a query once for all tests of a process that ask it, whatever the values are.

Django composes the statement anew each time: a third of the time of a test that directs an event.
What is kept is Django's own statement, for queries that consist of columns, their orders and plain
comparisons; all else is left to Django. `tests/test_composing.py` compares both.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.core.exceptions import EmptyResultSet, FullResultSet
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models import Value, lookups
from django.db.models.expressions import Col
from django.db.models.fields import related_lookups
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.datastructures import BaseTable, Join
from django.db.models.sql.where import WhereNode

COMPARED: Final = {
    lookups.Exact,
    lookups.GreaterThan,
    lookups.GreaterThanOrEqual,
    lookups.In,
    lookups.IntegerFieldExact,
    lookups.IntegerGreaterThan,
    lookups.IntegerGreaterThanOrEqual,
    lookups.IntegerLessThan,
    lookups.IntegerLessThanOrEqual,
    lookups.LessThan,
    lookups.LessThanOrEqual,
    related_lookups.RelatedExact,
    related_lookups.RelatedIn,
}
NULL: Final = {lookups.IsNull, related_lookups.RelatedIsNull}
MOST: Final = 4000
"""Statements that are kept for one connection; then it begins anew."""

_as_sql: Final = SQLCompiler.as_sql
_get_converters: Final = SQLCompiler.get_converters
_convert_query: Final = SQLiteCursorWrapper.convert_query


class _NotPlainError(Exception):
    """The query has a part of which only Django knows what becomes of it."""


@dataclass(slots=True)
class Composed:
    """A statement, and what else the compiler knows when it has composed it."""

    sql: str
    before: list[Any]  # parameters that are the same each time
    of_compiler: dict[str, Any]
    named: list[Any]  # what the key names by its address must live as long
    converters: dict[int, Any] | None = None


def compose_once() -> None:
    """Let this process compose so, to its end."""
    SQLCompiler.as_sql = as_sql
    SQLCompiler.get_converters = get_converters
    SQLiteCursorWrapper.convert_query = convert_query


def compose_always() -> None:
    """Let Django compose as ever."""
    SQLCompiler.as_sql = _as_sql
    SQLCompiler.get_converters = _get_converters
    SQLiteCursorWrapper.convert_query = _convert_query


def as_sql(
    self: SQLCompiler, with_limits: bool = True, with_col_aliases: bool = False
) -> tuple[str, Any]:
    """Instead of `as_sql`: the statement from memory, with the values of this query."""
    if not with_limits or with_col_aliases or not self.elide_empty:
        return _as_sql(self, with_limits, with_col_aliases)
    reading = _Reading(self)
    try:
        key = reading.key()
    except (_NotPlainError, EmptyResultSet, FullResultSet):
        return _as_sql(self)
    kept: dict[Hashable, Composed] = self.connection.__dict__.setdefault("composed", {})
    found = kept.get(key)
    if found is None:
        sql, params = _as_sql(self)
        before = [*params][: len(params) - len(reading.values)]
        if [*params] == before + reading.values:
            if len(kept) >= MOST:
                kept.clear()
            names = ("select", "klass_info", "annotation_col_map", "col_count", "has_extra_select")
            of_compiler = {name: getattr(self, name) for name in names}
            kept[key] = Composed(sql, before, of_compiler, reading.named)
        return sql, params
    self.__dict__.update(found.of_compiler, composed=found)
    return found.sql, tuple(found.before + reading.values)


def get_converters(self: SQLCompiler, expressions: Any) -> Any:
    """Instead of `get_converters`: those of a statement's own columns from memory."""
    found: Composed | None = self.__dict__.get("composed")
    if found is None or not expressions or expressions[0] is not found.of_compiler["select"][0][0]:
        return _get_converters(self, expressions)
    if found.converters is None:
        found.converters = _get_converters(self, expressions)
    return found.converters


def convert_query(
    self: SQLiteCursorWrapper, query: str, *, param_names: list[str] | None = None
) -> str:
    """Instead of `convert_query`: the same statement in SQLite's own signs, from memory."""
    if param_names is not None:
        return _convert_query(self, query, param_names=param_names)
    return _marked(query)


@lru_cache(MOST)
def _marked(query: str) -> str:
    return _convert_query(None, query)


class _Reading:
    """Reads the parts of a query: what makes its statement, and its values in their order."""

    def __init__(self, compiler: SQLCompiler) -> None:
        self.compiler = compiler
        self.values: list[Any] = []
        self.named: list[Any] = []

    def key(self) -> Hashable:
        """What is the same for all queries with the same statement."""
        query: Query = self.compiler.query
        if (
            type(query) is not Query
            or query.model is None  # conditions that are tried without a table
            or query.group_by is not None
            or query.combinator
            or query.distinct_fields
            or query.extra
            or query.extra_tables
            or query.extra_order_by
            or query.explain_info
            or query.subquery
            or query._filtered_relations
            or (query.select_for_update and self.compiler.connection.features.has_select_for_update)
        ):
            raise _NotPlainError
        names = query.order_by or (query.default_ordering and query.get_meta().ordering) or ()
        if not all(isinstance(name, str) and name != "?" for name in names):
            raise _NotPlainError
        return (
            query.model,
            query.default_cols,
            query.values_select,
            tuple(query.selected.items()) if query.selected is not None else None,
            (frozenset(query.deferred_loading[0]), query.deferred_loading[1]),
            _frozen(query.select_related),
            query.order_by,
            query.default_ordering,
            query.standard_ordering,
            query.distinct,
            query.low_mark,
            query.high_mark,
            tuple([self._annotated(*item) for item in query.annotation_select.items()]),
            tuple([self._column(column) for column in query.select]),
            tuple([self._table(*item) for item in query.alias_map.items()]),
            self._compared(query.where),
        )

    def _annotated(self, name: str, value: Any) -> Hashable:
        if type(value) is not Value or value.value != 1:  # what `exists` asks for
            raise _NotPlainError
        return name

    def _column(self, column: Any) -> Hashable:
        if type(column) is not Col:
            raise _NotPlainError
        target, output = column.target, column.output_field
        self.named += target, output
        return column.alias, id(target), id(output)

    def _table(self, alias: str, table: Any) -> Hashable:
        is_asked = self.compiler.query.alias_refcount[alias] > 0
        if type(table) is BaseTable:
            return alias, table.table_name, is_asked
        if type(table) is not Join:
            raise _NotPlainError
        self.named.append(table.join_field)
        parts = table.table_name, table.parent_alias, table.join_type, id(table.join_field)
        return alias, is_asked, parts

    def _compared(self, node: Any) -> Hashable:
        kind = type(node)
        if kind is WhereNode:
            parts = tuple([self._compared(child) for child in node.children])
            return node.connector, node.negated, node.resolved, parts
        if kind in NULL:
            return kind, self._column(node.lhs), node.rhs
        if kind not in COMPARED or not node.rhs_is_direct_value():
            raise _NotPlainError
        connection = self.compiler.connection
        sql, values = node.process_rhs(self.compiler, connection)
        yes = node.rhs if isinstance(node.rhs, bool) else None
        # Whether a yes or no is one is written as the column itself, or as NOT the column.
        is_written = yes is not None and isinstance(node, lookups.Exact) and node.lhs.conditional
        if not is_written:
            self.values += values
        return kind, self._column(node.lhs), sql, yes


def _frozen(followed: Any) -> Hashable:
    """Which relations are followed, as a key."""
    if not isinstance(followed, dict):
        return bool(followed)
    return tuple([(name, _frozen(further)) for name, further in followed.items()])
