"""Parameters of a format: described for set-up pages, read from forms, stored as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from tournaments.formats.errors import FormatError

_ON: Final = frozenset({"on", "yes", "true", "1"})
_OFF: Final = frozenset({"off", "no", "false", "0", ""})
LONGEST: Final = 32
"""The longest list a parameter may have."""


@dataclass(frozen=True, slots=True)
class ParameterField:
    """One parameter: its name, a title and a sentence of help, and its allowed values.

    `kind`: `number` and `numbers` (whole, `least` to `most`), `cubes` (powers of two, with commas),
    `choice` (one of `values`, each with its sentence), `switch` (on or off). A list that
    `may_be_blank` is then empty, a number 0; `blank` says what that means.
    """

    name: str
    kind: str
    title: str
    help: str
    least: int = 0
    most: int = 0
    values: Mapping[str, str] = field(default_factory=dict)
    may_be_blank: bool = False
    blank: str = ""

    def read(self, value: object) -> Any:
        """Read a value from a form or JSON as an int, a text, a bool, or a tuple of ints.

        Raises:
            FormatError: it is not a value of this parameter.
        """
        if self.kind == "switch":
            return self._switch(value)
        if self.kind == "choice":
            if isinstance(value, str) and value in self.values:
                return value
            raise self._refused("param_choice", allowed=", ".join(self.values))
        if self.kind == "number":
            number = 0 if self.may_be_blank and value == "" else _whole(value)
            if number is None or not self.least <= number <= self.most:
                raise self._refused("param_number", least=self.least, most=self.most)
            return number
        return self._numbers(value)

    def _switch(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in _ON | _OFF:
            return value.lower() in _ON
        raise self._refused("param_switch")

    def _numbers(self, value: object) -> tuple[int, ...]:
        parts: Sequence[object] = ()
        if self.may_be_blank and value in ("", [], ()):
            return ()
        if isinstance(value, str):
            parts = value.split(",")
        elif isinstance(value, list | tuple):
            parts = value
        numbers = [_whole(part) for part in parts]
        read = tuple(number for number in numbers if number is not None)
        fits = all(self.least <= number <= self.most for number in read)
        if not read or len(read) < len(numbers) or len(read) > LONGEST or not fits:
            raise self._refused("param_list", least=self.least, most=self.most)
        if self.kind == "cubes" and any(number & (number - 1) for number in read):
            raise self._refused("param_cubes")
        return read

    def _refused(self, code: str, **params: str | int) -> FormatError:
        return FormatError(code, name=self.name, title=self.title, **params)


def _whole(value: object) -> int | None:
    """Read a whole number from a form or JSON; None if it is not one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str):
        text = value.strip()
        if len(text) <= 9 and text.isascii() and text.isdecimal():
            return int(text)
    return None


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters a director sets for one format; the defaults are as published."""

    FIELDS: ClassVar[tuple[ParameterField, ...]] = ()

    @classmethod
    def parse(cls, data: Mapping[str, object]) -> Self:
        """Read a form or JSON; missing parameters take their default.

        Raises:
            FormatError: a parameter is unknown or has an invalid value.
        """
        fields = {one.name: one for one in cls.FIELDS}
        read: dict[str, Any] = {}
        for name, value in data.items():
            if name not in fields:
                raise FormatError("param_unknown", name=name)
            read[name] = fields[name].read(value)
        return cls(**read)

    def to_json(self) -> dict[str, Any]:
        """Return every parameter with its value; `parse` reads it back."""
        values = {one.name: getattr(self, one.name) for one in self.FIELDS}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }
