"""Boards that two play on: readable with their log, and abandoned by decision."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.backoffice.decide import DecidingAdmin
from games.backoffice.lists import ClubFilter
from games.backoffice.pages.record import players_like
from games.backoffice.scope import ScopedInline
from games.boards.sealing import published, server_seed
from games.decisions.kinds.boards import BoardAbandon
from games.models import Board, BoardLine, BoardSeat, BoardStep, DiceSeed


class BoardSeatInline(ScopedInline):
    """Who sits at a board; a guest's address is not shown."""

    model = BoardSeat
    fields = readonly_fields = ("number", "kind", "player", "name", "level", "taken_at")
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("player")


class DiceInline(ScopedInline):
    """The dice of a board; the server's seed once they roll no more."""

    model = DiceSeed
    fields = readonly_fields = ("game_id", "commitment", "opened", "late", "created_at")
    ordering = ("pk",)

    @admin.display(description=gettext_lazy("server's seed"))
    def opened(self, seed: DiceSeed) -> str:
        return server_seed(seed, seed.board) or _("secret until the end")

    @admin.display(description=gettext_lazy("seats that did not open their seed"))
    def late(self, seed: DiceSeed) -> str:
        return ", ".join(str(seat) for seat in seed.failed)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("board")


class BoardStepInline(ScopedInline):
    """The log of a board."""

    model = BoardStep
    fields = readonly_fields = ("sequence", "version", "kind", "side", "told")
    ordering = ("sequence",)

    @admin.display(description=gettext_lazy("payload"))
    def told(self, step: BoardStep) -> str:
        return json.dumps(published(step.kind, step.payload, step.board), ensure_ascii=False)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("board")


class BoardLineInline(ScopedInline):
    """What was said at a board; of what a crew said among itself, what was reported afterwards."""

    model = BoardLine
    fields = readonly_fields = ("created_at", "room", "seat", "code", "text", "is_reported")
    ordering = ("pk",)

    def get_queryset(self, request: HttpRequest) -> Any:
        is_over = ~Q(board__status__in=(Board.Status.WAITING, Board.Status.PLAYING))
        reported = Q(is_reported=True) & is_over
        return super().get_queryset(request).filter(~Q(room=BoardLine.Room.CREW) | reported)


@admin.register(Board)
class BoardAdmin(DecidingAdmin[Board]):
    """Matches and games of two, the latest first."""

    list_display = (
        "public_id",
        "type",
        "club",
        "status",
        "match_length",
        "people",
        "score",
        "changed_at",
    )
    list_filter = ("status", ClubFilter)
    list_select_related = ("club",)
    search_help_text = gettext_lazy("How a player's name begins, or a board's identifier.")
    search_exact = ("public_id",)
    ordering = ("-changed_at", "-pk")
    fields = (
        "public_id",
        "club",
        ("type", "match_length", "pace"),
        ("status", "ended_how", "reason"),
        ("is_challenge", "is_rated"),
        ("score_white", "score_black", "winner"),
        ("version", "rules_version", "due_at"),
        ("started_by", "created_at", "changed_at", "ended_at"),
    )
    inlines = (BoardSeatInline, DiceInline, BoardStepInline, BoardLineInline)
    decisions = (BoardAbandon,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Board]:
        """Defer the positions: they are long, and no list shows them."""
        return super().get_queryset(request).defer("snapshot")

    def search_condition(self, request: HttpRequest, term: str) -> Q:
        """Search by identifier or player."""
        seats = BoardSeat.objects.filter(player__in=players_like(request, self, term))
        condition = super().search_condition(request, term)
        return condition | Q(pk__in=seats.values("board_id"))

    def complete(self, rows: Any) -> None:
        """Load those who sit at all boards on the page."""
        found: dict[int, list[str]] = {}
        seats = BoardSeat.objects.filter(board__in=[row.pk for row in rows])
        for seat in seats.select_related("player").order_by("board_id", "number"):
            name = str(seat.player or seat.name or seat.get_kind_display())
            found.setdefault(seat.board_id, []).append(name)
        for row in rows:
            row.names = found.get(row.pk, [])

    @admin.display(description=gettext_lazy("players"))
    def people(self, board: Any) -> str:
        return ", ".join(board.names)

    @admin.display(description=gettext_lazy("score"))
    def score(self, board: Board) -> str:
        return f"{board.score_white} : {board.score_black}"
