"""Clubs, their members, players and seasons."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.backoffice.scope import ScopedAdmin
from games.errors import ServiceError
from games.models import Club, Invitation, Membership, Player, Season, User
from games.services.clubs import CLUB_FIELDS, club_change, membership_set


@admin.register(Club)
class ClubAdmin(ScopedAdmin[Club]):
    """A club and its settings; it is founded in the app, where its founder becomes its owner."""

    list_display = ("name", "visibility", "default_rules", "currency", "player_count")
    list_filter = ("visibility", "is_demo")
    search_fields = ("name", "slug")
    ordering = ("name", "pk")
    readonly_fields = ("public_id", "slug", "is_demo", "created_at")
    fields = (
        "name",
        "visibility",
        "default_rules",
        "stake_amount",
        "currency",
        "time_zone",
        "language",
        *readonly_fields,
    )
    club_path = "pk"
    changeable = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        """Count the players in the same query."""
        return super().get_queryset(request).annotate(players_count=Count("players", distinct=True))

    @admin.display(description=_("players"), ordering="players_count")
    def player_count(self, club: Any) -> int:
        """Return how many players the club has."""
        count: int = club.players_count
        return count

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody add a club without an owner."""
        return False

    def save_model(
        self, request: HttpRequest, obj: Club, form: "ModelForm[Any]", change: bool
    ) -> None:
        """Change it by the service, which knows house rules and permissions."""
        fields = {name: form.cleaned_data[name] for name in CLUB_FIELDS & set(form.changed_data)}
        assert isinstance(request.user, User)
        try:
            club_change(club=obj, by=request.user, **fields)
        except (ServiceError, ValueError) as error:
            self.message_user(request, str(error), messages.ERROR)


@admin.register(Membership)
class MembershipAdmin(ScopedAdmin[Membership]):
    """Who has which role; roles are given by invitation, and changed here."""

    list_display = ("user", "club", "role", "created_at")
    list_filter = ("role", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("user", "club")
    search_fields = ("user__name", "user__email", "club__name")
    readonly_fields = ("user", "club", "created_at")
    changeable = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody add: people are invited, so that nobody is a member unasked."""
        return False

    def save_model(
        self, request: HttpRequest, obj: Membership, form: "ModelForm[Any]", change: bool
    ) -> None:
        """Change the role by the service, which keeps an owner and lets nobody give too much."""
        assert isinstance(request.user, User)
        try:
            membership_set(club=obj.club, user=obj.user, role=obj.role, by=request.user)
        except ServiceError as error:
            self.message_user(request, str(error), messages.ERROR)


@admin.register(Player)
class PlayerAdmin(ScopedAdmin[Player]):
    """The club's players."""

    list_display = ("name", "club", "user", "is_active", "created_at")
    list_filter = ("is_active", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club", "user")
    search_fields = ("name", "user__email", "public_id")
    fields = ("club", "name", "is_active", "user", "public_id", "created_at")
    autocomplete_fields = ("club",)
    changeable = True

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Keep a player in his club, and with the account that has claimed him."""
        fixed = ["user", "public_id", "created_at"]
        return [*fixed, "club"] if obj is not None else fixed


@admin.register(Season)
class SeasonAdmin(ScopedAdmin[Season]):
    """The club's seasons."""

    list_display = ("name", "club", "starts_on", "ends_on")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    fields = ("club", "name", "starts_on", "ends_on")
    autocomplete_fields = ("club",)
    changeable = True

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> list[str]:
        """Leave a season in its club."""
        return ["club"] if obj is not None else []


@admin.register(Invitation)
class InvitationAdmin(ScopedAdmin[Invitation]):
    """Invitations; their secrets are shown once, where they are made, and kept nowhere."""

    list_display = ("club", "player", "role", "created_by", "expires_at", "used_at", "used_by")
    list_filter = ("role", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club", "player", "created_by", "used_by")
    search_fields = ("club__name", "player__name")
    exclude = ("token_hash",)
