"""The form of a rehearsal: how the event is played, and by how many."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.web.forms import AmountField, entry
from tournaments.desk.presenters.paces import pace_choices
from tournaments.events.services.rehearsing import FEWEST, MOST, PLAYERS
from tournaments.models.events import format_choices

MOST_ROUNDS: Final = 3
"""So many are played while the director waits for the page."""


class RehearsalForm(forms.Form):
    """A format, and the number of invented players; a second division and a fee if wanted."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=format_choices,
        widget=forms.Select(attrs=entry()),
    )
    players = forms.IntegerField(
        label=_("Players"),
        initial=PLAYERS,
        min_value=FEWEST,
        max_value=MOST,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )
    second = forms.IntegerField(
        label=_("Players of a second division"),
        help_text=_("They play by the Swiss system; blank: there is none."),
        min_value=FEWEST,
        max_value=MOST // 2,
        required=False,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )
    fee = AmountField(
        label=_("Fee"),
        help_text=_("Most have paid it; blank: it is free."),
        min_value=0,
        max_digits=8,
        decimal_places=2,
        required=False,
        localize=True,
        widget=forms.TextInput(attrs=entry(inputmode="decimal")),
    )
    rounds = forms.IntegerField(
        label=_("Rounds already played"),
        help_text=_("0: you begin with the draw."),
        initial=0,
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )
    every = forms.TypedChoiceField(
        label=_("Results of the matches"),
        choices=pace_choices,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=entry()),
    )
