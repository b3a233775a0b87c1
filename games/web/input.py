"""The input of the table page: the requested pane of the thumb zone, and choices so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.language import gettext as _
from games.ledger.figures import amount_read

if TYPE_CHECKING:
    from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Over:
    """What a tap must be asked about first: its address, and who has answered which question."""

    where: str
    question: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """A pane by name, the button to explain, and the choices and inputs in it.

    ``over`` is never sent by clients: the program sets it to ask for confirmation.
    """

    pane: str = ""
    why: str = ""
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    over: Over | None = None

    def one(self, name: str, default: str = "") -> str:
        """Return the last value of a field."""
        values = self.values.get(name)
        return values[-1] if values else default

    def all(self, name: str) -> list[str]:
        return list(self.values.get(name, ()))

    def has(self, name: str) -> bool:
        return bool(self.values.get(name))

    def prefixed(self, prefix: str) -> dict[str, str]:
        """Return the fields that begin with ``prefix``, without it."""
        return {
            name[len(prefix) :]: self.one(name) for name in self.values if name.startswith(prefix)
        }


def lined(text: str) -> str:
    """Return a text with plain ends of lines: browsers send others than a page was made with."""
    return "\n".join(text.splitlines())


def input_of(request: HttpRequest) -> Input:
    """Return the input of a request, from its query or its form."""
    data = request.POST if request.method == "POST" else request.GET
    # Texts have no null characters, and PostgreSQL cannot store them.
    values = {name: [one.replace("\0", "") for one in data.getlist(name)] for name in data}
    return Input(data.get("pane", ""), data.get("why", ""), values)


class Unreadable(ValueError):
    """An incomplete or malformed form; ``str()`` is the sentence to show."""


def key_of(ask: Input) -> str:
    return ask.one("key")


def number_of(ask: Input, field: str) -> int | None:
    """Return a whole number from a form, or None."""
    text = ask.one(field)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def version_of(ask: Input) -> int:
    """Return the version the sender saw; 0, which never exists, if the form has none."""
    return number_of(ask, "version") or 0


def hundredths(text: str) -> int:
    """Read points as people type them, in hundredths: a comma or a point, any minus sign.

    Raises:
        Unreadable: it is not a number, or has more than two decimals.
    """
    found = amount_read(text)
    if found is None:
        raise Unreadable(_("Points are a number, such as 2 or 1.5."))
    amount = found * 100
    if amount != amount.to_integral_value():
        raise Unreadable(_("Points have at most two decimals."))
    return int(amount)
