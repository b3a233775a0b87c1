"""The club's players: renamed and retired here, merged and anonymised by decision."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Sum
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.backoffice.decide import DecidingAdmin
from games.backoffice.downloads import players_download
from games.backoffice.lists import ClubFilter
from games.clubs.services.clubs import player_create, player_rename, player_set_active
from games.clubs.services.noting import NOTED, players_note
from games.decisions.kinds.players import PlayerAnonymise, PlayerMerge, PlayerSeparate
from games.models import GameScore, Player, Session
from games.web.figures import unsigned
from games.web.sign_in import user_of


@admin.register(Player)
class PlayerAdmin(DecidingAdmin[Player]):
    """The club's players."""

    list_display = ("name", "club", "account", "is_active", "games", "points", "merged_into")
    list_filter = ("is_active", ("merged_into", admin.EmptyFieldListFilter), ClubFilter)
    list_select_related = ("club", "user", "merged_into")
    search_fields = ("name_key",)
    search_prefix = ("name_key",)
    search_exact = ("public_id",)
    ordering = ("name_key", "pk")
    fields = (
        "club",
        "name",
        "federation_number",
        "country",
        "is_active",
        "user",
        "merged_into",
        "public_id",
        "created_at",
    )
    autocomplete_fields = ("club",)
    addable = changeable = True
    decisions = (PlayerMerge, PlayerSeparate, PlayerAnonymise)
    actions = (players_download,)

    @admin.display(description=_("account"))
    def account(self, player: Player) -> str:
        """Return whose account has claimed the player."""
        return player.user.name if player.user is not None else ""

    @admin.display(description=_("games"))
    def games(self, player: Any) -> int:
        """Return how many games the player has played."""
        count: int = player.figures[0]
        return count

    @admin.display(description=_("points"))
    def points(self, player: Any) -> str:
        """Return the player's total."""
        return unsigned(player.figures[1])

    def complete(self, rows: Any) -> None:
        """Sum up the games of all players on the page."""
        scores = GameScore.objects.filter(player__in=[player.pk for player in rows])
        counted = scores.exclude(game__session__status=Session.Status.VOID).order_by()
        found = {
            pk: rest
            for pk, *rest in counted.values_list("player_id").annotate(Count("pk"), Sum("points"))
        }
        for player in rows:
            player.figures = found.get(player.pk, (0, 0))

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Lock a player's club and account."""
        fixed = ["user", "merged_into", "public_id", "created_at"]
        return [*fixed, "club"] if obj is not None else fixed

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Players who were merged cannot be changed."""
        if obj is not None and obj.merged_into_id is not None:
            return False
        return super().has_change_permission(request, obj)

    def write(
        self, request: HttpRequest, obj: Player, form: "ModelForm[Any]", change: bool
    ) -> Player | None:
        by = user_of(request)
        if not change:
            made = player_create(club=obj.club, by=by, name=obj.name)
            noted = {name: getattr(obj, name) for name in NOTED}
            players_note(club=obj.club, by=by, notes={made: noted})
            return made
        player = Player.objects.select_related("club").get(pk=obj.pk)
        if "name" in form.changed_data:
            player_rename(player=player, by=by, name=obj.name)
        noted = {name: getattr(obj, name) for name in NOTED if name in form.changed_data}
        players_note(club=player.club, by=by, notes={player: noted})
        if "is_active" in form.changed_data:
            player_set_active(player=player, by=by, is_active=obj.is_active)
        return player
