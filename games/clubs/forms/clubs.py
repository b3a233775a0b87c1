"""The form that founds a club: only what must be known."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models.clubs import validate_time_zone
from games.rule_texts import preset_title
from games.rules.chouette import PRESETS
from games.web.forms import AmountField, entry


class ClubForm(forms.Form):
    """Name, house rules, money, time zone; only the name is required."""

    name = forms.CharField(
        label=_("What is the club called?"),
        max_length=120,
        widget=forms.TextInput(attrs=entry(autocomplete="organization")),
    )
    default_rules = forms.ChoiceField(label=_("House rules"))
    stake_amount = AmountField(
        label=_("One point is worth"),
        required=False,
        min_value=0,
        max_digits=10,
        decimal_places=2,
        localize=True,
        help_text=_("Leave it empty if you play for points only."),
        widget=forms.TextInput(attrs=entry(inputmode="decimal", maxlength="12")),
    )
    currency = forms.CharField(
        label=_("Currency"),
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs=entry(autocomplete="off")),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        initial="UTC",
        max_length=64,
        validators=[validate_time_zone],
        help_text=_("Like Europe/Berlin; it decides which day an evening belongs to."),
        widget=forms.TextInput(attrs=entry(autocomplete="off")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = self.fields["default_rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [(name, preset_title(name)) for name in PRESETS]

    def clean(self) -> dict[str, Any]:
        """Ask for the currency of what a point is worth, beside its field."""
        given: dict[str, Any] = super().clean() or {}
        if given.get("stake_amount") is not None and not given.get("currency"):
            self.add_error("currency", str(Refused("currency_missing")))
        return given
