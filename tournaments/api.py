"""Leaderboards for programs."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from games.api.views.base import Private
from games.errors import NotFound
from games.exports.session_json import number
from tournaments.selectors import Leaderboard, Order, Standing, leaderboard_asked

ORDERS = [each.value for each in Order]
ALL = "all"


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
    order = serializers.ChoiceField(ORDERS)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = StandingSerializer(many=True)


class ClubLeaderboard(Private):
    """A club's leaderboard."""

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "season", str, description="A season's identifier, or `all`; else the running one."
            ),
            OpenApiParameter("order", str, enum=ORDERS),
            OpenApiParameter("cursor", str, description="From `next` or `previous`."),
        ],
        responses=LeaderboardSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Show a page of the leaderboard, of a season or of all time."""
        season, order = request.query_params.get("season"), request.query_params.get("order")
        if order is not None and order not in ORDERS:
            raise ValidationError({"order": ", ".join(ORDERS)})
        board = leaderboard_asked(
            self.club(request), season=season, order=order, page=page_of(request)
        )
        if season not in (None, ALL) and (not board.season or board.season.public_id != season):
            raise NotFound
        return Response(LeaderboardSerializer(_plain(board, request)).data)


def page_of(request: Request) -> int:
    """Return the page that a cursor stands for.

    Raises:
        NotFound: the cursor is none of ours.
    """
    text = request.query_params.get("cursor", "p1").removeprefix("p")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise NotFound
    return int(text)


def _plain(board: Leaderboard, request: Request) -> dict[str, Any]:
    here = request.build_absolute_uri()
    after = replace_query_param(here, "cursor", f"p{board.page + 1}")
    before = replace_query_param(here, "cursor", f"p{board.page - 1}")
    if board.page == 2:
        before = remove_query_param(here, "cursor")
    return {
        "club": board.club.slug,
        "season": board.season.public_id if board.season else None,
        "order": board.order.value,
        "next": after if board.has_next else None,
        "previous": before if board.page > 1 else None,
        "results": [_line(each) for each in (*board.standings, *board.provisional)],
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
