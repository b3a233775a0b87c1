"""What a form shows in its fields: the input so far, or else what is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.web.input import Input


@dataclass(frozen=True, slots=True)
class Choice:
    """An option."""

    value: str
    title: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """The values of a form: as posted, else the present ones."""

    ask: Input
    before: Mapping[str, Any] = field(default_factory=dict)
    was_sent: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """Return the text of a field."""
        if self.was_sent:
            return self.ask.one(name)
        value = self.before.get(name)
        if value is None:
            return default
        return f"{value:g}" if isinstance(value, float) else str(value)

    def is_on(self, name: str, default: bool = True) -> bool:
        """Tell whether a switch is on."""
        return self.ask.has(name) if self.was_sent else bool(self.before.get(name, default))
