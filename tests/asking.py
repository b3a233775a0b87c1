"""Which tests run on PostgreSQL as well: those that ask a database, and not over HTTP.

Locks, constraints, raw SQL, aggregates, orders, JSON and bulk writes may differ there; templates,
forms, permissions and the shapes of answers do not. That every page and every endpoint can be read
there is shown by tests that say so themselves, with the marker `database`.
"""

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, Final

import pytest
from django.test import Client
from django.test.client import AsyncClient

DATABASE: Final = {"db", "transactional_db", "django_db_setup"}
HTTP: Final = {"client", "admin_client", "async_client", "live_server"}


def mark_database(items: list[pytest.Item]) -> None:
    """Give the marker `database` to those tests."""
    for item in items:
        if not isinstance(item, pytest.Function) or item.get_closest_marker("database"):
            continue
        asks = item.get_closest_marker("django_db") or DATABASE & set(item.fixturenames)
        if asks and not _is_over_http(item):
            item.add_marker("database")


def _is_over_http(item: pytest.Function) -> bool:
    fixtures = item._fixtureinfo.name2fixturedefs
    functions = [item.function, *(each.func for defs in fixtures.values() for each in defs)]
    return bool(HTTP & set(item.fixturenames)) or any(_uses_client(one) for one in functions)


_known: dict[Any, bool] = {}


def _uses_client(what: Any) -> bool:
    """Tell whether a function or class of the tests, or any that it names, is or uses a client."""
    if what in (Client, AsyncClient):
        return True
    if not getattr(what, "__module__", "").startswith("tests"):
        return False
    if what not in _known:
        _known[what] = False  # who calls themselves add nothing
        is_class = isinstance(what, type)
        parts = [*what.__bases__, *vars(what).values()] if is_class else _named(what)
        _known[what] = any(_uses_client(part) for part in parts if callable(part))
    return _known[what]


def _named(function: Callable[..., Any]) -> list[Any]:
    """What a function names of its module, or of another that this one has imported."""
    function = getattr(function, "__wrapped__", function)
    if not isinstance(function, FunctionType):
        return []
    names, codes = set[str](), [function.__code__]
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    found = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [one for one in found if getattr(one, "__name__", "").startswith("tests.")]
    return found + [vars(one)[name] for one in modules for name in names if name in vars(one)]
