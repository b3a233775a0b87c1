"""Sessions, their log, games, points, transfers, notes and debts: to look at, not to change."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.backoffice.scope import ScopedAdmin
from games.models import Action, Debt, Game, GameScore, Note, Seat, Session, Transfer
from games.rules.chouette import points_text

if TYPE_CHECKING:  # only the stubs know that it takes two models
    Inline = admin.TabularInline[Any, Any]
else:
    Inline = admin.TabularInline


class ReadOnlyInline(Inline):
    """Rows below their owner; nothing is edited here."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Show what belongs to a row that may be seen."""
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody add."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let nobody change."""
        return False


class SeatInline(ReadOnlyInline):
    """Who sat down."""

    model = Seat


class ScoreInline(ReadOnlyInline):
    """Everybody's points of a game."""

    model = GameScore
    fields = ("player", "role", "points", "cube", "cube_turned", "closing")


class TransferInline(ReadOnlyInline):
    """Who paid whom in a game."""

    model = Transfer


@admin.register(Session)
class SessionAdmin(ScopedAdmin[Session]):
    """Evenings."""

    list_display = ("__str__", "club", "season", "status", "game_count", "version", "public_id")
    list_filter = ("status", "played_on", ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club", "season")
    search_fields = ("title", "place", "public_id", "seats__player__name")
    ordering = ("-played_on", "-pk")
    date_hierarchy = "played_on"
    exclude = ("snapshot", "checkpoint", "rules_json")
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Count the games in the same query."""
        return super().get_queryset(request).annotate(games_count=Count("games", distinct=True))

    @admin.display(description=_("games"), ordering="games_count")
    def game_count(self, session: "Session") -> int:
        """Return how many games have ended."""
        count: int = getattr(session, "games_count", 0)
        return count


@admin.register(Game)
class GameAdmin(ScopedAdmin[Game]):
    """Finished games with their points and transfers."""

    list_display = ("number", "session", "box", "captain", "winner", "level", "line_differs")
    list_filter = (
        "winner",
        "level",
        "ending",
        "by_hand",
        "line_differs",
        ("session__club", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("session__club", "box", "captain")
    search_fields = ("session__title", "session__public_id", "box__name", "captain__name")
    date_hierarchy = "finished_at"
    exclude = ("result",)
    inlines = (ScoreInline, TransferInline)
    club_path = "session__club"


@admin.register(GameScore)
class GameScoreAdmin(ScopedAdmin[GameScore]):
    """Points by player and game."""

    list_display = ("player", "role", "in_points", "cube", "cube_turned", "closing", "game")
    list_filter = ("role", "closing", ("player__club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("player", "game__session__club")
    search_fields = ("player__name", "game__session__title", "game__session__public_id")
    club_path = "player__club"

    @admin.display(description=_("points"), ordering="points")
    def in_points(self, score: GameScore) -> str:
        """Return the points as people write them."""
        return points_text(score.points)


@admin.register(Transfer)
class TransferAdmin(ScopedAdmin[Transfer]):
    """Who paid whom."""

    list_display = ("payer", "payee", "in_points", "game")
    list_filter = (("game__session__club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("payer", "payee", "game__session__club")
    search_fields = ("payer__name", "payee__name", "game__session__public_id")
    club_path = "game__session__club"

    @admin.display(description=_("points"), ordering="amount")
    def in_points(self, transfer: Transfer) -> str:
        """Return the amount as people write it."""
        return points_text(transfer.amount)


@admin.register(Action)
class ActionAdmin(ScopedAdmin[Action]):
    """The log."""

    list_display = ("session", "sequence", "kind", "payload", "sender", "created_at")
    list_filter = ("kind", "created_at", ("session__club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("session__club", "sender")
    search_fields = ("session__public_id", "session__title", "sender__name")
    ordering = ("-pk",)
    exclude = ("digest",)
    club_path = "session__club"


@admin.register(Note)
class NoteAdmin(ScopedAdmin[Note]):
    """Remarks and disputes."""

    list_display = ("session", "game_number", "author", "text", "is_dispute", "resolved_at")
    list_filter = (
        "is_dispute",
        ("resolved_at", admin.EmptyFieldListFilter),
        ("session__club", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("session__club", "author")
    search_fields = ("text", "session__public_id", "author__name")
    club_path = "session__club"


@admin.register(Debt)
class DebtAdmin(ScopedAdmin[Debt]):
    """Who owes whom."""

    list_display = ("debtor", "creditor", "amount", "currency", "paid_at", "paid_by", "session")
    list_filter = (
        ("paid_at", admin.EmptyFieldListFilter),
        "currency",
        ("session__club", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("debtor", "creditor", "paid_by", "session__club")
    search_fields = ("debtor__name", "creditor__name", "session__public_id")
    club_path = "session__club"
