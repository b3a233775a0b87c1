"""Frozen dataclasses to plain JSON data and back, lossless and strict."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]

_SCALARS = frozenset({str, int, bool, float, type(None)})


def to_plain(value: Any) -> Any:
    """Return a value made of dataclasses, tuples, mappings and scalars as JSON data."""
    kind: Any = type(value)
    if kind in _SCALARS:  # Most values are scalars, so this is checked first.
        return value
    names = _names(kind)
    if names is not None:
        return {name: to_plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [to_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: to_plain(one) for key, one in value.items()}
    return value


def from_plain(cls: type[Any], data: Any) -> Any:
    """Read what ``to_plain`` wrote. Missing fields take their default.

    Raises:
        TypeError, ValueError: the data have another shape than the class.
    """
    read: Reader = _reader(cls)  # type: ignore[arg-type]  # a class is hashable
    return read(data)


@cache
def _names(cls: Any) -> tuple[str, ...] | None:
    """Return the names of a dataclass's fields; None for any other type."""
    return tuple(one.name for one in fields(cls)) if is_dataclass(cls) else None


@cache
def _reader(kind: Any) -> Reader:
    """Return a strict reader for values of this annotated type: ``True`` is not a number."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_reader(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _tuple_reader(inner)
    if origin in (Union, types.UnionType):
        [some] = [one for one in inner if one is not types.NoneType]
        read = _reader(some)
        return lambda value: None if value is None else read(value)
    if origin is Literal:
        return lambda value: _one_of(inner, value)
    if origin is not None and issubclass(origin, Mapping):
        read_value = _reader(inner[1])
        return lambda value: {_exactly(str, key): read_value(one) for key, one in value.items()}
    return lambda value: _exactly(kind, value)


def _exactly(kind: type[Any], value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected")
    return value


def _one_of(values: tuple[Any, ...], value: Any) -> Any:
    if not any(type(value) is type(one) and value == one for one in values):
        raise ValueError("another value expected")
    return value


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    if inner[-1] is Ellipsis:
        read = _reader(inner[0])
        return lambda value: tuple(read(one) for one in _sequence(value))
    readers = [_reader(one) for one in inner]
    return lambda value: tuple(
        read(one) for read, one in zip(readers, _sequence(value), strict=True)
    )


def _sequence(value: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError("list expected")
    return value


def _dataclass_reader(cls: type[Any]) -> Reader:
    hints = get_type_hints(cls)
    readers = {one.name: _reader(hints[one.name]) for one in fields(cls)}
    required = {
        field.name
        for field in fields(cls)
        if field.default is MISSING and field.default_factory is MISSING
    }

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping) or not required <= value.keys() <= readers.keys():
            raise TypeError(f"{cls.__name__} expected")
        return cls(**{name: readers[name](one) for name, one in value.items()})

    return read
