"""Addresses whose views are loaded when somebody first asks for them.

A start would load every page there is, though the first page needs few of them.
"""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any

from django.urls import ResolverMatch, URLPattern
from django.urls import path as django_path
from django.urls import re_path as django_re_path

__all__ = ["path", "re_path", "views"]


class Named:
    """A view by its name: `pages.home`, or `api.Clubs.as_view()`, of a module not loaded yet."""

    def __init__(self, name: str, load: Callable[[], Any]) -> None:
        self._name = name
        self._load = load

    def __getattr__(self, name: str) -> "Named":
        if name.startswith("_"):
            raise AttributeError(name)
        return Named(f"{self._name}.{name}", lambda: getattr(self._load(), name))

    def __call__(self, **options: Any) -> "Named":
        return Named(self._name, lambda: self._load()(**options))


class LateView:
    """Answers like the view itself, and loads it when something is first asked of it."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load

    @cached_property
    def view(self) -> Any:
        return self._load()

    def __getattr__(self, name: str) -> Any:
        if name == "view":  # it cannot be loaded: that is what is wrong, and asked again says so
            return self._load()
        return getattr(self.view, name)

    def __call__(self, *given: Any, **options: Any) -> Any:
        return self.view(*given, **options)


class LatePattern(URLPattern):
    """An address that knows the name of its view, by which Django tells views apart."""

    def __init__(self, known: URLPattern, named: Named) -> None:
        view = LateView(named._load)
        super().__init__(known.pattern, view, known.default_args, known.name)
        self.lookup_str = named._name

    def resolve(self, path: str) -> ResolverMatch | None:
        """Let middleware and the handler see the view itself."""
        if isinstance(self.callback, LateView) and self.pattern.match(path):
            self.callback = self.callback.view
        return super().resolve(path)


def views(room: str, *modules: str) -> Any:
    """Name the modules of a room that have views, or that one module.

    As in `table, wall = views("games.table.views", "table", "wall")`.
    """
    if not modules:
        return Named(room, lambda: import_module(room))
    return tuple(views(f"{room}.{module}") for module in modules)


def path(route: str, view: Any, *more: Any, **named: Any) -> URLPattern:
    """Django's `path`, for a view that is named so."""
    return LatePattern(django_path(route, view, *more, **named), view)


def re_path(route: str, view: Any, *more: Any, **named: Any) -> URLPattern:
    """Django's `re_path`, for a view that is named so."""
    return LatePattern(django_re_path(route, view, *more, **named), view)
