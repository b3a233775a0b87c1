"""What the person at the table page asks to see: a pane of the thumb zone, and choices so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Over:
    """What a tap must be asked about first: where it went, and who has answered which question."""

    where: str
    question: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A pane by name, the button he wants explained, and what he has chosen or typed in it.

    ``over`` is never sent: the program asks that way whether a tap was meant.
    """

    pane: str = ""
    why: str = ""
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    over: Over | None = None

    def one(self, name: str, default: str = "") -> str:
        """The last value of a field."""
        values = self.values.get(name)
        return values[-1] if values else default

    def all(self, name: str) -> list[str]:
        """All values of a field."""
        return list(self.values.get(name, ()))

    def has(self, name: str) -> bool:
        """Was the field sent at all?"""
        return bool(self.values.get(name))

    def prefixed(self, prefix: str) -> dict[str, str]:
        """The fields that begin with ``prefix``, by what follows it."""
        return {
            name[len(prefix) :]: self.one(name) for name in self.values if name.startswith(prefix)
        }
