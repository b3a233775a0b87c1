"""The API of a player's record: the rates of their page, each with its interval."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.views.base import Private
from games.boards.selectors.figures import SeasonFigures, figures_of, sees_figures
from games.clubs.selectors.clubs import player_seen
from games.clubs.selectors.players import player_of
from games.errors import NotFound
from games.models import GameScore
from games.permissions import Reader
from tournaments.ladders.api.leaderboards import WaitingSerializer
from tournaments.ladders.selectors.comparing import comparison_get
from tournaments.ladders.selectors.people import BoxTotal, Opponent, Record, record_get
from tournaments.ladders.selectors.waiting import waiting_of
from tournaments.ratings.cubes import CHOICES, DEEDS

HALF: Final = "Half of its 95 % interval, from evening to evening."


class RateSerializer(serializers.Serializer[Any]):
    """A rate, and half of its 95 % interval from evening to evening."""

    value = serializers.IntegerField()
    width = serializers.IntegerField(
        allow_null=True, help_text="Null for fewer than three such evenings."
    )


class RoleTotalSerializer(serializers.Serializer[Any]):
    """Games and points in one role; points are in hundredths, here and below."""

    role = serializers.ChoiceField(GameScore.Role.choices)
    games = serializers.IntegerField()
    points = serializers.IntegerField()
    average = RateSerializer(help_text="Points a game, in hundredths.")


class CubeTotalSerializer(serializers.Serializer[Any]):
    """How often a player did something with a cube, and what those bets brought in the end."""

    deed = serializers.ChoiceField(DEEDS)
    times = serializers.IntegerField(help_text="Bets; one for a stake of two counts as two.")
    points = serializers.IntegerField()
    average = RateSerializer(help_text="Points a bet, in hundredths.")


class AnswerTotalSerializer(serializers.Serializer[Any]):
    """Answers to one kind of double, each against its alternative."""

    choice = serializers.ChoiceField(
        CHOICES, help_text="As box or member, to the first or a later double of a cube."
    )
    takes = serializers.IntegerField()
    take_gain = RateSerializer(
        help_text="What a take brought more than a drop, in hundredths of the cube."
    )
    drops = serializers.IntegerField()
    compared = serializers.IntegerField(
        help_text="Drops of a double that was taken elsewhere at the table."
    )
    drop_gain = RateSerializer(help_text="What these drops brought more than those takes.")


class BoxTotalSerializer(serializers.Serializer[Any]):
    """A player as box against so many, beside all other boxes of the club at such a table."""

    others = serializers.IntegerField(help_text="How many others sat at the table.")
    games = serializers.IntegerField()
    won = RateSerializer(help_text="Games that brought the box points, in per cent.")
    average = RateSerializer(help_text="Points a game, in hundredths.")
    stay = serializers.IntegerField(
        help_text="Games from becoming box until the box was lost, in hundredths."
    )
    stay_width = serializers.IntegerField(allow_null=True, help_text=HALF)
    usual_won = serializers.IntegerField(allow_null=True, help_text="Of the other boxes.")
    usual_won_width = serializers.IntegerField(allow_null=True, help_text=HALF)
    usual_average = serializers.IntegerField(allow_null=True, help_text="Of the other boxes.")
    usual_average_width = serializers.IntegerField(allow_null=True, help_text=HALF)
    usual_stay = serializers.IntegerField(allow_null=True, help_text="Of the other boxes.")
    usual_stay_width = serializers.IntegerField(allow_null=True, help_text=HALF)


class OpponentSerializer(serializers.Serializer[Any]):
    """With whom points changed hands."""

    player = serializers.CharField(allow_null=True, help_text="Null for who is not shown.")
    name = serializers.CharField()
    games = serializers.IntegerField()
    taken = serializers.IntegerField(help_text="Points won from them.")
    given = serializers.IntegerField(help_text="Points lost to them.")
    average = RateSerializer(help_text="The balance a game together, in hundredths.")
    so_far = serializers.BooleanField(help_text="Fewer than 30 games together.")


class JudgedSerializer(serializers.Serializer[Any]):
    """A season's backgammon on the board as an analysis judged it: there positions are known."""

    season = serializers.CharField(
        allow_null=True, help_text="The season's identifier; null outside of all."
    )
    boards = serializers.IntegerField()
    rating = serializers.FloatField(allow_null=True, help_text="PR.")
    rating_low = serializers.FloatField(allow_null=True, help_text="Of its 95 % interval.")
    rating_high = serializers.FloatField(allow_null=True)
    luck = serializers.FloatField(
        help_text="How much better the rolls were than the average of all, in points."
    )


class PlayerRecordSerializer(serializers.Serializer[Any]):
    """A player's record in their club, as their page has it."""

    player = serializers.CharField(help_text="The player's identifier.")
    points = serializers.IntegerField()
    games = serializers.IntegerField()
    bets = serializers.IntegerField(help_text="In hundredths, as partners share a bet.")
    average = RateSerializer(help_text="Points a game, in hundredths.")
    per_bet = RateSerializer(help_text="Points a bet, in hundredths.")
    roles = RoleTotalSerializer(many=True)
    cubes = CubeTotalSerializer(many=True)
    answers = AnswerTotalSerializer(many=True)
    boxes = BoxTotalSerializer(many=True)
    opponents = OpponentSerializer(many=True, help_text="From the best balance to the worst.")
    favourite = OpponentSerializer(
        allow_null=True, help_text="From whom they tend to win most, few games weighing less."
    )
    nemesis = OpponentSerializer(allow_null=True, help_text="To whom they tend to lose most.")
    waiting = WaitingSerializer()
    judged = JudgedSerializer(
        many=True,
        help_text="The latest season first; empty for who may not see how well they play.",
    )


class PlayerRecord(Private):
    """A player's record."""

    @extend_schema(responses=PlayerRecordSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Show what a player won and lost: by role, with cubes, as box, against whom."""
        player, reader = player_seen(public_id, request.user)
        return Response(PlayerRecordSerializer(_plain(record_get(player, reader), reader)).data)


class SharedEveningSerializer(serializers.Serializer[Any]):
    """An evening that both played."""

    session = serializers.CharField(source="session.public_id")
    played_on = serializers.DateField(source="session.played_on")
    points = serializers.IntegerField(source="first", help_text="Of the player, in hundredths.")
    other_points = serializers.IntegerField(source="second", help_text="Of the other.")


class AgainstSerializer(serializers.Serializer[Any]):
    """What happened between two players; their own figures stand in the records of both."""

    player = serializers.CharField()
    other = serializers.CharField()
    between = OpponentSerializer(
        allow_null=True, help_text="Points that went from one to the other; null if none did."
    )
    evenings = serializers.IntegerField(help_text="That both played.")
    ahead = serializers.IntegerField(help_text="Of these, how often the player had more points.")
    behind = serializers.IntegerField()
    matches_won = serializers.IntegerField(help_text="Rated ones, of the other.")
    matches_lost = serializers.IntegerField()
    together = SharedEveningSerializer(many=True, help_text="The latest first, at most twelve.")


class PlayerAgainst(Private):
    """Two players of a club."""

    @extend_schema(responses=AgainstSerializer)
    def get(self, request: Request, public_id: str, other_id: str) -> Response:
        """Compare two players: what one won from the other, evenings, matches."""
        player, reader = player_seen(public_id, request.user)
        other = player_of(player.club, other_id, reader)
        if other == player:
            raise NotFound
        comparison = comparison_get(player, other, reader)
        shown = {
            "player": player.public_id,
            "other": other.public_id,
            "between": _opponent(comparison.between),
            "evenings": comparison.evenings,
            "ahead": comparison.ahead[0],
            "behind": comparison.ahead[1],
            "matches_won": comparison.won[0],
            "matches_lost": comparison.won[1],
            "together": comparison.together,
        }
        return Response(AgainstSerializer(shown).data)


def _plain(record: Record, reader: Reader) -> dict[str, Any]:
    names = ("points", "games", "bets", "average", "per_bet", "roles", "cubes", "answers")
    return {
        "player": record.player.public_id,
        **{name: getattr(record, name) for name in names},
        "boxes": [_box(one) for one in record.boxes],
        "opponents": [_opponent(one) for one in record.opponents],
        "favourite": _opponent(record.favourite),
        "nemesis": _opponent(record.nemesis),
        "waiting": waiting_of(record.player.club),
        "judged": [_judged(one) for one in figures_of(record.player)]
        if sees_figures(record.player, reader)
        else [],
    }


def _judged(season: SeasonFigures) -> dict[str, Any]:
    rating = season.report.rating
    return {
        "season": season.season.public_id if season.season else None,
        "boards": season.boards,
        "rating": rating.value if rating else None,
        "rating_low": rating.low if rating else None,
        "rating_high": rating.high if rating else None,
        "luck": season.report.luck,
    }


def _box(box: BoxTotal) -> dict[str, Any]:
    usual = {
        f"usual_{name}{suffix}": getattr(getattr(box.usual, name), part) if box.usual else None
        for name in ("won", "average", "stay")
        for suffix, part in (("", "value"), ("_width", "width"))
    }
    return {
        "others": box.others,
        "games": box.games,
        "won": box.won,
        "average": box.average,
        "stay": box.stay.value,
        "stay_width": box.stay.width,
        **usual,
    }


def _opponent(opponent: Opponent | None) -> dict[str, Any] | None:
    if opponent is None:
        return None
    return {
        "player": None if opponent.player.is_nameless else opponent.player.public_id,
        "name": opponent.player.name,
        "games": opponent.games,
        "taken": opponent.taken,
        "given": opponent.given,
        "average": opponent.average,
        "so_far": opponent.is_so_far,
    }
