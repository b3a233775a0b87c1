"""The answers of the API about matches: sides, result, score, clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers

from games.models import Player
from games.permissions import Capability
from games.rules.backgammon.match_log import MatchLog
from games.rules.backgammon.match_score import Cube
from games.rules.online import GAME_TYPES
from tournaments.models import (
    Match,
)
from tournaments.record.services.access import side_of
from tournaments.results.selectors.versions import versions_of
from tournaments.results.services.match_scores import log_of

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema
from tournaments.api.fields import PairField, PeopleSerializer, PlayedField

Json = dict[str, Any]


class SideSerializer(serializers.Serializer[Json]):
    """A side of a match."""

    player = serializers.CharField(allow_null=True, help_text="Null for who is not shown.")
    name = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="Of the entry.")


class SidesField(serializers.ListField):
    """Both sides of a match."""


class SidesSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Adds to the schema of a list that one side may be null."""

    target_class = SidesField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Json:
        side = auto_schema.resolve_serializer(SideSerializer, direction).ref
        return {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"oneOf": [side, {"type": "null"}]},
        }


class MatchSerializer(PeopleSerializer, serializers.Serializer[Any]):
    """A match of two players. Sides are 0 and 1, points are those of side 0 first."""

    id = serializers.CharField(source="public_id")
    event = serializers.CharField(source="round.division.event.public_id", allow_null=True)
    division = serializers.CharField(source="round.division.public_id", allow_null=True)
    round = serializers.CharField(source="round.public_id", allow_null=True)
    round_number = serializers.IntegerField(source="round.number", allow_null=True)
    game = serializers.CharField(help_text=", ".join(GAME_TYPES))
    node = serializers.CharField(allow_blank=True, help_text="Its place in the bracket or group.")
    table = serializers.IntegerField(source="board", allow_null=True)
    sides = serializers.SerializerMethodField(help_text="Null: not known yet; in a bye, nobody.")
    length = serializers.IntegerField(allow_null=True, help_text="Null: the clock ends it.")
    played_on = serializers.DateField()
    state = serializers.CharField(help_text=", ".join(Match.State.values))
    outcome = serializers.CharField(allow_blank=True, help_text=", ".join(Match.Outcome.values))
    points = PairField("first_points", "second_points")
    penalties = PairField("first_penalty", "second_penalty")
    winner = serializers.IntegerField(
        allow_null=True, help_text="A side; null after a draw, which counts half a point for each."
    )
    goes_on = serializers.IntegerField(
        allow_null=True,
        help_text="In a bracket the side that stays in without having won: what was played since "
        "stands.",
    )
    reported_by = serializers.IntegerField(allow_null=True, help_text="A side.")
    reason = serializers.CharField(allow_blank=True)
    is_rated = serializers.BooleanField()
    unrated_reason = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField()

    @extend_schema_field(SidesField(child=SideSerializer(allow_null=True)))
    def get_sides(self, match: Match) -> list[Json | None]:
        return [self._side(match, name) for name in ("first", "second")]

    def _side(self, match: Match, name: str) -> Json | None:
        pk, people = getattr(match, f"{name}_id"), self._people
        if pk is None:
            return None
        entry = people.entries.get(pk)
        player: Player = getattr(match, name) if entry is None else entry.player
        return {
            "player": people.known_id(player),
            "name": people.person(player).name,
            "number": None if entry is None else entry.number,
        }


class CubeSerializer(serializers.Serializer[Cube]):
    """The cube of the game in progress."""

    value = serializers.IntegerField()
    owner = serializers.IntegerField(allow_null=True, help_text="A side; null: in the middle.")
    doubler = serializers.IntegerField(
        allow_null=True, help_text="The side that has doubled and waits for an answer."
    )


class ScoreSerializer(serializers.Serializer[MatchLog]):
    """The score at the board."""

    events = serializers.ListField(child=PlayedField(), help_text="As `play` takes them.")
    cube = CubeSerializer(source="score.cube")
    is_crawford = serializers.BooleanField(
        source="score.is_crawford", help_text="Of the game in progress."
    )
    needs = serializers.ListField(
        child=serializers.IntegerField(),
        source="score.needs",
        allow_null=True,
        help_text="Points that are missing.",
    )


class ControlSerializer(serializers.Serializer[Json]):
    """The time of each side of a clock, in milliseconds."""

    reserve = serializers.IntegerField()
    delay = serializers.IntegerField()
    mode = serializers.CharField(help_text="simple, bronstein, increment")

    def to_representation(self, kept: Any) -> Json:
        """Name what a match keeps as a list."""
        return dict(zip(self.fields, kept, strict=True))


class ClockSerializer(serializers.Serializer[Json]):
    """The clock of a match at its last change; times in milliseconds since 1970."""

    control = ControlSerializer()
    left = serializers.ListField(child=serializers.IntegerField())
    turn = serializers.IntegerField(allow_null=True, help_text="A side.")
    since = serializers.IntegerField(allow_null=True, help_text="Null: it stands still.")
    spent = serializers.IntegerField(help_text="What the turn had used before a pause.")


class ReportSerializer(serializers.Serializer[Any]):
    """What a side says of a result that is not confirmed."""

    side = serializers.IntegerField()
    points = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Those of side 0 first; null: only that the other's result is wrong.",
    )
    at = serializers.DateTimeField(source="step.created_at")


class MatchDetailSerializer(MatchSerializer):
    """A match with its score, its clock, and the reader's role in it."""

    club = serializers.CharField(source="club.slug")
    reports = serializers.SerializerMethodField(
        help_text="Of a reported or disputed result; both where the two contradict each other."
    )
    score = serializers.SerializerMethodField()
    clock = ClockSerializer(allow_null=True)
    own_side = serializers.SerializerMethodField()
    may_direct = serializers.SerializerMethodField()

    @extend_schema_field(ReportSerializer(many=True))
    def get_reports(self, match: Match) -> Any:
        return ReportSerializer([one for one in versions_of(match) if one], many=True).data

    @extend_schema_field(ScoreSerializer)
    def get_score(self, match: Match) -> Any:
        return ScoreSerializer(log_of(match)).data

    def get_own_side(self, match: Match) -> int | None:
        user = self._people.reader.user
        return None if user is None else side_of(user, match)

    def get_may_direct(self, match: Match) -> bool:
        return self._people.reader.may(Capability.DIRECT)
