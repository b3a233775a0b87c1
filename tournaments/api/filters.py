"""Filters of events and matches."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from games.api.filters import Day, Text, Word
from tournaments.models import Event, Match


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    """Events by status and day."""

    status = Word(choices=Event.Status.choices)
    starts_from = Day("starts_on", "gte")
    starts_until = Day("starts_on", "lte")

    class Meta:
        model = Event
        fields: list[str] = []


class MatchFilter(filters.FilterSet):  # type: ignore[misc]
    """Matches by player, state and day."""

    player = Text(method="played_by", help_text="A player's identifier.")
    state = Word(choices=Match.State.choices)
    played_from = Day("played_on", "gte")
    played_until = Day("played_on", "lte")

    class Meta:
        model = Match
        fields: list[str] = []

    def played_by(self, rows: QuerySet[Match], name: str, value: Any) -> QuerySet[Match]:
        """Keep the matches of one player."""
        return rows.filter(Q(first__public_id=value) | Q(second__public_id=value))
