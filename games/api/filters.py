"""Which rows of a list; a value that makes no sense is refused, not ignored."""

from typing import Any

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from games.models import Action, Club, Debt, Note, Player, Session

LONGEST = 60


class Flag(filters.TypedChoiceFilter):  # type: ignore[misc]
    """true or false, and nothing that somebody might take for either."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        choices = [("true", "true"), ("false", "false")]
        super().__init__(*args, choices=choices, coerce=lambda text: text == "true", **settings)


class ClubFilter(filters.FilterSet):  # type: ignore[misc]
    """Clubs by visibility, and whether they are one's own."""

    mine = Flag(method="own", help_text="Only those one is a member of.")

    class Meta:
        model = Club
        fields = ["visibility"]

    def own(self, rows: QuerySet[Club], name: str, value: Any) -> QuerySet[Club]:
        """Keep one's own clubs, or the others."""
        # The annotation of `views.clubs.with_role`.
        has_none = Q(own_role__isnull=True)
        return rows.exclude(has_none) if value else rows.filter(has_none)


class PlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """Players by the beginning of their name, and by whether they still come."""

    name = filters.CharFilter(lookup_expr="istartswith", max_length=LONGEST)

    is_active = Flag()

    class Meta:
        model = Player
        fields: list[str] = []


class SessionFilter(filters.FilterSet):  # type: ignore[misc]
    """Sessions by club, season, player, status and day."""

    club = filters.CharFilter("club__slug", max_length=LONGEST)
    season = filters.CharFilter("season__public_id", max_length=LONGEST)
    player = filters.CharFilter("seats__player__public_id", max_length=LONGEST)
    played_from = filters.DateFilter("played_on", "gte")
    played_until = filters.DateFilter("played_on", "lte")

    class Meta:
        model = Session
        fields = ["status"]


class LogFilter(filters.FilterSet):  # type: ignore[misc]
    """Rows of the log by kind, and after a version one has seen."""

    after = filters.NumberFilter(
        "version", "gt", min_value=0, max_value=2**31 - 1, help_text="Only after this version."
    )

    class Meta:
        model = Action
        fields = ["kind"]


class NoteFilter(filters.FilterSet):  # type: ignore[misc]
    """Notes by game; disputes, and whether they are resolved."""

    game = filters.NumberFilter("game_number", min_value=0, max_value=2**31 - 1)
    resolved = Flag("resolved_at", "isnull", exclude=True)

    is_dispute = Flag()

    class Meta:
        model = Note
        fields: list[str] = []


class DebtFilter(filters.FilterSet):  # type: ignore[misc]
    """Debts by player, and by whether they are paid."""

    debtor = filters.CharFilter("debtor__public_id", max_length=LONGEST)
    creditor = filters.CharFilter("creditor__public_id", max_length=LONGEST)
    paid = Flag("paid_at", "isnull", exclude=True)

    class Meta:
        model = Debt
        fields: list[str] = []
