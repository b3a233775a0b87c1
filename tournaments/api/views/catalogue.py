"""Data independent of clubs: formats with their parameters, and tie-breaks."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from tournaments.api.fields import SentenceField
from tournaments.formats import EVENT_FORMATS, AnyFormat
from tournaments.formats.parameters import ParameterField
from tournaments.standings.tiebreaks import TIE_BREAKS


class ChoiceSerializer(serializers.Serializer[Any]):
    """A value of a parameter."""

    value = serializers.CharField()
    title = SentenceField()


class ParameterSerializer(serializers.Serializer[Any]):
    """A parameter of a format."""

    name = serializers.CharField()
    title = SentenceField()
    help = SentenceField()
    takes = serializers.CharField(
        source="kind", help_text="`number`, `numbers` and `cubes` (lists), `choice`, `switch`."
    )
    least = serializers.IntegerField(help_text="Of a number.")
    most = serializers.IntegerField(help_text="Of a number; 0 for what is none.")
    values = serializers.SerializerMethodField(help_text="Of a choice.")
    default = serializers.SerializerMethodField(
        "default_of", help_text="What it is if it is left out."
    )

    @extend_schema_field(ChoiceSerializer(many=True))
    def get_values(self, field: ParameterField) -> Any:
        found = [{"value": value, "title": title} for value, title in field.values.items()]
        return ChoiceSerializer(found, many=True).data

    @extend_schema_field(serializers.JSONField())
    def default_of(self, field: ParameterField) -> Any:
        return self.context["defaults"][field.name]


class FormatSerializer(serializers.Serializer[Any]):
    """A format, with its parameters."""

    name = serializers.CharField(source="code")
    title = serializers.SerializerMethodField()
    help = SentenceField(read_only=True)
    is_chouette = serializers.BooleanField(
        read_only=True, help_text="Tables of several; else matches of two."
    )
    parameters = serializers.SerializerMethodField()

    def get_title(self, played_by: AnyFormat) -> str:
        return _(played_by.name_for_programs or played_by.title)

    @extend_schema_field(ParameterSerializer(many=True))
    def get_parameters(self, played_by: AnyFormat) -> Any:
        context = {"defaults": played_by.parse({}).to_json()}
        return ParameterSerializer(played_by.fields, many=True, context=context).data


class TieBreakSerializer(serializers.Serializer[Any]):
    """A tie-break: the higher value is ahead."""

    name = serializers.CharField()
    title = SentenceField()
    help = SentenceField()
    unit = serializers.CharField(help_text="Of its values: wins, points, lot")


class Formats(Private):
    """The formats of divisions."""

    @extend_schema(responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the formats with their parameters, in the reader's language."""
        return Response(FormatSerializer(EVENT_FORMATS, many=True).data)


class TieBreaks(Private):
    """The tie-breaks of match play."""

    @extend_schema(responses=TieBreakSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the tie-breaks, in the reader's language."""
        return Response(TieBreakSerializer(TIE_BREAKS.values(), many=True).data)
