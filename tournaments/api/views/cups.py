"""Cups: a club's, one with its rounds, and its fixtures.

A cup is an event: entries, draw and bracket are those of the event.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from tournaments.api.fixture_shapes import FixtureSerializer, fixtures_asked
from tournaments.events.selectors.events import event_seen
from tournaments.leagues.selectors.cups import cup_find, cups_of
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.models import Cup, Match, Round

Json = dict[str, Any]


class CupSerializer(serializers.ModelSerializer[Any]):
    """A cup with its plan and its rules."""

    id = serializers.CharField(source="event.public_id", help_text="That of the event.")
    title = serializers.CharField(source="event.title")
    status = serializers.CharField(source="event.status")

    class Meta:
        model = Cup
        fields: tuple[str, ...] = (
            "id",
            "title",
            "status",
            "first_on",
            "every_days",
            "least_days",
            "late",
            "confirm_days",
            "boards",
        )
        read_only_fields = fields


class CupRoundSerializer(serializers.ModelSerializer[Any]):
    """A round of a cup, and until when it is to be played."""

    id = serializers.CharField(source="public_id")
    division = serializers.CharField(source="division.public_id")

    class Meta:
        model = Round
        fields = (
            "id",
            "division",
            "number",
            "bracket",
            "bracket_round",
            "deadline",
            "deadline_reason",
        )
        read_only_fields = fields


class CupDetailSerializer(CupSerializer):
    """A cup with its released rounds."""

    rounds = CupRoundSerializer(many=True)

    class Meta(CupSerializer.Meta):
        fields = (*CupSerializer.Meta.fields, "rounds")
        read_only_fields = fields


class Cups(Private):
    """A club's cups."""

    @extend_schema(responses=CupSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List a club's cups, the latest first."""
        return Response(CupSerializer(cups_of(self.club(request)), many=True).data)


class CupDetail(Private):
    """One cup."""

    @extend_schema(responses=CupDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a cup with its rounds and their deadlines."""
        event, _reader = event_seen(public_id, request.user)
        released = Round.objects.filter(division__event=event, state=Round.State.RELEASED)
        rounds = released.select_related("division").order_by("division__position", "number")
        rules = CupSerializer(cup_find(public_id)).data
        return Response({**rules, "rounds": CupRoundSerializer(rounds, many=True).data})


class CupFixtures(Private):
    """The fixtures of a cup."""

    query = ("player", "state")

    @extend_schema(
        responses=FixtureSerializer(many=True),
        parameters=[
            OpenApiParameter("player", str, description="A player's identifier."),
            OpenApiParameter("state", str, enum=list(Match.State.values)),
        ],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """List the fixtures of a cup: the released matches whose two players are known."""
        _event, reader = event_seen(public_id, request.user)
        rows = fixtures_of(cup_find(public_id))
        states = fixtures_asked(rows, reader, request.query_params)
        return Response(FixtureSerializer(states, many=True).data)
