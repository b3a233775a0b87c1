"""What the person at the table page asks to see: a pane of the thumb zone, and choices so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest


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


def input_of(request: HttpRequest) -> Ask:
    """What the request asks for, from its query or its form."""
    data = request.POST if request.method == "POST" else request.GET
    # No text for people has a null character in it, and PostgreSQL stores none.
    values = {name: [one.replace("\0", "") for one in data.getlist(name)] for name in data}
    return Ask(data.get("pane", ""), data.get("why", ""), values)


class Unreadable(ValueError):
    """A form that says too little, or nonsense; ``str()`` is the sentence to show."""


def key_of(ask: Ask) -> str:
    """The key of this tap."""
    return ask.one("key")


def number_of(ask: Ask, field: str) -> int | None:
    """A whole number that a form carries; None where there is none."""
    text = ask.one(field)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def version_of(ask: Ask) -> int:
    """The version the sender saw; 0, which never is, where the form does not say."""
    return number_of(ask, "version") or 0
