"""The API of a player's ratings: skill, and rated matches with what each changed."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from games.clubs.selectors.clubs import player_seen
from games.rules.online import GAME_TYPES
from tournaments.ladders.api.leaderboards import (
    MatchRatingSerializer,
    SkillSerializer,
    WaitingSerializer,
    match_plain,
    skill_plain,
)
from tournaments.ladders.selectors.game_ratings import OwnGame, own_games
from tournaments.ladders.selectors.match_ratings import RatedMatch, rated_matches_of
from tournaments.ladders.selectors.ratings import Evening, rating_explained
from tournaments.ladders.selectors.skills import Known, ratings_of
from tournaments.ladders.selectors.waiting import waiting_of

GAMES: Final = list(GAME_TYPES)


class RatedMatchSerializer(serializers.Serializer[Any]):
    """A rated match as the player saw it."""

    match = serializers.CharField(help_text="The match's identifier.")
    played_on = serializers.DateField()
    opponent = serializers.CharField(
        allow_null=True, help_text="The opponent's identifier; null for who is not shown."
    )
    opponent_name = serializers.CharField()
    length = serializers.IntegerField()
    won = serializers.BooleanField()
    points = serializers.IntegerField()
    opponent_points = serializers.IntegerField()
    chance = serializers.FloatField(help_text="To win, as it was before the match: 0 to 1.")
    before = serializers.FloatField(help_text="The rating before the match.")
    after = serializers.FloatField()
    deviation = serializers.FloatField(help_text="After the match, likewise.")


class GameRatingSerializer(serializers.Serializer[Any]):
    """What a player has played of one game at boards of two."""

    game = serializers.CharField(help_text=f"{', '.join(GAMES[:-1])} or {GAMES[-1]}.")
    rating = serializers.FloatField(
        allow_null=True,
        help_text="Elo; null without a rated game, and at backgammon: see match_rating.",
    )
    rated_games = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="Too few rated games for a place.")
    won = serializers.IntegerField(help_text="At boards, against people; a match counts once.")
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class PlayerRatingsSerializer(serializers.Serializer[Any]):
    """What is known of a player."""

    player = serializers.CharField(help_text="The player's identifier.")
    skill = SkillSerializer(allow_null=True, help_text="In chouettes; null where not estimated.")
    match_rating = MatchRatingSerializer(
        allow_null=True, help_text="Null for who has played no rated match."
    )
    matches = RatedMatchSerializer(many=True, help_text="The latest rated ones, latest first.")
    games = GameRatingSerializer(many=True, help_text="By game, where any was played.")
    waiting = WaitingSerializer()


class PlayerEveningSerializer(serializers.Serializer[Any]):
    """What an evening brought beside what the figures of today make one expect.

    Points are in hundredths, those of the bets with the box for a stake of one. What is beyond is
    luck and skill together: at a real board nobody knows the positions.
    """

    session = serializers.CharField(help_text="The session's identifier.")
    played_on = serializers.DateField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    expected = serializers.IntegerField()
    beyond = serializers.IntegerField(help_text="Won less expected.")
    width = serializers.IntegerField(
        help_text="How far dice alone take it, up or down, in 19 of 20 such evenings."
    )
    adds = serializers.FloatField(help_text="What the evening adds to their skill today.")


class PlayerEveningsSerializer(serializers.Serializer[Any]):
    """What a player's skill is made of: 1500, older evenings, and the latest, one by one."""

    player = serializers.CharField(help_text="The player's identifier.")
    older = serializers.FloatField(help_text="What all evenings before these add.")
    evenings = PlayerEveningSerializer(many=True, help_text="The latest ones, latest first.")
    waiting = WaitingSerializer()


class PlayerEvenings(Private):
    """A player's latest evenings."""

    @extend_schema(responses=PlayerEveningsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show what their latest evenings brought, beside what was to be expected."""
        player, _reader = player_seen(public_id, request.user)
        found = rating_explained(player)
        plain = {
            "player": player.public_id,
            "older": found.older,
            "evenings": [_evening(one) for one in found.evenings],
            "waiting": waiting_of(player.club),
        }
        return Response(PlayerEveningsSerializer(plain).data)


def _evening(evening: Evening) -> dict[str, Any]:
    return {
        "session": evening.session.public_id,
        "played_on": evening.session.played_on,
        "games": len(evening.games),
        "won": round(100 * evening.won),
        "expected": round(100 * evening.expected),
        "beyond": round(100 * evening.beyond),
        "width": round(100 * evening.width),
        "adds": evening.adds,
    }


class PlayerRatings(Private):
    """A player's ratings."""

    @extend_schema(responses=PlayerRatingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show a player's skill, their match rating and latest rated matches."""
        player, reader = player_seen(public_id, request.user)
        known = ratings_of(player.club_id, players=[player.pk]).get(player.pk) or Known()
        found = {
            "player": player.public_id,
            "skill": skill_plain(known.skill, known.stand) if known.skill else None,
            "match_rating": match_plain(known.match, player.club.today) if known.match else None,
            "matches": [_plain(one) for one in rated_matches_of(player, reader)]
            if known.match
            else [],
            "games": [_of_game(one) for one in own_games(player)],
            "waiting": waiting_of(player.club),
        }
        return Response(PlayerRatingsSerializer(found).data)


def _of_game(game: OwnGame) -> dict[str, Any]:
    played, rated = game.played, game.rated
    return {
        "game": game.game,
        "rating": None if rated is None else rated.rating,
        "rated_games": 0 if rated is None else rated.games,
        "provisional": rated is None or rated.is_provisional,
        "won": played.won,
        "drawn": played.drawn,
        "lost": played.lost,
    }


def _plain(rated: RatedMatch) -> dict[str, Any]:
    return {
        "match": rated.public_id,
        "played_on": rated.played_on,
        "opponent": None if rated.opponent.is_nameless else rated.opponent.public_id,
        "opponent_name": rated.opponent.name,
        "length": rated.length,
        "won": rated.won,
        "points": rated.own_points,
        "opponent_points": rated.other_points,
        "chance": rated.expected,
        "before": rated.before,
        "after": rated.after,
        "deviation": rated.deviation,
    }
