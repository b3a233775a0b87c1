"""The kinds of options: their values as text, and their descriptions.

``options.py`` defines the options with the functions below, each as a field of ``HouseRules``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.chouette.errors import OptionError

UNLIMITED: Final = -1
"""Stands for ``unlimited`` in an option that counts."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_ON = frozenset({"on", "yes", "true"})
_OFF = frozenset({"off", "no", "false"})
_NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its values in the notation's words, and its texts, in English.

    ``kind``: ``choice`` (one of ``values``), ``switch`` (on or off), ``count`` (a number from 0, or
    unlimited), ``number`` (a number from 1, or none), ``cube`` (1, 2, 4 ...). ``offered`` are the
    values that a form lists. ``presets`` has the presets whose value is not the default, and
    ``errors`` the sentences of errors by this option, by code.
    """

    name: str
    kind: str
    title: str
    help: str
    usual: Any
    values: tuple[str, ...]
    offered: tuple[str, ...]
    value_help: Mapping[str, str]
    presets: Mapping[str, Any]
    errors: Mapping[str, str]

    @property
    def default(self) -> str:
        return self.write(self.usual)

    def read(self, text: str) -> Any:
        """Return the value that ``text`` stands for.

        Raises:
            OptionError: it is not a value of this option.
        """
        if self.kind == "switch" and text in _ON | _OFF:
            return text in _ON
        if self.kind == "choice":
            word = "off" if text in _OFF and "off" in self.values else text
            if word in self.values:
                return word
        if self.kind == "count" and text == "unlimited":
            return UNLIMITED
        if self.kind == "number" and text == "none":
            return None
        if self.kind in {"count", "number", "cube"} and _NUMBER.fullmatch(text):
            number = int(text)
            power_of_two = number & (number - 1) == 0
            if self.kind == "count" or (number > 0 and (self.kind == "number" or power_of_two)):
                return number
        raise OptionError(
            "option_value", option=self.name, value=text, allowed=", ".join(self.values)
        )

    def write(self, value: Any) -> str:
        """Return a value as text; ``read`` reads it back."""
        if self.kind == "switch":
            return "on" if value else "off"
        if value is None:
            return "none"
        return "unlimited" if value == UNLIMITED else str(value)


def switch(
    default: bool,
    title: str,
    help: str,
    *,
    presets: Mapping[str, bool] = _NOTHING,
    errors: Mapping[str, str] = _NOTHING,
) -> Any:
    """Define an option that is on or off."""
    return _field("switch", default, title, help, ("on", "off"), presets=presets, errors=errors)


def choice(
    default: str,
    title: str,
    help: str,
    words: Mapping[str, str],
    *,
    presets: Mapping[str, str] = _NOTHING,
    errors: Mapping[str, str] = _NOTHING,
) -> Any:
    """Define an option with several values; ``words`` has each with a sentence for it."""
    values = tuple(words)
    return _field("choice", default, title, help, values, words, presets=presets, errors=errors)


def count(
    default: int,
    title: str,
    help: str,
    *,
    offered: tuple[str, ...],
    words: Mapping[str, str] = _NOTHING,
    presets: Mapping[str, int] = _NOTHING,
    errors: Mapping[str, str] = _NOTHING,
) -> Any:
    """Define an option that counts from 0, or ``UNLIMITED``; ``words`` says what a number means."""
    values = ("0", "1", "2", "unlimited")
    return _field(
        "count",
        default,
        title,
        help,
        values,
        words,
        offered=offered,
        presets=presets,
        errors=errors,
    )


def number(
    default: int | None,
    title: str,
    help: str,
    *,
    offered: tuple[str, ...],
    presets: Mapping[str, int | None] = _NOTHING,
    errors: Mapping[str, str] = _NOTHING,
) -> Any:
    """Define an option that is a number from 1, or None."""
    values = ("1, 2, 3 ...", "none")
    return _field(
        "number", default, title, help, values, offered=offered, presets=presets, errors=errors
    )


def cube(
    default: int,
    title: str,
    help: str,
    *,
    offered: tuple[str, ...],
    presets: Mapping[str, int] = _NOTHING,
    errors: Mapping[str, str] = _NOTHING,
) -> Any:
    """Define an option that is the value of a cube: 1, 2, 4 and so on."""
    values = ("1", "2", "4")
    return _field(
        "cube", default, title, help, values, offered=offered, presets=presets, errors=errors
    )


def _field(
    kind: str,
    default: Any,
    title: str,
    help: str,
    values: tuple[str, ...],
    words: Mapping[str, str] = _NOTHING,
    *,
    offered: tuple[str, ...] = (),
    presets: Mapping[str, Any],
    errors: Mapping[str, str],
) -> Any:
    """Return a field that carries its option. Only the class knows the name, which is set later."""
    option = Option(
        "", kind, title, help, default, values, offered or values, words, presets, errors
    )
    return field(default=default, metadata={"option": option})
