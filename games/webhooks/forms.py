"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Webhook
from games.web.addresses import LONGEST_URL
from games.web.forms import entry


class WebhookForm(forms.Form):
    """A new webhook: its address and its events."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_URL,
        widget=forms.TextInput(
            attrs=entry(
                autocomplete="off", inputmode="url", placeholder="https://example.org/chouette"
            )
        ),
    )
    events = forms.MultipleChoiceField(
        label=_("When"),
        choices=Webhook.Event.choices,
        initial=Webhook.Event.values,
        widget=forms.CheckboxSelectMultiple,
    )
