"""Clubs, their members and roles, seasons and invitations."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.backoffice.decide import DecidingAdmin
from games.backoffice.lists import ClubFilter
from games.backoffice.scope import ScopedAdmin, ScopedInline
from games.clubs.presenters.house_rules import rules_words
from games.clubs.services.clubs import CLUB_FIELDS, club_change, membership_set, season_create
from games.clubs.services.seasons import season_change
from games.decisions.kinds.players import SeasonClose, SeasonReopen
from games.models import Club, Decision, Invitation, Membership, RoleChange, Season
from games.models.names import begins_with
from games.web.sign_in import user_of


class MemberInline(ScopedInline):
    """The club's members and their roles."""

    model = Membership
    fields = ("user", "role", "created_at")
    readonly_fields = fields
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("user")


class SeasonInline(ScopedInline):
    """The club's seasons."""

    model = Season
    fields = ("name", "starts_on", "ends_on", "closed_at")
    readonly_fields = fields
    show_change_link = True


@admin.register(Club)
class ClubAdmin(ScopedAdmin[Club]):
    """A club and its settings; clubs are founded in the app, where the founder becomes owner."""

    list_display = ("name", "visibility", "house_rules", "currency", "created_at")
    list_filter = ("visibility",)
    search_fields = ("name",)
    search_exact = ("slug", "public_id")
    ordering = ("name", "pk")
    fixed = ("public_id", "slug", "is_demo", "is_rehearsal", "created_at")
    readonly_fields = ("rules_and_link", *fixed)
    fieldsets = (
        (None, {"fields": ("name", "visibility", "language", "time_zone", "accent")}),
        (_("Play"), {"fields": ("rules_and_link", "stake_amount", "currency", "minimum_games")}),
        (_("Fixed"), {"fields": fixed}),
    )
    inlines = (MemberInline, SeasonInline)
    club_path = "pk"
    changeable = True

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by the start of the name: clubs are few."""
        return super().search_condition(request, term) | Q(name__istartswith=term)

    def write(
        self, request: HttpRequest, obj: Club, form: "ModelForm[Any]", change: bool
    ) -> Club | None:
        """Save with the service, which checks permissions."""
        fields = {name: form.cleaned_data[name] for name in CLUB_FIELDS & set(form.changed_data)}
        return club_change(club=obj, by=user_of(request), **fields) if fields else None

    @admin.display(description=_("house rules"), ordering="default_rules")
    def house_rules(self, club: Club) -> str:
        """Return the rules as pages call them."""
        return rules_words(club.default_rules)

    @admin.display(description=_("house rules"))
    def rules_and_link(self, club: Club) -> str:
        """Return the rules, and a link to the club's own page, where they are chosen."""
        where = reverse("club_rules", args=[club.slug])
        words = rules_words(club.default_rules)
        return format_html('<span>{}</span> <a href="{}">{}</a>', words, where, _("Change"))


@admin.register(Membership)
class MembershipAdmin(ScopedAdmin[Membership]):
    """Members and their roles; people are invited, so that nobody is a member without consent."""

    list_display = ("user", "email", "club", "role", "created_at")
    list_filter = ("role", ClubFilter)
    list_select_related = ("user", "club")
    search_fields = ("user__email",)
    ordering = ("-pk",)
    fields = ("user", "club", "role", "created_at")
    readonly_fields = ("user", "club", "created_at")
    changeable = True

    @admin.display(description=_("e-mail address"))
    def email(self, membership: Membership) -> str:
        """Return the address, which tells people of the same name apart."""
        return membership.user.email

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by the start of the address or the name."""
        return begins_with("user__email", term) | Q(user__name__istartswith=term)

    def write(
        self, request: HttpRequest, obj: Membership, form: "ModelForm[Any]", change: bool
    ) -> Membership | None:
        """Change the role with the service, which keeps at least one owner and limits what a user
        may give.
        """
        return membership_set(club=obj.club, user=obj.user, role=obj.role, by=user_of(request))


@admin.register(Season)
class SeasonAdmin(DecidingAdmin[Season]):
    """The club's seasons."""

    list_display = ("name", "club", "starts_on", "ends_on", "closed_at", "closed_by")
    list_filter = (ClubFilter,)
    list_select_related = ("club", "closed_by")
    search_fields = ("name",)
    search_exact = ("public_id",)
    ordering = ("-starts_on", "-pk")
    fields = ("club", "name", "starts_on", "ends_on", "closed_at", "closed_by")
    autocomplete_fields = ("club",)
    addable = changeable = True
    decisions = (SeasonClose, SeasonReopen)

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> list[str]:
        """Keep a season in its club; closing it is a decision."""
        return ["closed_at", "closed_by", *(["club"] if obj is not None else [])]

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by the start of the name: seasons are few."""
        return super().search_condition(request, term) | Q(name__istartswith=term)

    def links(self, row: Any) -> list[tuple[str, Any]]:
        if row is None:
            return []
        return [(reverse("admin:games_session_changelist") + f"?season={row.pk}", _("Sessions"))]

    def write(
        self, request: HttpRequest, obj: Season, form: "ModelForm[Any]", change: bool
    ) -> Season | None:
        name, first, last = obj.name, obj.starts_on, obj.ends_on
        by = user_of(request)
        if change:
            return season_change(season=obj, by=by, name=name, starts_on=first, ends_on=last)
        return season_create(club=obj.club, by=by, name=name, starts_on=first, ends_on=last)


@admin.register(Invitation)
class InvitationAdmin(ScopedAdmin[Invitation]):
    """Invitations; their secrets are shown once, when they are created, and not stored."""

    list_display = ("club", "player", "role", "created_by", "expires_at", "used_at", "used_by")
    list_filter = ("role", ClubFilter)
    list_select_related = ("club", "player", "created_by", "used_by")
    ordering = ("-pk",)
    exclude = ("token_hash",)


@admin.register(RoleChange)
class RoleChangeAdmin(ScopedAdmin[RoleChange]):
    """The log of roles: who joined, left, or got another role, and through whom."""

    list_display = ("changed_at", "club", "user", "role_before", "role_after", "changed_by")
    list_filter = (ClubFilter,)
    list_select_related = ("club", "user", "changed_by")
    ordering = ("-pk",)


@admin.register(Decision)
class DecisionAdmin(ScopedAdmin[Decision]):
    """What organizers decided, and the reasons they gave."""

    list_display = ("made_at", "kind", "session", "game_number", "player", "reason", "made_by")
    list_filter = ("kind", ClubFilter)
    list_select_related = ("session__club", "player", "made_by")
    ordering = ("-pk",)
