"""Queries whose columns are composed once are those that Django composes (tests/composing.py)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Count, Exists, F, Model, OuterRef, QuerySet

from tests.composing import compose_always, compose_once

Asked = Callable[[QuerySet[Any]], QuerySet[Any]]

WAYS: dict[str, Asked] = {
    "all": lambda rows: rows,
    "filtered": lambda rows: rows.filter(pk__in=[1, 2]),
    "ordered": lambda rows: rows.order_by("-pk"),
    "reversed": lambda rows: rows.order_by("pk").reverse(),
    "ordered by an expression": lambda rows: rows.order_by(F("pk").desc(nulls_last=True)),
    "without order": lambda rows: rows.order_by(),
    "at random": lambda rows: rows.order_by("?"),
    "distinct": lambda rows: rows.distinct(),
    "sliced": lambda rows: rows.order_by("pk")[2:5],
    "some columns": lambda rows: rows.only("pk"),
    "values": lambda rows: rows.values("pk").order_by("pk"),
    "annotated": lambda rows: rows.annotate(how_many=Count("pk")).order_by("how_many"),
    "with what they point to": lambda rows: rows.select_related(),
    "together": lambda rows: rows.order_by().union(rows.order_by().filter(pk=1)).order_by("pk"),
    "which others have": lambda rows: rows.filter(Exists(rows.filter(pk=OuterRef("pk")))),
}


@pytest.fixture(autouse=True)
def _as_in_other_tests_afterwards() -> Iterator[None]:
    yield
    compose_once()


def composed(model: type[Model], way: Asked) -> tuple[Any, ...]:
    """The statement and its parameters, and which columns are whose."""
    compiler = way(model._default_manager.all()).query.get_compiler(DEFAULT_DB_ALIAS)
    sql, params = compiler.as_sql()
    select = [(repr(column), sql, alias) for column, sql, alias in compiler.select]
    whose = {key: (compiler.klass_info or {}).get(key) for key in ("model", "select_fields")}
    return sql, params, select, whose, compiler.annotation_col_map


@pytest.mark.parametrize("way", [*WAYS.values()], ids=[*WAYS])
def test_every_model_is_asked_as_django_asks(way: Asked) -> None:
    models = apps.get_models()
    compose_always()
    before = [composed(model, way) for model in models]
    compose_once()
    for _ in range(2):  # from memory the second time
        assert [composed(model, way) for model in models] == before
