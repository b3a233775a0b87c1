"""A table and a game as the API shows them; stakes only to those they concern."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.record.selectors.questions import OpenQuestion
from games.rules.chouette import Bet, GameResult, Line, Table

Json = dict[str, Any]
HUNDREDTHS = "In hundredths of a point."


class LineSerializer(serializers.Serializer[Json]):
    """Who sits where, by identifier."""

    box = serializers.CharField()
    partner = serializers.CharField(allow_null=True)
    team = serializers.ListField(child=serializers.CharField(), help_text="Captain, then crew.")


class ClosingSerializer(serializers.Serializer[Json]):
    """How a bet was closed."""

    kind = serializers.ChoiceField(["drop", "refusal", "settlement", "points", "board"])
    amount = serializers.IntegerField(help_text=f"Positive: the member won. {HUNDREDTHS}")
    side = serializers.ChoiceField(["box", "team"], help_text="For whom it counts.")


class BetSerializer(serializers.Serializer[Json]):
    """The wager between the box and one member."""

    member = serializers.CharField()
    holder = serializers.CharField(help_text="Who plays it: the member, or who bought it.")
    value = serializers.IntegerField()
    owner = serializers.ChoiceField(["centre", "box", "member"])
    turned = serializers.BooleanField()
    closing = ClosingSerializer(allow_null=True)
    stake = serializers.IntegerField(required=False, help_text="Only for whom it concerns.")


class GameStateSerializer(serializers.Serializer[Json]):
    """The game in progress."""

    number = serializers.IntegerField()
    acting_captain = serializers.CharField()
    bets = BetSerializer(many=True)
    offered_by = serializers.ChoiceField(["box", "team"], allow_null=True)
    waiting_for = serializers.ListField(
        child=serializers.CharField(), help_text="Members whose cube waits for an answer."
    )


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class PointsField(serializers.DictField):
    """Hundredths of a point by player."""


class QuestionSerializer(serializers.Serializer[Json]):
    """The open question, and how many have answered; never their answers."""

    number = serializers.IntegerField(help_text="Never the same twice in a session.")
    kind = serializers.ChoiceField(["offers", "replies", "animals"])
    asked = serializers.ListField(
        child=serializers.CharField(), help_text="The members, or the box."
    )
    spoken = serializers.IntegerField(help_text="How many of them have.")


class TableSerializer(serializers.Serializer[Json]):
    """The current table."""

    phase = serializers.ChoiceField(
        ["order", "between", "opening", "play", "replies", "animals", "extra_reply"]
    )
    line = LineSerializer(allow_null=True, help_text="The game's, else the one proposed next.")
    totals = PointsField(help_text=HUNDREDTHS)
    played = serializers.IntegerField(help_text="How many games have ended.")
    game = GameStateSerializer(allow_null=True)
    question = QuestionSerializer(allow_null=True)


class ResultSerializer(serializers.Serializer[Json]):
    """A finished game."""

    number = serializers.IntegerField()
    line = LineSerializer()
    winner = serializers.ChoiceField(["box", "team"])
    level = serializers.IntegerField(allow_null=True)
    ending = serializers.ChoiceField(["board", "cubes", "points"])
    points = PointsField(help_text=HUNDREDTHS)
    next = serializers.ListField(child=serializers.CharField(), help_text="The line after it.")


def table_state(table: Table, *, with_stakes: bool, question: OpenQuestion | None = None) -> Json:
    """Return a table as `TableSerializer` describes it."""
    game = table.game
    state: Json = {
        "phase": table.phase,
        "line": line_state(table.line) if table.line else None,
        "totals": table.totals,
        "played": table.played,
        "game": None,
        "question": question and _question_state(question),
    }
    if game is not None:
        state["game"] = {
            "number": game.number,
            "acting_captain": game.acting_captain,
            "bets": [_bet_state(bet, with_stakes=with_stakes) for bet in game.bets],
            "offered_by": game.round.by if game.round else None,
            "waiting_for": list(game.round.waiting) if game.round else [],
        }
    return state


def result_state(result: GameResult) -> Json:
    """Return a finished game as `ResultSerializer` describes it."""
    return {
        "number": result.number,
        "line": line_state(result.line),
        "winner": result.winner,
        "level": result.level,
        "ending": result.ending,
        "points": dict(result.points),
        "next": list(result.next_order),
    }


def line_state(line: Line) -> Json:
    """Return a line as `LineSerializer` describes it."""
    return {"box": line.box, "partner": line.partner, "team": list(line.team)}


def _question_state(question: OpenQuestion) -> Json:
    return {
        "number": question.number,
        "kind": question.kind,
        "asked": list(question.asked),
        "spoken": question.spoken,
    }


def _bet_state(bet: Bet, *, with_stakes: bool) -> Json:
    closed = bet.closed
    state: Json = {
        "member": bet.member,
        "holder": bet.holder,
        "value": bet.value,
        "owner": bet.owner,
        "turned": bet.turned,
        "closing": closed and {"kind": closed.kind, "amount": closed.amount, "side": closed.side},
    }
    # The paid amount reveals the stake by division; but so does the score sheet.
    return state | {"stake": bet.stake} if with_stakes else state
