"""The form of an access token."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.api.tokens import LASTS, LONGEST_NAME
from games.clubs.selectors.clubs import clubs_of
from games.models import ApiToken, Club, User
from games.web.forms import entry


class TokenForm(forms.Form):
    """A new token: what it is for, what it may do, where, and for how long."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=LONGEST_NAME,
        help_text=_("Such as the name of the program that will use it."),
        widget=forms.TextInput(attrs=entry(autocomplete="off")),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=ApiToken.Scope.choices,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than you may do yourself."),
    )
    club = forms.ModelChoiceField(
        label=_("In"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("all my clubs"),
        to_field_name="slug",
        widget=forms.Select(attrs=entry()),
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"), coerce=int, initial=LASTS[1], widget=forms.Select(attrs=entry())
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club, days = self.fields["club"], self.fields["days"]
        assert isinstance(club, forms.ModelChoiceField)
        assert isinstance(days, forms.ChoiceField)
        club.queryset = clubs_of(user).order_by("name")
        days.choices = [
            (number, ngettext("%(days)s day", "%(days)s days", number) % {"days": number})
            for number in LASTS
        ]
