"""What the interface takes, checked for shape; what is allowed, services decide."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.record.log.projections import LARGEST_STAKE, MOST_PLAYERS
from games.record.log.writing import LONGEST_KEY
from games.record.services.actions import MOST_ACTIONS, MOST_STEPS
from games.sessions.services.sessions import FEWEST_PLAYERS

Json = dict[str, Any]
LARGEST_NUMBER = 2**31 - 1
LONGEST_FILE = 2_000_000
KEY = r"^[!-~]([ -~]*[!-~])?$"


def whole(data: Any) -> Any:
    """Return JSON data with whole numbers as such: to JSON, 3.0 and 3 are the same."""
    if isinstance(data, float) and data.is_integer():
        return int(data)
    if isinstance(data, list):
        return [whole(one) for one in data]
    return {key: whole(one) for key, one in data.items()} if isinstance(data, dict) else data


class Strict(serializers.Field[Any, Any, Any, Any]):
    """Takes a value of its JSON type only: "5" is no number, and 5 no text."""

    kind: type[Any]

    def to_internal_value(self, data: Any) -> Any:
        """Return the value, if it has the type."""
        if type(data) is not self.kind:
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeNumber(Strict, serializers.IntegerField):
    """A whole number; 3.0 is one, too."""

    kind = int

    def to_internal_value(self, data: Any) -> Any:
        """Return the value, if it is a whole number."""
        return super().to_internal_value(whole(data))


class YesOrNo(Strict, serializers.BooleanField):
    """True or false."""

    kind = bool


class Pattern(Strict, serializers.RegexField):
    """A text of a certain form."""

    kind = str


@extend_schema_field({"type": "string", "pattern": r"^[^\x00]*$"})
class TextField(Strict, serializers.CharField):
    """A text as people type it; services trim it, and refuse what is missing."""

    kind = str

    def __init__(self, **rules: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **rules)


@extend_schema_field(
    {"type": "string", "format": "date", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
)
class DayField(serializers.DateField):
    """A day as 2026-11-21; the pattern says so to programs that take a format for a remark."""


@extend_schema_field({"type": "string", "maxLength": 16, "pattern": r"^[^\x00]*$"})
class IdField(TextField):
    """An identifier; one that was made up is refused like one of another club."""

    def __init__(self, **rules: Any) -> None:
        super().__init__(max_length=16, **rules)


@extend_schema_field({"$ref": "#/components/schemas/Action"})
class ActionField(serializers.DictField):
    """An action of the rules."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the action as the rules read it; they take no 3.0 for a 3."""
        return super().to_internal_value(whole(data))


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": LARGEST_STAKE},
        "propertyNames": {"maxLength": 16, "pattern": r"^[^\x00]*$"},
    }
)
class StakesField(serializers.DictField):
    """Multiples by player."""


class MoneySerializer(serializers.Serializer[Json]):
    """What one point is worth; only for those it concerns."""

    amount = serializers.DecimalField(10, 2, min_value=0)
    currency = serializers.CharField(max_length=12, min_length=1)


class NewMoneySerializer(serializers.Serializer[Json]):
    """What one point is worth."""

    amount = Pattern(
        r"^[0-9]{1,8}(\.[0-9]{1,2})?$", help_text="Such as 0.50; a text, to stay exact."
    )
    currency = TextField(max_length=12, help_text="Such as EUR.")


class NewSessionSerializer(serializers.Serializer[Json]):
    """A session to set up."""

    club = TextField(max_length=60, help_text="The club's short name.")
    players = serializers.ListField(
        child=IdField(),
        min_length=FEWEST_PLAYERS,
        max_length=MOST_PLAYERS,
        help_text="Identifiers of players of the club, in order of seating.",
    )
    rules = TextField(
        default="",
        max_length=1000,
        help_text="A preset, then options, as in the notation; the club's own if left out.",
    )
    stakes = StakesField(
        child=WholeNumber(min_value=1, max_value=LARGEST_STAKE),
        required=False,
        help_text="Multiples by player.",
    )
    money = NewMoneySerializer(allow_null=True, default=None)
    title = TextField(default="", max_length=120)
    place = TextField(default="", max_length=120)
    played_on = DayField(allow_null=True, default=None, help_text="Today if missing.")
    replies_hidden = YesOrNo(
        allow_null=True,
        default=None,
        help_text="Replies stay hidden until all are in; as the club does if missing.",
    )


class SessionChangeSerializer(serializers.Serializer[Json]):
    """What a session is called, and when, where and in which season it took place."""

    title = TextField(max_length=120, required=False)
    place = TextField(max_length=120, required=False)
    played_on = DayField(required=False)
    season = IdField(required=False, allow_null=True, help_text="Null for none.")


class RequestSerializer(serializers.Serializer[Json]):
    """What every change of a session comes with."""

    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="The version that the sender saw; an older one is refused. Needed unless "
        "If-Match names it.",
    )
    key = Pattern(
        KEY,
        required=False,
        max_length=LONGEST_KEY,
        trim_whitespace=False,
        help_text="Made by the client, new for everything new. The same request with the same key "
        "is written once, and given the first answer again. Needed unless Idempotency-Key "
        "gives it.",
    )


class OverSerializer(RequestSerializer):
    """A change that may be written over answers to the open question."""

    over = WholeNumber(
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="The number of the open question: what others have answered to it in secret is "
        "overridden. Without it that is refused with `answers_given`.",
    )


class ActionsSerializer(OverSerializer):
    """Actions that are written together, and undone together."""

    actions = serializers.ListField(
        child=ActionField(), min_length=1, max_length=MOST_ACTIONS, help_text="One step."
    )


class AmendSerializer(RequestSerializer):
    """Other actions for a finished game."""

    actions = serializers.ListField(
        child=ActionField(), min_length=1, max_length=MOST_ACTIONS, help_text="One step."
    )
    game = WholeNumber(min_value=1, max_value=LARGEST_NUMBER)


class StepsSerializer(OverSerializer):
    """How many steps to go back, or forth again."""

    steps = WholeNumber(default=1, min_value=1, max_value=MOST_STEPS)


class SpokenSerializer(serializers.Serializer[Json]):
    """What is said to a question: it goes by the question's number, not by the version."""

    question = WholeNumber(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="The number of the open question; one that is closed is refused. Null: "
        "whatever is open.",
    )
    key = Pattern(
        KEY,
        required=False,
        max_length=LONGEST_KEY,
        trim_whitespace=False,
        help_text="As with every change; needed unless Idempotency-Key gives it.",
    )


class DeclarationSerializer(SpokenSerializer):
    """A word for a player's cube."""

    player = IdField(help_text="Whose cube: one's own, or that of somebody one speaks for.")
    word = serializers.ChoiceField(
        [
            *("double", "hold"),
            *("take", "drop", "beaver", "sell"),
            *("accept", "refuse", "raccoon"),
        ],
        help_text="To a round of offers, to the box's offers, to its animals. A double opens a "
        "round where none is open.",
    )


class NewPlayerSerializer(serializers.Serializer[Json]):
    """Somebody new."""

    name = TextField(max_length=60)


class PlayerChangeSerializer(serializers.Serializer[Json]):
    """Another name; off the lists that one chooses from, or on them again."""

    name = TextField(max_length=60, required=False)
    is_active = YesOrNo(required=False)


class NewSeasonSerializer(serializers.Serializer[Json]):
    """A season to add."""

    name = TextField(max_length=80)
    starts_on = DayField()
    ends_on = DayField()


class NewNoteSerializer(serializers.Serializer[Json]):
    """A remark on a game."""

    game = WholeNumber(min_value=1, max_value=LARGEST_NUMBER)
    text = TextField(max_length=1000)
    is_dispute = YesOrNo(default=False)


class ResolutionSerializer(serializers.Serializer[Json]):
    """How a dispute was decided."""

    resolution = TextField(max_length=1000, default="")


class ImportSerializer(serializers.Serializer[Json]):
    """A score file."""

    text = TextField(max_length=LONGEST_FILE, help_text="An evening in the score notation.")
    end = YesOrNo(default=True, help_text="End the session, and settle up.")
