"""The API of leaderboards."""

import datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from games.api.views.base import Private
from games.errors import NotFound
from tournaments.ladders.selectors.leaderboards import (
    SIZES,
    Leaderboard,
    LeaderboardQuery,
    Standing,
    leaderboard_asked,
)
from tournaments.ladders.selectors.waiting import waiting_of
from tournaments.ratings.ladder import Record
from tournaments.ratings.leaderboard import Missing, Order
from tournaments.ratings.places import Stand
from tournaments.ratings.skill import Skill

MOST_GAMES = 999_999
ORDERS = [each.value for each in Order]


class RolesSerializer(serializers.Serializer[Any]):
    """Games by role."""

    box = serializers.IntegerField()
    partner = serializers.IntegerField()
    captain = serializers.IntegerField()
    crew = serializers.IntegerField()


class SkillSerializer(serializers.Serializer[Any]):
    """An estimate of skill: 1500 is the middle of the club, 1000 is one point per cube."""

    figure = serializers.FloatField()
    low = serializers.FloatField(help_text="Of the 95 % interval.")
    high = serializers.FloatField(help_text="Of the 95 % interval.")
    order = serializers.FloatField(help_text="The lower 80 % bound, by which lists are ordered.")
    games = serializers.IntegerField(help_text="All games they ever played.")
    first_place = serializers.IntegerField(
        allow_null=True,
        help_text="Whoever stands above this place in the club's list of everybody is better with "
        "a chance of four in five each; null for who has not played for two years.",
    )
    last_place = serializers.IntegerField(
        allow_null=True, help_text="Likewise, whoever stands below this place is not as good."
    )
    above_next = serializers.FloatField(
        allow_null=True,
        help_text="The chance that they are better than the next in that list, 0 to 1; null for "
        "the last.",
    )
    wide = serializers.BooleanField(
        help_text="Whether the standard error is more than half of the club's spread."
    )
    evenings_to_halve = serializers.IntegerField(
        allow_null=True,
        help_text="After so many more evenings it is twice as certain where in the club they are.",
    )


class MatchRatingSerializer(serializers.Serializer[Any]):
    """A match rating: FIBS Elo, with a deviation that grows without play."""

    rating = serializers.FloatField()
    deviation = serializers.FloatField(
        help_text="Of today: in two of three cases the truth is no further away."
    )
    experience = serializers.IntegerField(help_text="The lengths of all rated matches, added up.")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    last_played_on = serializers.DateField()


class StandingSerializer(serializers.Serializer[Any]):
    """A player's line."""

    place = serializers.IntegerField(
        allow_null=True,
        help_text="Null below the line; `missing` says why. By skill everybody estimated has one.",
    )
    movement = serializers.IntegerField(
        allow_null=True,
        help_text="Places up (plus) or down since the official list; by skill only.",
    )
    official = serializers.IntegerField(
        allow_null=True, help_text="Their place on the official list."
    )
    player = serializers.CharField(help_text="The player's identifier.")
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="In hundredths of a point.")
    points_per_game = serializers.IntegerField(help_text="In hundredths of a point.")
    points_per_game_width = serializers.IntegerField(
        allow_null=True,
        help_text="Half of its 95 % interval, from evening to evening; null for fewer than three "
        "evenings.",
    )
    points_per_bet = serializers.IntegerField(
        help_text="In hundredths of a point. The same at small tables and large ones: a box "
        "against five plays five bets."
    )
    points_per_bet_width = serializers.IntegerField(
        allow_null=True, help_text="Half of its 95 % interval, likewise."
    )
    games = serializers.IntegerField()
    bets = serializers.IntegerField(help_text="In hundredths of a bet.")
    games_as = RolesSerializer()
    skill = SkillSerializer(allow_null=True, help_text="Null where it is not estimated yet.")
    match_rating = MatchRatingSerializer(
        allow_null=True, help_text="Null for who has played no rated match."
    )
    provisional = serializers.BooleanField(help_text="Below the line.")
    missing = serializers.ListField(
        child=serializers.ChoiceField([each.value for each in Missing]),
        help_text="What a place needs more of.",
    )


class WaitingSerializer(serializers.Serializer[Any]):
    """What is still to be worked out: until then figures are late."""

    evenings = serializers.IntegerField()
    matches = serializers.IntegerField()


class LeaderboardSerializer(serializers.Serializer[Any]):
    """A page of a leaderboard."""

    club = serializers.CharField()
    over = serializers.CharField(help_text="As in the request.")
    season = serializers.CharField(allow_null=True, help_text="Null for other stretches of time.")
    official = serializers.DateField(
        allow_null=True, help_text="The day of the official list that is compared with."
    )
    players = serializers.IntegerField(help_text="On all pages.")
    order = serializers.ChoiceField(ORDERS)
    waiting = WaitingSerializer()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = StandingSerializer(many=True)


class ClubLeaderboard(Private):
    """A club's leaderboard."""

    query = ("over", "season", "order", "least", "size", "active", "official", "cursor")

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "over",
                str,
                description="A season's identifier, a year (`2026`), a month (`2026-11`), "
                "`session:` with a session's identifier, `event:` with an event's, or `all`; "
                "else the running season.",
            ),
            OpenApiParameter("season", str, description="A season's identifier, or `all`."),
            OpenApiParameter("order", str, enum=ORDERS),
            OpenApiParameter(
                "least",
                {"type": "integer", "minimum": 0, "maximum": MOST_GAMES},
                description="Only who has played so many games.",
            ),
            OpenApiParameter(
                "size",
                {"type": "integer", "enum": list(SIZES)},
                description="Only games that so many played; 6 means six or more.",
            ),
            OpenApiParameter("active", bool, description="Only who has played within a year."),
            OpenApiParameter("official", str, description="The day of an official list."),
            OpenApiParameter("cursor", str, description="From `next` or `previous`."),
        ],
        responses=LeaderboardSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Show a page of the leaderboard, over any stretch of time."""
        query = request.query_params
        over, order = query.get("over") or query.get("season"), query.get("order")
        if order is not None and order not in ORDERS:
            raise ValidationError({"order": ", ".join(ORDERS)})
        least = query.get("least", "0")
        if not (least.isascii() and least.isdigit() and len(least) <= len(str(MOST_GAMES))):
            raise ValidationError({"least": "0, 1, 2 ..."})
        size = query.get("size")
        if size is not None and size not in map(str, SIZES):
            raise ValidationError({"size": ", ".join(map(str, SIZES))})
        active = query.get("active", "false")
        if active not in ("true", "false"):
            raise ValidationError({"active": "true, false"})
        asked = LeaderboardQuery(
            over=over,
            order=order,
            page=_cursor_page(request),
            least=int(least),
            is_active=active == "true",
            official=query.get("official"),
            size=int(size or 0),
        )
        leaderboard = leaderboard_asked(self.club(request), asked, self.reader)
        if over is not None and over.removeprefix("season:") != leaderboard.stretch.key:
            raise NotFound
        return Response(LeaderboardSerializer(_plain(leaderboard, request)).data)


def _cursor_page(request: Request) -> int:
    """Return the page a cursor stands for.

    Raises:
        NotFound: the cursor is invalid.
    """
    text = request.query_params.get("cursor", "p1").removeprefix("p")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise NotFound
    return int(text)


def _plain(leaderboard: Leaderboard, request: Request) -> dict[str, Any]:
    here = request.build_absolute_uri()
    after = replace_query_param(here, "cursor", f"p{leaderboard.page + 1}")
    before = replace_query_param(here, "cursor", f"p{leaderboard.page - 1}")
    if leaderboard.page == 2:
        before = remove_query_param(here, "cursor")
    return {
        "club": leaderboard.club.slug,
        "over": leaderboard.stretch.key,
        "season": leaderboard.season.public_id if leaderboard.season else None,
        "official": leaderboard.official.day if leaderboard.official else None,
        "players": leaderboard.players,
        "order": leaderboard.order.value,
        "waiting": waiting_of(leaderboard.club),
        "next": after if leaderboard.has_next else None,
        "previous": before if leaderboard.page > 1 else None,
        "results": [_line(each, leaderboard.club.today) for each in leaderboard.lines],
    }


def _line(standing: Standing, today: datetime.date) -> dict[str, Any]:
    ranked, total = standing.ranked, standing.ranked.total
    return {
        "place": ranked.place,
        "movement": standing.movement,
        "official": standing.official,
        "player": standing.player.public_id,
        "name": standing.player.name,
        "points": total.points,
        "points_per_game": total.average.value,
        "points_per_game_width": total.average.width,
        "points_per_bet": total.per_bet.value,
        "points_per_bet_width": total.per_bet.width,
        "games": total.games,
        "bets": total.bets,
        "games_as": {
            "box": total.as_box,
            "partner": total.as_partner,
            "captain": total.as_captain,
            "crew": total.as_crew,
        },
        "skill": skill_plain(ranked.skill, ranked.stand) if ranked.skill else None,
        "match_rating": match_plain(ranked.match, today) if ranked.match else None,
        "provisional": bool(ranked.missing),
        "missing": list(ranked.missing),
    }


def match_plain(record: Record, today: datetime.date) -> dict[str, Any]:
    """Return a match rating as plain data, with its present deviation."""
    return {
        "rating": record.rating.rating,
        "deviation": record.on(today).deviation,
        "experience": record.rating.experience,
        "matches": record.matches,
        "won": record.won,
        "last_played_on": record.last,
    }


def skill_plain(skill: Skill, stand: Stand | None) -> dict[str, Any]:
    """Return a skill estimate, and how surely its player stands in the list, as plain data."""
    low, high = skill.interval
    return {
        "figure": skill.figure,
        "low": low,
        "high": high,
        "order": skill.lower,
        "games": skill.games,
        "first_place": stand.first if stand else None,
        "last_place": stand.last if stand else None,
        "above_next": stand.above_next if stand else None,
        "wide": bool(stand and stand.is_wide),
        "evenings_to_halve": stand.evenings if stand else None,
    }
