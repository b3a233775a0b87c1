"""What the readers of forms share: fields that must be there, and points."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.ledger.figures import amount_read
from games.rules.chouette import Action, Table
from games.web.input import Input, Unreadable

Reader = Callable[[Table, Input], list[Action]]
"""Makes actions of a form. It checks the form only; the table judges what is legal."""


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


def named(ask: Input, field: str, question: str) -> str:
    value = ask.one(field)
    if not value:
        raise Unreadable(question)
    return value
