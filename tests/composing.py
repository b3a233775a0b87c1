"""Composes the columns of a model's queries once for all tests of a process.

Django composes them anew for each query: a fifth of the time of a test that writes much. What is
kept is Django's own answer, for queries whose columns depend on nothing but their model;
`tests/test_composing.py` compares both.
"""

from typing import Any, Final

from django.db.models import Model
from django.db.models.sql.compiler import SQLCompiler

Select = tuple[list[Any], dict[str, Any] | None, dict[str, int]]

_select: Final = SQLCompiler.get_select
_order_by_pairs: Final = SQLCompiler._order_by_pairs
_known: Final[dict[tuple[type[Model], str], list[Any]]] = {}


def compose_once() -> None:
    """Let this process compose so, to its end."""
    SQLCompiler.get_select = select
    SQLCompiler._order_by_pairs = order_by_pairs


def compose_always() -> None:
    """Let Django compose as ever."""
    SQLCompiler.get_select = _select
    SQLCompiler._order_by_pairs = _order_by_pairs


def select(self: SQLCompiler, with_col_aliases: bool = False) -> Select:
    """Instead of `get_select`: all columns of one model under its table's own name, from memory."""
    query = self.query
    if (
        with_col_aliases
        or not query.default_cols
        or query.selected is not None
        or query.extra_select
        or query.annotation_select
        or query.select_related
        or query.deferred_loading != (frozenset(), True)
        or query.model._meta.parents
    ):
        return _select(self, with_col_aliases)
    table = query.model._meta.db_table
    if query.get_initial_alias() != table or table not in query.table_map:
        return _select(self)
    key = query.model, self.connection.vendor
    if key not in _known:
        _known[key] = _select(self)[0]
    columns = _known[key]
    return [*columns], {"model": query.model, "select_fields": [*range(len(columns))]}, {}


def order_by_pairs(self: SQLCompiler) -> Any:
    """Instead of `_order_by_pairs`, which looks in the columns even where names give the order."""
    query, selected = self.query, self.select
    meta = query.get_meta()
    orders = (query.extra_order_by, query.order_by, (meta and meta.ordering) or ())
    if (
        query.combinator
        or not all(isinstance(name, str) for names in orders for name in names)
        or any(alias for _, _, alias in selected or ())
    ):
        return _order_by_pairs(self)
    self.select = []
    try:
        return [*_order_by_pairs(self)]
    finally:
        self.select = selected
