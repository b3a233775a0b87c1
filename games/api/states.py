"""A table and a game as the API shows them; stakes only to those they concern.

The serializers read the values of the rules; `seen_by` makes the context in which they do.
"""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Session
from games.permissions import Reader
from games.record.selectors.questions import question_of
from games.record.values import OpenQuestion
from games.rules.chouette import Bet, Closing, Game, GameResult, Line, Table

Json = dict[str, Any]
HUNDREDTHS = "In hundredths of a point."


class LineSerializer(serializers.Serializer[Line]):
    """Who sits where, by identifier."""

    box = serializers.CharField()
    partner = serializers.CharField(allow_null=True)
    team = serializers.ListField(child=serializers.CharField(), help_text="Captain, then crew.")


class ClosingSerializer(serializers.Serializer[Closing]):
    """How a bet was closed."""

    kind = serializers.ChoiceField(["drop", "refusal", "settlement", "points", "board"])
    amount = serializers.IntegerField(help_text=f"Positive: the member won. {HUNDREDTHS}")
    side = serializers.ChoiceField(["box", "team"], help_text="For whom it counts.")


class BetSerializer(serializers.Serializer[Bet]):
    """The wager between the box and one member."""

    member = serializers.CharField()
    holder = serializers.CharField(help_text="Who plays it: the member, or who bought it.")
    value = serializers.IntegerField()
    owner = serializers.ChoiceField(["centre", "box", "member"])
    turned = serializers.BooleanField()
    closing = ClosingSerializer(source="closed", allow_null=True)
    stake = serializers.IntegerField(required=False, help_text="Only for whom it concerns.")

    def to_representation(self, bet: Bet) -> Json:
        """Leave the stake out for others."""
        shown = super().to_representation(bet)
        # The paid amount reveals the stake by division; but so does the score sheet.
        return shown if self.context.get("with_stakes") else _without(shown, "stake")


class GameStateSerializer(serializers.Serializer[Game]):
    """The game in progress."""

    number = serializers.IntegerField()
    acting_captain = serializers.CharField()
    bets = BetSerializer(many=True)
    offered_by = serializers.ChoiceField(["box", "team"], source="round.by", allow_null=True)
    waiting_for = serializers.SerializerMethodField(
        help_text="Members whose cube waits for an answer."
    )

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_waiting_for(self, game: Game) -> list[str]:
        return list(game.round.waiting) if game.round else []


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class PointsField(serializers.DictField):
    """Hundredths of a point by player."""


class QuestionSerializer(serializers.Serializer[OpenQuestion]):
    """The open question, and how many have answered; never their answers."""

    number = serializers.IntegerField(help_text="Never the same twice in a session.")
    kind = serializers.ChoiceField(["offers", "replies", "animals"])
    asked = serializers.ListField(
        child=serializers.CharField(), help_text="The members, or the box."
    )
    spoken = serializers.IntegerField(help_text="How many of them have.")


class TableSerializer(serializers.Serializer[Table]):
    """The current table."""

    phase = serializers.ChoiceField(
        ["order", "between", "opening", "play", "replies", "animals", "extra_reply"]
    )
    line = LineSerializer(allow_null=True, help_text="The game's, else the one proposed next.")
    totals = PointsField(help_text=HUNDREDTHS)
    played = serializers.IntegerField(help_text="How many games have ended.")
    game = GameStateSerializer(allow_null=True)
    question = serializers.SerializerMethodField()

    @extend_schema_field(QuestionSerializer(allow_null=True))
    def get_question(self, table: Table) -> Json | None:
        found: OpenQuestion | None = self.context.get("question")
        return dict(QuestionSerializer(found).data) if found else None


class ResultSerializer(serializers.Serializer[GameResult]):
    """A finished game."""

    number = serializers.IntegerField()
    line = LineSerializer()
    winner = serializers.ChoiceField(["box", "team"])
    level = serializers.IntegerField(allow_null=True)
    ending = serializers.ChoiceField(["board", "cubes", "points"])
    points = PointsField(help_text=HUNDREDTHS)
    next = serializers.ListField(
        child=serializers.CharField(), source="next_order", help_text="The line after it."
    )


def seen_by(reader: Reader, session: Session, table: Table | None) -> Json:
    """Return the context in which `TableSerializer` shows this table of a session to a reader.

    Without a table no question is open: it has moved on since.
    """
    return {
        "with_stakes": reader.sees_money_of(session),
        "question": table and question_of(session, table),
    }


def _without(shown: Json, name: str) -> Json:
    return {one: value for one, value in shown.items() if one != name}
