"""Forms with which a club changes its settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.models import Club, Season
from games.models.clubs import validate_time_zone
from games.web.forms import AmountField, entry

GENERAL = (
    "name",
    "visibility",
    "language",
    "time_zone",
    "stake_amount",
    "currency",
    "minimum_games",
    "replies_hidden",
    "pot_first",
    "boards_rated",
    "boards_chat",
    "board_seconds",
)


class ClubSettingsForm(forms.Form):
    """A club's name, visibility and stake."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=entry()))
    visibility = forms.ChoiceField(
        label=_("Who sees evenings, players and leaderboards?"),
        choices=Club.Visibility.choices,
        help_text=_("What is owed is always seen by those it concerns only."),
        widget=forms.Select(attrs=entry()),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        help_text=_("Offered to new members; everybody chooses their own."),
        widget=forms.Select(attrs=entry()),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        validators=[validate_time_zone],
        help_text=_("Like Europe/Berlin; it decides which day an evening belongs to."),
        widget=forms.TextInput(attrs=entry(autocomplete="off")),
    )
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
        widget=forms.TextInput(attrs=entry(placeholder="EUR", autocomplete="off")),
    )
    minimum_games = forms.IntegerField(
        label=_("Games for the list"),
        min_value=0,
        max_value=1000,
        help_text=_("Players with fewer games stand below the line: an average says little yet."),
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )

    replies_hidden = forms.BooleanField(
        label=_("Replies stay hidden until all are in"),
        required=False,
        help_text=_(
            "When the box doubles, nobody sees what others answer before all have. "
            "An evening begins so; its set-up can say otherwise."
        ),
        widget=forms.CheckboxInput(),
    )
    pot_first = forms.BooleanField(
        label=_("Evenings are settled through a pot"),
        required=False,
        help_text=_("What each pays in or takes out stands first, payments between two behind it."),
        widget=forms.CheckboxInput(),
    )
    boards_rated = forms.BooleanField(
        label=_("Matches on the board are rated"),
        required=False,
        help_text=_("Between two players of the club; games against the assistant never are."),
        widget=forms.CheckboxInput(),
    )
    boards_chat = forms.BooleanField(
        label=_("People may write at the board"),
        required=False,
        help_text=_("Without it they choose from fixed texts."),
        widget=forms.CheckboxInput(),
    )
    board_seconds = forms.IntegerField(
        label=_("Seconds to double at a chouette on the board"),
        min_value=5,
        max_value=120,
        help_text=_("Who has said nothing by then does not double."),
        widget=forms.NumberInput(attrs=entry(inputmode="numeric")),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        initial = {name: getattr(club, name) for name in GENERAL}
        super().__init__(*args, **{"initial": initial, **kwargs})
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [("", _("As the browser asks")), *settings.LANGUAGES]


class AccentForm(forms.Form):
    """The club's colour."""

    accent = forms.RegexField(
        "^#[0-9a-fA-F]{6}$",
        label=_("Colour"),
        error_messages={"invalid": _("A colour is written like #0c6350.")},
        help_text=_("For buttons and links. It is made darker or lighter until it can be read."),
        widget=forms.TextInput(attrs={**entry(autocomplete="off"), "type": "color"}),
    )

    def clean_accent(self) -> str:
        """Return the colour in its stored form."""
        return str(self.cleaned_data["accent"]).lower()


class LogoForm(forms.Form):
    """A picture; the service checks its content."""

    logo = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG or WebP, at most 2 MB. It is made small; where it was taken goes."),
        widget=forms.FileInput(
            attrs={**entry(), "accept": "image/png,image/jpeg,image/webp"},
        ),
    )


class SeasonForm(forms.Form):
    """A season: its name, its first and its last day."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs=entry()))
    starts_on = forms.DateField(
        label=_("First day"),
        widget=forms.DateInput(attrs={**entry(), "type": "date"}, format="%Y-%m-%d"),
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        widget=forms.DateInput(attrs={**entry(), "type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, season: Season | None = None, **kwargs: Any) -> None:
        if season is not None:
            names = ("name", "starts_on", "ends_on")
            kwargs["initial"] = {name: getattr(season, name) for name in names}
            kwargs["prefix"] = season.public_id
        super().__init__(*args, **kwargs)
