"""Sessions, their log, games, points, transfers, notes and debts: readable, changed by decision."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.backoffice.decide import DecidingAdmin
from games.backoffice.downloads import sessions_download
from games.backoffice.entering import sheet_page
from games.backoffice.lists import ClubFilter, EveningFilter, LevelFilter, SeasonFilter
from games.backoffice.scope import ScopedAdmin, ScopedInline
from games.clubs.presenters.house_rules import rules_words
from games.decisions.kinds import sessions as about_sessions
from games.models import (
    Action,
    Debt,
    Decision,
    Game,
    GameScore,
    Note,
    Payment,
    Player,
    Seat,
    Session,
    Transfer,
)
from games.models.names import begins_with
from games.web.figures import unsigned
from games.web.money import money_text

LONG = tuple(f"session__{column}" for column in ("snapshot", "checkpoint", "rules_json"))
LONG_BY_GAME = ("game__result", *(f"game__{column}" for column in LONG))

PEOPLE = 50
"""Players whose games a search looks up."""


class SeatInline(ScopedInline):
    """The players of a session."""

    model = Seat
    fields = readonly_fields = ("position", "player", "stake", "logged_as")
    ordering = ("position",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("player")


class DecisionInline(ScopedInline):
    """The decisions about the session, and their reasons."""

    model = Decision
    fk_name = "session"
    fields = readonly_fields = ("made_at", "kind", "game_number", "reason", "made_by")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("made_by")


class ScoreInline(ScopedInline):
    """Everybody's points in a game."""

    model = GameScore
    fields = readonly_fields = ("player", "role", "in_points", "cube", "cube_turned", "closing")

    @admin.display(description=_("points"))
    def in_points(self, score: GameScore) -> str:
        return unsigned(score.points)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("player")


class TransferInline(ScopedInline):
    """Who paid whom in a game."""

    model = Transfer
    fields = readonly_fields = ("payer", "payee", "in_points")

    @admin.display(description=_("points"))
    def in_points(self, transfer: Transfer) -> str:
        return unsigned(transfer.amount)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("payer", "payee")


def players_like(request: HttpRequest, page: ScopedAdmin[Any], term: str) -> list[int]:
    """Return the keys of the first players in the user's clubs whose name begins with `term`."""
    players = page.admin_site._registry[Player].get_queryset(request)
    found = players.filter(begins_with("name_key", term)).order_by("name_key", "pk")
    return list(found.values_list("pk", flat=True)[:PEOPLE])


@admin.register(Session)
class SessionAdmin(DecidingAdmin[Session]):
    """Evenings; the list shows the latest season first."""

    list_display = (
        "played_on",
        "title",
        "place",
        "club",
        "season",
        "status",
        "players",
        "games",
        "entered_afterwards",
    )
    list_display_links = ("played_on", "title")
    list_filter = (SeasonFilter, "status", "entered_afterwards", ClubFilter)
    list_select_related = ("club", "season")
    search_fields = ("title",)
    search_help_text = _("How a title, a place or a player's name begins.")
    search_exact = ("public_id",)
    ordering = ("-played_on", "-pk")
    date_hierarchy = "played_on"
    fields = (
        "public_id",
        "club",
        "season",
        ("title", "place", "played_on"),
        "status",
        "house_rules",
        ("stake_amount", "currency"),
        ("version", "rules_version", "entered_afterwards"),
        ("started_by", "created_at", "changed_at"),
    )
    inlines = (SeatInline, DecisionInline)
    actions = (sessions_download,)
    decisions = (
        about_sessions.SessionVoid,
        about_sessions.SessionReinstate,
        about_sessions.SessionRefold,
        about_sessions.SessionCut,
        about_sessions.SessionSeason,
        about_sessions.SessionClub,
    )
    change_list_template = "backoffice/session_change_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the page for paper score sheets."""
        view = self.admin_site.admin_view(partial(sheet_page, self))
        return [path("enter/", view, name="games_session_enter"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Defer the positions: they are long, and no list shows them."""
        return super().get_queryset(request).defer("snapshot", "checkpoint", "rules_json")

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by title, place, identifier, or player."""
        seats = Seat.objects.filter(player__in=players_like(request, self, term))
        return (
            super().search_condition(request, term)
            | Q(title__istartswith=term)
            | Q(place__istartswith=term)
            | Q(pk__in=seats.values("session_id"))
        )

    def complete(self, rows: Any) -> None:
        """Count the games and players of all sessions on the page."""
        pks = [session.pk for session in rows]
        for name, model in (("games_count", Game), ("players_count", Seat)):
            counts = dict(
                model.objects.filter(session__in=pks)
                .order_by()
                .values_list("session")
                .annotate(Count("pk"))
            )
            for session in rows:
                setattr(session, name, counts.get(session.pk, 0))

    @admin.display(description=_("house rules"))
    def house_rules(self, session: Session) -> str:
        return rules_words(session.rules)

    @admin.display(description=_("games"))
    def games(self, session: Any) -> int:
        count: int = session.games_count
        return count

    @admin.display(description=_("players"))
    def players(self, session: Any) -> int:
        count: int = session.players_count
        return count

    def links(self, row: Any) -> list[tuple[str, Any]]:
        """Link to its games, points and log, and to its score sheet."""
        if row is None:
            return []
        lists = (("game", _("Games")), ("gamescore", _("Points")), ("action", _("Log")))
        return [
            (reverse("sheet", args=[row.public_id]), _("Score sheet")),
            *(
                (reverse(f"admin:games_{name}_changelist") + f"?season=e{row.pk}", label)
                for name, label in lists
            ),
        ]


@admin.register(Game)
class GameAdmin(DecidingAdmin[Game]):
    """Finished games with their points and transfers."""

    list_display = (
        "name",
        "session",
        "box",
        "partner",
        "captain",
        "winner",
        "level",
        "ending",
        "is_void",
        "line_differs",
    )
    list_filter = (
        EveningFilter,
        "winner",
        LevelFilter,
        "ending",
        "is_void",
        "by_hand",
        "line_differs",
        ClubFilter,
    )
    list_select_related = ("session__club", "box", "captain", "partner")
    search_fields = ("box__name_key",)
    search_help_text = _("How the name of the box, the partner or the captain begins.")
    ordering = ("-session", "-number")
    exclude = ("result",)
    inlines = (ScoreInline, TransferInline)
    club_path = "session__club"
    decisions = (
        about_sessions.GameVoid,
        about_sessions.GameReinstate,
        about_sessions.GameAmend,
        about_sessions.GameMove,
    )

    @admin.display(description=_("game"))
    def name(self, game: Game) -> str:
        return str(game)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Defer long columns that are not shown."""
        return super().get_queryset(request).defer("result", *LONG)

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by box, partner or captain."""
        people = players_like(request, self, term)
        return Q(box__in=people) | Q(partner__in=people) | Q(captain__in=people)

    def links(self, row: Any) -> list[tuple[str, Any]]:
        if row is None:
            return []
        return [
            (reverse("admin:games_session_change", args=[row.session_id]), _("Session")),
            (reverse("game_story", args=[row.session.public_id, row.number]), _("What happened")),
        ]


@admin.register(GameScore)
class GameScoreAdmin(ScopedAdmin[GameScore]):
    """Points by player and game."""

    list_display = ("player", "session", "game", "role", "in_points", "cube", "closing")
    list_filter = (EveningFilter, "role", "closing", ClubFilter)
    list_select_related = ("player", "game__session__club")
    search_fields = ("player__name_key",)
    search_prefix = ("player__name_key",)
    search_help_text = _("How the player's name begins.")
    ordering = ("-game", "place")
    club_path = "game__session__club"
    session_path = "game__session"

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameScore]:
        """Defer the long columns of games and sessions."""
        return super().get_queryset(request).defer(*LONG_BY_GAME)

    @admin.display(description=_("session"))
    def session(self, score: GameScore) -> str:
        return str(score.game.session)

    @admin.display(description=_("points"))
    def in_points(self, score: GameScore) -> str:
        return unsigned(score.points)


@admin.register(Transfer)
class TransferAdmin(ScopedAdmin[Transfer]):
    """Who paid whom."""

    list_display = ("payer", "payee", "in_points", "session", "game")
    list_filter = (EveningFilter, ClubFilter)
    list_select_related = ("payer", "payee", "game__session__club")
    search_fields = ("payer__name_key",)
    search_prefix = ("payer__name_key", "payee__name_key")
    search_help_text = _("How the name of one of the two begins.")
    ordering = ("-game", "pk")
    club_path = "game__session__club"
    session_path = "game__session"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transfer]:
        """Defer the long columns of games and sessions."""
        return super().get_queryset(request).defer(*LONG_BY_GAME)

    @admin.display(description=_("session"))
    def session(self, transfer: Transfer) -> str:
        return str(transfer.game.session)

    @admin.display(description=_("points"))
    def in_points(self, transfer: Transfer) -> str:
        return unsigned(transfer.amount)


@admin.register(Action)
class ActionAdmin(ScopedAdmin[Action]):
    """The log: who did what, when, and, for 30 days, from where."""

    list_display = ("sequence", "created_at", "session", "kind", "who", "where", "payload")
    list_filter = (EveningFilter, "kind", ClubFilter)
    list_select_related = ("session__club", "sender", "sent_by", "origin")
    ordering = ("-session", "-sequence")
    fields = (
        "session",
        ("sequence", "step", "version"),
        "kind",
        "payload",
        "who",
        "where",
        "created_at",
        "key",
    )
    readonly_fields = ("who", "where")
    club_path = "session__club"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        """Defer the long columns of the sessions; join the passes."""
        seats = Seat.objects.filter(
            session=OuterRef("session"), logged_as=OuterRef("sent_by__player")
        )
        phones = Subquery(seats.values("player__name")[:1])
        return super().get_queryset(request).defer(*LONG).annotate(phone_of=phones)

    @admin.display(description=_("sender"))
    def who(self, action: Action) -> str:
        """Return the account, the owner of the phone, or what the phone was admitted for."""
        if action.sent_by is None:
            return str(action.sender or "")
        phone_of: str | None = getattr(action, "phone_of", None)
        return phone_of or str(action.sent_by.get_role_display())

    @admin.display(description=_("from where"))
    def where(self, action: Action) -> str:
        """Return address and device; both are stored for 30 days, on the first row of a step."""
        origin = getattr(action, "origin", None)
        return f"{origin.address or ''} {origin.device}".strip() if origin else ""


@admin.register(Note)
class NoteAdmin(ScopedAdmin[Note]):
    """Remarks and disputes."""

    list_display = ("session", "game_number", "author", "text", "is_dispute", "resolved_at")
    list_filter = (EveningFilter, "is_dispute", ClubFilter)
    list_select_related = ("session__club", "author")
    ordering = ("-pk",)
    club_path = "session__club"


@admin.register(Debt)
class DebtAdmin(ScopedAdmin[Debt]):
    """Who owes whom."""

    list_display = ("debtor", "creditor", "money", "carried_to", "session")
    fields = ("session", "debtor", "creditor", "money", "carried_to", "created_at")
    readonly_fields = ("money",)
    list_filter = (EveningFilter, ("carried_to", admin.EmptyFieldListFilter), ClubFilter)
    list_select_related = ("debtor", "creditor", "carried_to__club", "session__club")
    search_fields = ("debtor__name_key",)
    search_prefix = ("debtor__name_key", "creditor__name_key")
    search_help_text = _("How the name of one of the two begins.")
    ordering = ("-pk",)
    club_path = "session__club"

    @admin.display(description=_("amount"))
    def money(self, row: Debt) -> str:
        return money_text(row.amount, row.currency)


@admin.register(Payment)
class PaymentAdmin(ScopedAdmin[Payment]):
    """Payments, including those withdrawn."""

    list_display = (
        "payer",
        "payee",
        "money",
        "made_at",
        "made_by",
        "takes_back",
        "session",
    )
    fields = ("session", "payer", "payee", "money", "made_at", "made_by", "takes_back")
    readonly_fields = ("money",)
    list_filter = (EveningFilter, ("takes_back", admin.EmptyFieldListFilter), ClubFilter)
    list_select_related = (
        "payer",
        "payee",
        "made_by",
        "takes_back__payer",
        "takes_back__payee",
        "session__club",
    )
    search_fields = ("payer__name_key",)
    search_prefix = ("payer__name_key", "payee__name_key")
    search_help_text = _("How the name of one of the two begins.")
    ordering = ("-pk",)
    club_path = "session__club"

    @admin.display(description=_("amount"))
    def money(self, row: Payment) -> str:
        return money_text(row.amount, row.currency)
