"""Fields that several answers of the API about events have."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.ledger.money import written
from tournaments.events.selectors.events import People

Json = dict[str, Any]


class AmountField(serializers.CharField):
    """An amount of a row as a text, which is exact, with the decimals of its event's currency."""

    def __init__(self, **rules: Any) -> None:
        super().__init__(source="*", **rules)

    def to_representation(self, value: Any) -> Any:
        amount = getattr(value, str(self.field_name))
        return None if amount is None else written(amount, value.currency)


class PercentField(serializers.CharField):
    """A percentage as a text, which is exact."""

    def to_representation(self, value: Any) -> str:
        return f"{value:.2f}"


class SentenceField(serializers.CharField):
    """A text of the rules or the formats, in the reader's language."""

    def to_representation(self, value: Any) -> str:
        return _(value) if value else ""


@extend_schema_field({"type": "object", "additionalProperties": {}})
class AnyField(serializers.DictField):
    """An object whose keys depend on other data."""


class PlayedField(AnyField):
    """A game, or what else counts in a match."""

    def to_representation(self, value: Any) -> Json:
        return dict(value.to_json())


class PairField(serializers.ListField):
    """Two numbers of a match: of the first side, and of the second."""

    child = serializers.IntegerField()

    def __init__(self, *names: str) -> None:
        self.names = names
        super().__init__(source="*")

    def to_representation(self, value: Any) -> list[int]:
        return [getattr(value, name) for name in self.names]


class PeopleSerializer(serializers.BaseSerializer[Any]):
    """Shows players as its reader knows them: `people` in its context."""

    @property
    def _people(self) -> People:
        found: People = self.context["people"]
        return found
