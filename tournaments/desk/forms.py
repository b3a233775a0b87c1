"""The form of a rehearsal: how the event is played, and by how many."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.web.forms import entry
from tournaments.desk.presenters.paces import pace_choices
from tournaments.events.services.rehearsing import FEWEST, MOST, PLAYERS
from tournaments.models import Division

MOST_ROUNDS: Final = 3
"""So many are played while the director waits for the page."""


class RehearsalForm(forms.Form):
    """A format, and the number of invented players."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=Division.Format.choices,
        widget=forms.Select(attrs=entry()),
    )
    players = forms.IntegerField(
        label=_("Players"),
        initial=PLAYERS,
        min_value=FEWEST,
        max_value=MOST,
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
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
