"""Leagues: a club's, one with its seasons, a season with its tables, and its fixtures.

A fixture is a match: it is reported, confirmed and rejected as every match is.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from games.errors import NotFound
from tournaments.api.fixture_shapes import FixtureSerializer, fixtures_asked
from tournaments.api.standing_shapes import DivisionStandingsSerializer, standings_state
from tournaments.events.selectors.events import board_read
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.selectors.leagues import LeagueSeen, league_seen, leagues_of
from tournaments.leagues.selectors.seasons import Stage, stage_of
from tournaments.models import League, LeagueSeason, Match

Json = dict[str, Any]


class LeagueSerializer(serializers.ModelSerializer[Any]):
    """A league with its rules."""

    id = serializers.CharField(source="public_id")

    class Meta:
        model = League
        fields: tuple[str, ...] = (
            "id",
            "name",
            "shape",
            "match_length",
            "params",
            "tie_breaks",
            "rule",
            "up",
            "down",
            "share",
            "few",
            "unplayed",
            "round_days",
            "confirm_days",
            "boards",
        )
        read_only_fields = fields


class LeagueSeasonSerializer(serializers.Serializer[Any]):
    """A season; its event has the entries, draws and files."""

    number = serializers.IntegerField()
    event = serializers.CharField(source="event.public_id")
    title = serializers.CharField(source="event.title")
    stage = serializers.SerializerMethodField()
    starts_on = serializers.DateField(source="event.starts_on")
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="None on a ladder that goes on."
    )
    deadline_reason = serializers.CharField()
    late_until = serializers.DateField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)

    def get_stage(self, season: LeagueSeason) -> str:
        return str(stage_of(season))


class LeagueDetailSerializer(LeagueSerializer):
    """A league with its seasons, the latest first."""

    seasons = LeagueSeasonSerializer(many=True)

    class Meta(LeagueSerializer.Meta):
        fields = (*LeagueSerializer.Meta.fields, "seasons")
        read_only_fields = fields


class LeagueSeasonDivisionSerializer(serializers.Serializer[Json]):
    """A division of a season with its table."""

    id = serializers.CharField()
    name = serializers.CharField()
    position = serializers.IntegerField(help_text="1 is the top.")
    standings = DivisionStandingsSerializer()


class LeagueSeasonDetailSerializer(LeagueSeasonSerializer):
    """A season with the tables of all its divisions."""

    divisions = LeagueSeasonDivisionSerializer(many=True)


class Leagues(Private):
    """A club's leagues."""

    @extend_schema(responses=LeagueSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List a club's leagues by name."""
        return Response(LeagueSerializer(leagues_of(self.club(request)), many=True).data)


class LeagueDetail(Private):
    """One league."""

    @extend_schema(responses=LeagueDetailSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a league with its rules and seasons."""
        seen = league_seen(public_id, request.user)
        rules = LeagueSerializer(seen.league).data
        return Response({**rules, "seasons": LeagueSeasonSerializer(seen.seasons, many=True).data})


class SeasonDetail(Private):
    """One season."""

    @extend_schema(responses=LeagueSeasonDetailSerializer)
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """Show a season with the tables of all its divisions."""
        seen = league_seen(public_id, request.user)
        season = _season(seen, number)
        board = board_read(season.event, seen.reader, None)
        divisions = [
            {
                "id": field.division.public_id,
                "name": field.division.name,
                "position": field.division.position,
                "standings": standings_state(field),
            }
            for field in board.fields
        ]
        return Response({**LeagueSeasonSerializer(season).data, "divisions": divisions})


class Fixtures(Private):
    """The fixtures of a season."""

    query = ("player", "state")

    @extend_schema(
        responses=FixtureSerializer(many=True),
        parameters=[
            OpenApiParameter("player", str, description="A player's identifier."),
            OpenApiParameter("state", str, enum=list(Match.State.values)),
        ],
    )
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """List a season's released fixtures, division by division."""
        seen = league_seen(public_id, request.user)
        rows = fixtures_of(_season(seen, number))
        states = fixtures_asked(rows, seen.reader, request.query_params)
        return Response(FixtureSerializer(states, many=True).data)


def _season(seen: LeagueSeen, number: int) -> LeagueSeason:
    season = seen.season(str(number))
    if season is None or stage_of(season) == Stage.CANCELLED:
        raise NotFound
    return season
