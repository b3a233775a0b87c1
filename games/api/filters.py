"""Filters of lists; an invalid value is refused, not ignored."""

import datetime
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema_field

from games.api.serializers import LARGEST_NUMBER
from games.models import (
    Action,
    Board,
    BoardStep,
    Club,
    Debt,
    Note,
    Payment,
    Player,
    Session,
)
from games.rules.online import GAME_TYPES

LONGEST = 60
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class FlagField(forms.Field):
    """Exactly true or false."""

    def clean(self, value: Any) -> bool | None:
        if value not in (None, "true", "false"):
            raise ValidationError(_("This is true or false."))
        return None if value is None else value == "true"


class NumberField(forms.Field):
    """A whole number from 0 that a database can hold."""

    def clean(self, value: Any) -> int | None:
        if value is None:
            return None
        text = str(value)
        if not (text.isascii() and text.isdigit() and int(text[:11]) <= LARGEST_NUMBER):
            raise ValidationError(_("This is a whole number from 0."))
        return int(text[:11])


class DayField(forms.Field):
    """A day as 2026-11-21 only."""

    def clean(self, value: Any) -> datetime.date | None:
        if value is None:
            return None
        if not DAY.fullmatch(str(value)):
            raise ValidationError(_("Write the day like 2026-11-21."))
        try:
            return datetime.date.fromisoformat(str(value))
        except ValueError:
            raise ValidationError(_("Write the day like 2026-11-21.")) from None


class WordField(forms.ChoiceField):
    """One of some words; an empty value is refused."""

    def clean(self, value: Any) -> Any:
        if value == "":
            raise ValidationError(_("This is none of the words that are possible here."))
        return super().clean(value) or None


class Word(filters.ChoiceFilter):  # type: ignore[misc]
    """One of some words."""

    field_class = WordField


@extend_schema_field({"type": "string", "maxLength": LONGEST, "pattern": r"^[^\x00]*$"})
class Text(filters.CharFilter):  # type: ignore[misc]
    """A text, or an identifier."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, max_length=LONGEST, **settings)


@extend_schema_field({"type": "boolean"})
class Flag(filters.Filter):  # type: ignore[misc]
    """Yes or no."""

    field_class = FlagField


@extend_schema_field({"type": "string", "format": "date"})
class Day(filters.Filter):  # type: ignore[misc]
    """A day: from it on, or up to it."""

    field_class = DayField


@extend_schema_field({"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER})
class Number(filters.Filter):  # type: ignore[misc]
    """A whole number."""

    field_class = NumberField


class ClubFilter(filters.FilterSet):  # type: ignore[misc]
    """Clubs by visibility, and by membership."""

    mine = Flag(method="own", help_text="Only those one is a member of.")
    visibility = Word(choices=Club.Visibility.choices)

    class Meta:
        model = Club
        fields: list[str] = []

    def own(self, rows: QuerySet[Club], name: str, value: Any) -> QuerySet[Club]:
        """Keep the user's own clubs, or the others."""
        # the annotation by `views.clubs.with_role`
        has_none = Q(own_role__isnull=True)
        return rows.exclude(has_none) if value else rows.filter(has_none)


class PlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """Players by the beginning of their name, and by whether they are active."""

    name = Text(lookup_expr="istartswith")

    is_active = Flag()

    class Meta:
        model = Player
        fields: list[str] = []


class SessionFilter(filters.FilterSet):  # type: ignore[misc]
    """Sessions by club, season, player, status and day."""

    club = Text("club__slug")
    season = Text("season__public_id")
    player = Text("seats__player__public_id")
    played_from = Day("played_on", "gte")
    played_until = Day("played_on", "lte")
    status = Word(choices=Session.Status.choices)

    class Meta:
        model = Session
        fields: list[str] = []


class LogFilter(filters.FilterSet):  # type: ignore[misc]
    """Rows of the log by kind, and after a known version."""

    after = Number("version", "gt", help_text="Only after this version.")
    kind = Word(choices=Action.Kind.choices)

    class Meta:
        model = Action
        fields: list[str] = []


class BoardFilter(filters.FilterSet):  # type: ignore[misc]
    """Boards by club, player, game and status."""

    club = Text("club__slug")
    player = Text("seats__player__public_id")
    status = Word(choices=Board.Status.choices)
    type = Word(choices=[(name, of.title) for name, of in GAME_TYPES.items()])

    is_rated = Flag()

    class Meta:
        model = Board
        fields: list[str] = []


class BoardLogFilter(filters.FilterSet):  # type: ignore[misc]
    """Steps after a known version."""

    after = Number("version", "gt", help_text="Only after this version.")

    class Meta:
        model = BoardStep
        fields: list[str] = []


class NoteFilter(filters.FilterSet):  # type: ignore[misc]
    """Notes by game; disputes, and whether they are resolved."""

    game = Number("game_number")
    resolved = Flag("resolved_at", "isnull", exclude=True)

    is_dispute = Flag()

    class Meta:
        model = Note
        fields: list[str] = []


class DebtFilter(filters.FilterSet):  # type: ignore[misc]
    """Debts by player, and by whether a later evening took them over."""

    debtor = Text("debtor__public_id")
    creditor = Text("creditor__public_id")
    carried = Flag("carried_to", "isnull", exclude=True)

    class Meta:
        model = Debt
        fields: list[str] = []


class PaymentFilter(filters.FilterSet):  # type: ignore[misc]
    """Payments by player, and by whether they were withdrawn."""

    payer = Text("payer__public_id")
    payee = Text("payee__public_id")
    taken_back = Flag("taken_back", "isnull", exclude=True)

    class Meta:
        model = Payment
        fields: list[str] = []
