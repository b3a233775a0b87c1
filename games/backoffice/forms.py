"""What decisions ask for: a reason, and whatever else a kind of them needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.backoffice.clubs import clubs_managed_by
from games.decisions.kinds.deciding import Decision
from games.decisions.kinds.players import PlayerAnonymise, PlayerMerge
from games.decisions.kinds.sessions import GameAmend, GameMove, SessionClub, SessionSeason
from games.decisions.services.decisions import LONGEST_REASON
from games.decisions.services.game_moving import evenings_beside
from games.models import Club, Player, Season, Seat, Session
from games.permissions import Reader
from games.sessions.selectors.amendment import game_text


class ReasonForm(forms.Form):
    """The reason; decisions that need more input use a form that inherits from this one."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("It is kept with your name, and cannot be changed afterwards."),
    )

    def __init__(self, *args: Any, rows: Sequence[Any], request: HttpRequest, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.rows = rows
        self.request = request
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])
        self.prepare()
        for field in self.fields.values():
            field.widget.attrs.setdefault("class", "input")

    def prepare(self) -> None:
        """Fill choices from the rows; most forms have none."""

    @property
    def asks_more(self) -> bool:
        """Whether the form asks for more than a reason, so that the preview must wait for it."""
        return len(self.fields) > 1

    @property
    def choice(self) -> str:
        """A fingerprint of the choices besides the reason: it shows which choices a preview was
        made for.
        """
        chosen = [self.data.get(name, "") for name in self.fields if name != "reason"]
        return hashlib.sha256("\0".join(chosen).encode("utf-8", "surrogatepass")).hexdigest()


class SeasonForm(ReasonForm):
    """The new season."""

    season: forms.ModelChoiceField[Season] = forms.ModelChoiceField(
        Season.objects.none(),
        label=gettext_lazy("Season"),
        required=False,
        empty_label=gettext_lazy("without a season"),
    )

    def prepare(self) -> None:
        clubs = {row.club_id for row in self.rows}
        seasons = Season.objects.filter(club__in=clubs, closed_at__isnull=True)
        self.fields["season"].queryset = seasons if len(clubs) == 1 else seasons.none()  # type: ignore[attr-defined]


class ClubForm(ReasonForm):
    """The new club."""

    club: forms.ModelChoiceField[Club] = forms.ModelChoiceField(
        Club.objects.none(), label=gettext_lazy("Club")
    )

    def prepare(self) -> None:
        own = clubs_managed_by(self.request.user).exclude(pk__in={row.club_id for row in self.rows})
        self.fields["club"].queryset = own  # type: ignore[attr-defined]


class EveningForm(ReasonForm):
    """The evening that the game belongs to."""

    into: forms.ModelChoiceField[Session] = forms.ModelChoiceField(
        Session.objects.none(),
        label=gettext_lazy("Evening"),
        help_text=gettext_lazy("The game is entered after the last one there."),
    )

    def prepare(self) -> None:
        others = evenings_beside(self.rows[0].session)
        self.fields["into"].queryset = others.order_by("-played_on", "-pk")  # type: ignore[attr-defined]


class AmendForm(ReasonForm):
    """The corrected game."""

    text = forms.CharField(
        label=gettext_lazy("What happened"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy("One statement in each line; the line as played stays."),
    )

    def prepare(self) -> None:
        """Fill in the recorded game."""
        session = self.rows[0].session
        reader = Reader.of(self.request.user, session.club, session)
        self.game = game_text(session, self.rows[0].number, reader)
        self.fields["text"].initial = self.game.text


class MergeForm(ReasonForm):
    """The player to merge with."""

    into: forms.ModelChoiceField[Player] = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Is the same person as"),
        help_text=gettext_lazy("This player stays, under this name."),
    )

    def prepare(self) -> None:
        player = self.rows[0]
        others = Player.objects.filter(club=player.club_id, merged_into__isnull=True)
        field = self.fields["into"]
        field.queryset = others.exclude(pk=player.pk)  # type: ignore[attr-defined]
        field.widget = AutocompleteSelect(Seat._meta.get_field("player"), admin.site)
        field.widget.choices = field.choices  # type: ignore[attr-defined]


class NamedPlayers(forms.ModelChoiceField):  # type: ignore[type-arg]  # no generic at run time
    """Players by name, each with their club."""

    def label_from_instance(self, player: Any) -> str:
        return f"{player.name} · {player.club.name}"


class ClubMergeForm(ReasonForm):
    """The player to merge with, chosen from those of the club."""

    into = NamedPlayers(
        Player.objects.none(),
        empty_label=gettext_lazy("Choose"),
        label=gettext_lazy("Is the same person as"),
        help_text=gettext_lazy("This player stays, under this name."),
    )

    def prepare(self) -> None:
        player = self.rows[0]
        others = Player.objects.filter(club=player.club_id, merged_into__isnull=True)
        self.fields["into"].queryset = (  # type: ignore[attr-defined]
            others.exclude(pk=player.pk).select_related("club").order_by("name_key", "pk")
        )


class NamelessReasonForm(ReasonForm):
    """The reason, which is kept without the name that goes."""

    def prepare(self) -> None:
        self.fields["reason"].help_text = _(
            "It is kept with your name, without the player's: each part of it becomes “…”."
        )


FORMS: Final[Mapping[type[Decision], type[ReasonForm]]] = {
    SessionSeason: SeasonForm,
    SessionClub: ClubForm,
    GameMove: EveningForm,
    GameAmend: AmendForm,
    PlayerMerge: MergeForm,
    PlayerAnonymise: NamelessReasonForm,
}
"""What is asked for by kind; all others ask for the reason alone."""
CLUB_FORMS: Final[Mapping[type[Decision], type[ReasonForm]]] = {**FORMS, PlayerMerge: ClubMergeForm}
"""The same on pages of the club, which lack the back office's lists to choose from."""
