"""Leaderboards for programs."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problems
from games.api.views import page_of
from games.exports.session_json import number
from games.selectors.people import club_get
from tournaments.selectors import Leaderboard, Order, Standing, leaderboard_asked


class RolesSerializer(serializers.Serializer[Any]):
    """Games by role."""

    box = serializers.IntegerField()
    partner = serializers.IntegerField()
    captain = serializers.IntegerField()
    crew = serializers.IntegerField()


class StandingSerializer(serializers.Serializer[Any]):
    """A player's line."""

    place = serializers.IntegerField()
    movement = serializers.IntegerField(
        allow_null=True, help_text="Places up (plus) or down since before the last day of play."
    )
    player = serializers.CharField(help_text="The player's identifier.")
    name = serializers.CharField()
    points = serializers.FloatField()
    points_per_game = serializers.FloatField()
    games = serializers.IntegerField()
    games_as = RolesSerializer()
    provisional = serializers.BooleanField(
        help_text="Too few games for an average that means something."
    )


class LeaderboardSerializer(serializers.Serializer[Any]):
    """A page of a leaderboard."""

    club = serializers.CharField()
    season = serializers.CharField(allow_null=True, help_text="Null for all time.")
    order = serializers.ChoiceField([each.value for each in Order])
    page = serializers.IntegerField()
    has_next = serializers.BooleanField()
    standings = StandingSerializer(many=True)


class ClubLeaderboard(APIView):
    """A club's leaderboard."""

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "season", str, description="A season's identifier, or `all`; else the running one."
            ),
            OpenApiParameter("order", str, enum=[each.value for each in Order]),
            OpenApiParameter("page", int),
        ],
        responses={200: LeaderboardSerializer, **problems(404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Show a page of the leaderboard, of a season or of all time."""
        board = leaderboard_asked(
            club_get(slug, request.user),
            season=request.query_params.get("season"),
            order=request.query_params.get("order"),
            page=page_of(request),
        )
        return Response(LeaderboardSerializer(_plain(board)).data)


def _plain(board: Leaderboard) -> dict[str, Any]:
    return {
        "club": board.club.slug,
        "season": board.season.public_id if board.season else None,
        "order": board.order.value,
        "page": board.page,
        "has_next": board.has_next,
        "standings": [_line(each) for each in (*board.standings, *board.provisional)],
    }


def _line(standing: Standing) -> dict[str, Any]:
    return {
        "place": standing.place,
        "movement": standing.movement,
        "player": standing.player.public_id,
        "name": standing.player.name,
        "points": number(standing.points),
        "points_per_game": number(standing.average),
        "games": standing.games,
        "games_as": {
            "box": standing.as_box,
            "partner": standing.as_partner,
            "captain": standing.as_captain,
            "crew": standing.as_crew,
        },
        "provisional": standing.is_provisional,
    }
