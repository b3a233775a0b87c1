"""The forms that found a club: its name, who plays in it, and for the first one its founder."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.forms import AccountFields
from games.clubs.forms.clubs import ClubForm
from games.names.lists import NameList, read_list
from games.web.forms import entry

LONGEST_LIST: Final = 20_000


class NewClubForm(ClubForm):
    """A club's fields, and the names of its players."""

    players = forms.CharField(
        label=_("Who plays?"),
        required=False,
        max_length=LONGEST_LIST,
        help_text=_(
            "One name a line, or a list from anywhere: with commas, numbers, ratings. More can "
            "join later."
        ),
        widget=forms.Textarea(attrs=entry(rows="4", autocomplete="off")),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found = NameList()

    def clean_players(self) -> str:
        """Read the list of names."""
        text: str = self.cleaned_data["players"].replace("\0", "")
        self.found = read_list(text)
        return text

    @property
    def club(self) -> dict[str, Any]:
        """The fields of the club."""
        return {name: self.cleaned_data[name] for name in ClubForm.base_fields}


class FoundingForm(AccountFields, NewClubForm):
    """The same, and the founder's name.

    `with_password`: others can reach this computer, so that the founder needs a password, and an
    address to sign in with.
    """

    called = "founder"

    founder = forms.CharField(
        label=_("Your name"),
        max_length=50,
        help_text=_("As it stands on the score sheet."),
        widget=forms.TextInput(attrs=entry(autocomplete="name")),
    )

    def __init__(self, *args: Any, with_password: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_password:
            del self.fields["email"], self.fields["password"]

    @property
    def account(self) -> dict[str, Any]:
        """The founder's account, as the service takes it."""
        given: dict[str, Any] = {"name": self.cleaned_data["founder"]}
        for name in ("email", "password"):
            if name in self.fields:
                given[name] = self.cleaned_data[name]
        return given
