"""The answers of the API about standings: lines with every value, places in brackets, winners."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.table_shapes import RemarkSerializer

Json = dict[str, Any]


class TieBreakValueSerializer(serializers.Serializer[Json]):
    """A tie-break's value for an entry."""

    name = serializers.CharField()
    value = serializers.FloatField(allow_null=True, help_text="Null where it did not apply.")
    text = serializers.CharField(help_text="As it is printed.")


class FigureSerializer(serializers.Serializer[Json]):
    """A value of the standings of chouettes."""

    code = serializers.CharField()
    title = serializers.CharField()
    value = serializers.IntegerField(help_text="Points and percents in hundredths.")
    unit = serializers.CharField(help_text="points, percent, count")


class StandLineSerializer(serializers.Serializer[Json]):
    """An entry's line; equals share a place."""

    place = serializers.IntegerField()
    shares_place = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField(help_text="Of the entry.")
    table = serializers.IntegerField(allow_null=True, help_text="Of chouettes.")
    score = serializers.FloatField(allow_null=True, help_text="In wins; null for chouettes.")
    wins = serializers.IntegerField(allow_null=True)
    losses = serializers.IntegerField(allow_null=True)
    byes = serializers.IntegerField(allow_null=True)
    tie_breaks = TieBreakValueSerializer(many=True)
    figures = FigureSerializer(many=True)


class StandTableSerializer(serializers.Serializer[Json]):
    """Standings of a division, or of one of its groups."""

    group = serializers.CharField(allow_blank=True)
    basis = serializers.CharField(help_text="What places rest on, as a code.")
    basis_text = serializers.CharField()
    is_comparable = serializers.BooleanField(
        help_text="Whether places of players at different tables compare."
    )
    lines = StandLineSerializer(many=True)


class PlaceSerializer(serializers.Serializer[Json]):
    """One place in a bracket, or several shared ones."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class PlacesSerializer(serializers.Serializer[Json]):
    """The places that are certain in a part of a bracket."""

    bracket = serializers.CharField()
    title = serializers.CharField()
    places = PlaceSerializer(many=True)


class PrizeSerializer(serializers.Serializer[Json]):
    """A share of the prizes."""

    number = serializers.CharField()
    percent = serializers.IntegerField()


class FinishSerializer(serializers.Serializer[Json]):
    """What follows from the finished rounds of chouettes; players by number."""

    is_over = serializers.BooleanField()
    stage = serializers.CharField(allow_blank=True)
    qualified = serializers.ListField(child=serializers.CharField())
    winners = serializers.ListField(child=serializers.CharField())
    prizes = PrizeSerializer(many=True)
    remarks = RemarkSerializer(many=True)


class DivisionStandingsSerializer(serializers.Serializer[Json]):
    """The standings of a division."""

    division = serializers.CharField()
    tables = StandTableSerializer(many=True)
    places = PlacesSerializer(many=True)
    finish = FinishSerializer(allow_null=True)
