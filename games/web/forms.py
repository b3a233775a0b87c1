"""Our form fields: their look, and amounts as people type them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.ledger.figures import money_read


def entry(**attributes: str) -> dict[str, str]:
    """The attributes of our styled inputs."""
    return {"class": "input", **attributes}


class AmountField(forms.DecimalField):
    """An amount of money with a comma or a point, whatever the language of the page; with its
    currency, too.
    """

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        found = money_read(value)
        if found is None:
            text = _("“%(text)s” is not an amount, such as 12.50.")
            raise ValidationError(text % {"text": value.strip()[:20]}, code="invalid")
        return found
