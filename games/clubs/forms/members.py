"""Forms about a club's members: invitations and roles."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.models import Player
from games.web.forms import entry

DAYS = (1, 7, 14, 30)


class InvitationForm(forms.Form):
    """An invitation: the player to claim, the role, and how long it is valid."""

    player = forms.ChoiceField(
        label=_("Which player is it?"),
        required=False,
        help_text=_("The games played under this name are then theirs."),
        widget=forms.Select(attrs=entry()),
    )
    role = forms.ChoiceField(label=_("Role"), widget=forms.Select(attrs=entry()))
    days = forms.TypedChoiceField(
        label=_("Valid for"), coerce=int, initial=14, widget=forms.Select(attrs=entry())
    )

    def __init__(
        self, *args: Any, players: list[Player], roles: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = {player.public_id: player for player in players}
        self._offer("player", [("", _("None of these")), *((p.public_id, p.name) for p in players)])
        self._offer("role", roles)
        days = ngettext_lazy("%(days)s day", "%(days)s days", "days")
        self._offer("days", [(number, days % {"days": number}) for number in DAYS])

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def chosen(self) -> dict[str, Any]:
        """The arguments for the service."""
        return {
            "player": self.players.get(self.cleaned_data["player"]),
            "role": self.cleaned_data["role"],
            "lasts": datetime.timedelta(days=self.cleaned_data["days"]),
        }


class RoleForm(forms.Form):
    """A new role for a member."""

    role = forms.ChoiceField()

    def __init__(self, *args: Any, roles: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = roles
