"""Queries whose columns are composed once are those that Django composes (tests/composing.py)."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.contenttypes.fields import GenericForeignKey
from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import (
    BooleanField,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
)

from games.models import User
from tests.composing import _convert_query, compose_always, compose_once, convert_query

Rows = QuerySet[Any]
Asked = Callable[[Rows, int], Rows]

WAYS: dict[str, Asked] = {
    "all": lambda rows, _: rows,
    "one": lambda rows, value: rows.filter(pk=value),
    "one that no column can hold": lambda rows, value: rows.filter(pk=value + 2**80),
    "some": lambda rows, value: rows.filter(pk__in=[1, 2, 2, value, None]),
    "none": lambda rows, _: rows.filter(pk__in=[]),
    "others": lambda rows, value: rows.exclude(pk=value).exclude(pk__in=[1, value]),
    "between": lambda rows, value: rows.filter(pk__gt=value, pk__lte=value + 1).filter(pk__lt=9),
    "either": lambda rows, value: rows.filter(Q(pk__gte=value) | ~Q(pk=value), pk__isnull=False),
    "whether": lambda rows, value: rows.model._base_manager.filter(pk=value),
    "ordered": lambda rows, _: rows.order_by("-pk"),
    "reversed": lambda rows, _: rows.order_by("pk").reverse(),
    "ordered by an expression": lambda rows, _: rows.order_by(F("pk").desc(nulls_last=True)),
    "without order": lambda rows, _: rows.order_by(),
    "at random": lambda rows, _: rows.order_by("?"),
    "distinct": lambda rows, _: rows.distinct(),
    "sliced": lambda rows, value: rows.order_by("pk")[value : value + 3],
    "some columns": lambda rows, _: rows.only("pk"),
    "all columns but one": lambda rows, _: rows.defer(rows.model._meta.concrete_fields[-1].name),
    "values": lambda rows, _: rows.values("pk").order_by("pk"),
    "lists": lambda rows, value: rows.filter(pk=value).values_list("pk", flat=True),
    "annotated": lambda rows, _: rows.annotate(how_many=Count("pk")).order_by("how_many"),
    "with a value": lambda rows, value: rows.annotate(value=Value(value)).filter(pk=value),
    "with what they point to": lambda rows, _: rows.select_related(),
    "together": lambda rows, _: rows.order_by().union(rows.order_by().filter(pk=1)).order_by("pk"),
    "which others have": lambda rows, _: rows.filter(Exists(rows.filter(pk=OuterRef("pk")))),
    "which are among others": lambda rows, value: rows.filter(pk__in=rows.filter(pk=value)),
    "over relations": lambda rows, value: over_relations(rows, value),
    "as every field may be": lambda rows, value: every_field(rows, value),
}


def over_relations(rows: Rows, value: int) -> Rows:
    """Rows whose neighbours are asked about, there and back, and ordered by them."""
    names = [
        one.name for one in rows.model._meta.get_fields() if one.is_relation and not is_odd(one)
    ]
    for name in names[:3]:
        rows = rows.filter(Q(**{f"{name}__pk": value}) | Q(**{f"{name}__isnull": True}))
    ahead = [one.name for one in rows.model._meta.concrete_fields if one.is_relation]
    return rows.select_related(*ahead).order_by(*[f"-{name}__pk" for name in ahead[:2]], "pk")


def is_odd(field: Any) -> bool:
    """Fields that name no table in particular."""
    return isinstance(field, GenericForeignKey) or field.related_model is None


def every_field(rows: Rows, value: int) -> Rows:
    """Rows that are asked about a number, a yes and a nothing in each field that can be so."""
    for one in rows.model._meta.concrete_fields:
        if isinstance(one, BooleanField):
            rows = rows.filter(**{one.name: value % 2 == 0})
        elif isinstance(one, IntegerField):
            rows = rows.filter(**{f"{one.name}__gte": value})
        elif isinstance(one, CharField):
            rows = rows.filter(**{f"{one.name}__in": ["a", str(value)]})
        elif one.null:
            rows = rows.filter(**{one.name: None})
    return rows


@pytest.fixture(autouse=True)
def _as_in_other_tests_afterwards() -> Iterator[None]:
    yield
    compose_once()


def composed(rows: Rows, is_asked_whether: bool) -> tuple[Any, ...]:
    """The statement and its parameters, and which columns are whose."""
    query = rows.query.exists() if is_asked_whether else rows.query
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    try:
        sql, params = compiler.as_sql()
    except EmptyResultSet:
        return ("nothing",)
    select = [(repr(column), sql, alias) for column, sql, alias in compiler.select]
    columns = [column for column, _, _ in compiler.select]
    converted = {at: len(each) for at, (each, _) in compiler.get_converters(columns).items()}
    whose = columns_of(compiler.klass_info)
    values = [repr(each) for each in params]  # psycopg's own are equal to themselves only
    return sql, values, select, whose, compiler.annotation_col_map, converted


def columns_of(info: dict[str, Any] | None) -> Any:
    """Which columns belong to which model, and so on along what is followed."""
    if info is None:
        return None
    further = [columns_of(one) for one in info.get("related_klass_infos", ())]
    return info["model"], info["select_fields"], further


@pytest.mark.parametrize("way", [*WAYS.values()], ids=[*WAYS])
@pytest.mark.django_db
def test_models_are_asked_as_django_asks(way: Asked, request: pytest.FixtureRequest) -> None:
    # A third of the models each way, and with all ways each model often.
    name = request.node.callspec.id
    models = apps.get_models()[[*WAYS].index(name) % 3 :: 1 if os.environ.get("ALL_TESTS") else 3]

    def all_of(value: int) -> list[tuple[Any, ...]]:
        rows = [way(one._default_manager.all(), value) for one in models]
        return [composed(each, name == "whether") for each in rows]

    compose_always()
    before = all_of(1), all_of(4)
    compose_once()
    connections[DEFAULT_DB_ALIAS].__dict__.pop("composed", None)
    assert (all_of(1), all_of(4)) == before  # the second from memory
    assert all_of(1) == before[0]


@pytest.mark.django_db
def test_queries_that_differ_in_their_values_alone_are_composed_once() -> None:
    User.objects.create_user("ann@example.org", name="Ann")
    connections[DEFAULT_DB_ALIAS].__dict__.pop("composed", None)
    for name in ("Ann", "Bob", "Cid"):
        found = User.objects.filter(name=name).order_by("pk")
        assert [one.name for one in found] == ["Ann"][: name == "Ann"]
    assert len(connections[DEFAULT_DB_ALIAS].__dict__["composed"]) == 1


@pytest.mark.django_db
def test_a_condition_without_a_table_is_left_to_django() -> None:
    for value in (1, 2):
        assert Q(kept=value).check({"kept": 1}) == (value == 1)


def test_statements_are_written_for_sqlite_as_django_writes_them() -> None:
    written = "SELECT '100%%' WHERE a = %s AND b LIKE %s", "SELECT %s", "SELECT 1"
    for query in [*written, *written]:
        assert convert_query(None, query) == _convert_query(None, query)
    assert convert_query(None, "a = %(a)s", param_names=["a"]) == "a = :a"
