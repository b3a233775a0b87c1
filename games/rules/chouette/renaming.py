"""Renames players in actions: from names in a file to identifiers of a club."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from games.rules.chouette.actions import PLAYER, Action

Names = Mapping[str, str]
Rename = Callable[[Any, Names], Any]


def renamed(action: Action, names: Names) -> Action:
    """Return the action with every player called as ``names`` says; others keep their name."""
    renames = _renames(type(action))  # type: ignore[arg-type]  # a class is hashable
    changed = {field: rename(getattr(action, field), names) for field, rename in renames.items()}
    return replace(action, **changed)


@cache
def _renames(cls: type[Any]) -> dict[str, Rename]:
    """Return what renames each field that names players."""
    hints = get_type_hints(cls, include_extras=True)
    found = {one.name: _rename(hints[one.name]) for one in fields(cls)}
    return {name: rename for name, rename in found.items() if rename is not None}


def _rename(hint: Any) -> Rename | None:
    """Return what renames the players in a value of this type; None where it has none."""
    if get_origin(hint) is Annotated:
        if PLAYER in hint.__metadata__:
            return lambda value, names: names.get(value, value)
        return _rename(hint.__origin__)
    inner = get_args(hint)
    if get_origin(hint) is not tuple:  # a scalar, or a player who may be missing
        return next((rename for one in inner if (rename := _rename(one)) is not None), None)
    each = _rename(inner[0])
    if each is None:
        return None
    if inner[-1] is Ellipsis:
        return lambda value, names: tuple(each(one, names) for one in value)
    return lambda value, names: (each(value[0], names), *value[1:])
