"""What the readers of forms share: fields that must be there."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.chouette import Action, Table
from games.web.input import Input, Unreadable

Reader = Callable[[Table, Input], list[Action]]
"""Makes actions of a form. It checks the form only; the table judges what is legal."""


def named(ask: Input, field: str, question: str) -> str:
    value = ask.one(field)
    if not value:
        raise Unreadable(question)
    return value
