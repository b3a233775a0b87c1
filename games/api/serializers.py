"""The requests of the API, checked for form; services decide what is allowed."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.chouetteboards.services.following import BANKS
from games.clubs.services.groups import LONGEST_NAME as LONGEST_GROUP_NAME
from games.decisions.services.decisions import LONGEST_REASON
from games.decisions.services.sheet_reading import LONGEST_CELL, MOST_ROWS
from games.eventlog.keys import LONGEST_KEY
from games.record.log.projections import LARGEST as LARGEST_POINTS
from games.record.log.projections import LARGEST_STAKE, MOST_PLAYERS
from games.record.services.actions import MOST_ACTIONS, MOST_STEPS
from games.sessions.services.sessions import FEWEST_PLAYERS

Json = dict[str, Any]
LARGEST_NUMBER = 2**31 - 1
LONGEST_FILE = 2_000_000
KEY = r"^[!-~]([ -~]*[!-~])?$"


def whole(data: Any) -> Any:
    """Return JSON data with integers for whole numbers: in JSON, 3.0 and 3 are the same."""
    if isinstance(data, float) and data.is_integer():
        return int(data)
    if isinstance(data, list):
        return [whole(one) for one in data]
    return {key: whole(one) for key, one in data.items()} if isinstance(data, dict) else data


class Strict(serializers.Field[Any, Any, Any, Any]):
    """Accepts only its JSON type: "5" is not a number, and 5 is not a text."""

    kind: type[Any]

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not self.kind:
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeNumber(Strict, serializers.IntegerField):
    """A whole number; 3.0 is accepted."""

    kind = int

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(whole(data))


class YesOrNo(Strict, serializers.BooleanField):
    """True or false."""

    kind = bool


class Pattern(Strict, serializers.RegexField):
    """A text that matches a pattern."""

    kind = str


@extend_schema_field({"type": "string", "pattern": r"^[^\x00]*$"})
class TextField(Strict, serializers.CharField):
    """A text as people type it; services trim it, and refuse a missing one."""

    kind = str

    def __init__(self, **rules: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **rules)


@extend_schema_field(
    {"type": "string", "format": "date", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
)
class DayField(serializers.DateField):
    """A day as 2026-11-21; with a pattern for programs that ignore `format`."""


@extend_schema_field({"type": "string", "maxLength": 16, "pattern": r"^[^\x00]*$"})
class IdField(TextField):
    """An identifier; an invalid one is refused like one of another club."""

    def __init__(self, **rules: Any) -> None:
        super().__init__(max_length=16, **rules)


class GroupPlayersField(serializers.ListField):
    """The players of a group."""

    def __init__(self, **rules: Any) -> None:
        super().__init__(
            child=IdField(),
            max_length=MOST_PLAYERS,
            help_text="Identifiers of players of the club.",
            **rules,
        )


@extend_schema_field({"$ref": "#/components/schemas/Action"})
class ActionField(serializers.DictField):
    """An action of the rules."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the action for the rules, which do not accept 3.0 for 3."""
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
    """The value of one point, shown only to those it concerns."""

    amount = serializers.DecimalField(10, 2, min_value=0)
    currency = serializers.CharField(max_length=12, min_length=1)


class NewMoneySerializer(serializers.Serializer[Json]):
    """The value of one point."""

    amount = Pattern(
        r"^[0-9]{1,8}(\.[0-9]{1,2})?$", help_text="Such as 0.50; a text, to stay exact."
    )
    currency = TextField(max_length=12, help_text="Such as EUR.")


class NewSessionSerializer(serializers.Serializer[Json]):
    """A session to create."""

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
    on_board = YesOrNo(
        default=False,
        help_text="The first game is played on the board; then replies are always hidden.",
    )


class SessionChangeSerializer(serializers.Serializer[Json]):
    """A session's title, date, place and season, and what a point is worth."""

    title = TextField(max_length=120, required=False)
    place = TextField(max_length=120, required=False)
    played_on = DayField(required=False)
    season = IdField(required=False, allow_null=True, help_text="Null for none.")
    money = NewMoneySerializer(
        required=False,
        allow_null=True,
        help_text="Null for points. Refused while a payment of the session is ticked off.",
    )


class SessionBoardSerializer(serializers.Serializer[Json]):
    """Where the games of a session are played, from the next one on."""

    on_board = YesOrNo(help_text="On the board; then replies are always hidden.")
    minutes = serializers.ChoiceField(
        BANKS, default=0, help_text="The bank of each side for a game; 0 without a clock."
    )


class RequestSerializer(serializers.Serializer[Json]):
    """The fields of every change of a session."""

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


class ReasonSerializer(serializers.Serializer[Json]):
    """The fields of every decision of an organizer."""

    reason = TextField(
        max_length=LONGEST_REASON,
        default="",
        help_text="Why; it is kept with who decided. Needed unless it is a dry run.",
    )
    dry_run = YesOrNo(default=False, help_text="Only say what would change.")


class MergeSerializer(ReasonSerializer):
    """The player that another one is."""

    into = IdField(help_text="Another player of the club: stays, under their name.")


class VoidSerializer(RequestSerializer):
    """Declaring a session void."""

    reason = TextField(
        required=False,
        max_length=LONGEST_REASON,
        help_text="Why; if given, it is kept with who decided.",
    )


class SessionReasonSerializer(ReasonSerializer):
    """A decision about a session, or about one of its games."""

    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="The version of the session that the sender saw; an older one is refused. Needed "
        "unless If-Match names it, or it is a dry run.",
    )


class GameMoveSerializer(SessionReasonSerializer):
    """The evening that a game belongs to."""

    into = IdField(help_text="Another session of the club: not void, and its season open.")


class SeasonMoveSerializer(SessionReasonSerializer):
    """The season that a session belongs to."""

    season = IdField(allow_null=True, help_text="Null for none.")


class OverSerializer(RequestSerializer):
    """A change that may override answers to the open question."""

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
    """New actions for a finished game."""

    actions = serializers.ListField(
        child=ActionField(), min_length=1, max_length=MOST_ACTIONS, help_text="One step."
    )
    game = WholeNumber(min_value=1, max_value=LARGEST_NUMBER)


class StepsSerializer(OverSerializer):
    """The number of steps to undo or redo."""

    steps = WholeNumber(default=1, min_value=1, max_value=MOST_STEPS)


class SpokenSerializer(serializers.Serializer[Json]):
    """An answer to a question, which has the question's number instead of a version."""

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


WORDS: Final = (
    *("double", "hold"),
    *("take", "drop", "beaver", "sell"),
    *("accept", "refuse", "raccoon"),
)
OTHERS_WORDS: Final = ("take", "drop", "beaver", "accept", "refuse", "raccoon")


class DeclarationSerializer(SpokenSerializer):
    """An answer for a player's cube."""

    player = IdField(help_text="Whose cube: one's own, or that of somebody one speaks for.")
    word = serializers.ChoiceField(
        WORDS,
        help_text="To a round of offers, to the box's offers, to its animals. A double opens a "
        "round where none is open.",
    )


class OthersSerializer(SpokenSerializer):
    """One answer for all who have said nothing."""

    word = serializers.ChoiceField(
        OTHERS_WORDS,
        help_text="To the box's offers, to its animals.",
    )
    also = serializers.ListField(
        child=IdField(),
        default=list,
        max_length=MOST_PLAYERS,
        help_text="Who is answered for although their own phone is at the table.",
    )


class HoldingSerializer(SpokenSerializer):
    """Whether a player's cube holds until something else is said."""

    player = IdField(help_text="Whose cube: one's own, or that of somebody one speaks for.")
    stands = YesOrNo(
        help_text="True: it holds in every round of doubles of this game, on a board. A double, an "
        "accepted cube of that player, or false here ends that."
    )


class NewPlayerSerializer(serializers.Serializer[Json]):
    """A new player."""

    name = TextField(max_length=60)


class PlayerChangeSerializer(serializers.Serializer[Json]):
    """A new name; whether the player is active."""

    name = TextField(max_length=60, required=False)
    is_active = YesOrNo(required=False)


class NewGroupSerializer(serializers.Serializer[Json]):
    """A group to save; one of the same name is replaced."""

    name = TextField(max_length=LONGEST_GROUP_NAME)
    players = GroupPlayersField()


class GroupChangeSerializer(serializers.Serializer[Json]):
    """A new name of a group, other players, or both."""

    name = TextField(max_length=LONGEST_GROUP_NAME, required=False)
    players = GroupPlayersField(required=False)


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


class SheetRowSerializer(serializers.Serializer[Json]):
    """A game on a paper sheet."""

    cells = serializers.ListField(
        child=TextField(max_length=100),
        max_length=MOST_PLAYERS,
        help_text="One for each player: a letter and points, such as `b 6` for the box, `c -2` for "
        "the captain, `p 3` for the box's partner, `-2` for the crew; blank for who sat out.",
    )
    statements = TextField(
        default="",
        max_length=LONGEST_CELL,
        help_text="What happened, in the notation, if the paper has it; else only points count.",
    )


class PaperSheetSerializer(serializers.Serializer[Json]):
    """An evening from a paper sheet."""

    players = serializers.ListField(
        child=TextField(max_length=60),
        min_length=FEWEST_PLAYERS,
        max_length=MOST_PLAYERS,
        help_text="Names, as the columns are headed.",
    )
    games = serializers.ListField(
        child=SheetRowSerializer(), max_length=MOST_ROWS, help_text="A row for each game."
    )
    stakes = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=LARGEST_STAKE),
        default=list,
        max_length=MOST_PLAYERS,
        help_text="Multiples, one for each player; 1 for all if left out.",
    )
    money = NewMoneySerializer(
        required=False,
        allow_null=True,
        help_text="What a point is worth: as in the club if left out, null for points.",
    )
    rules = TextField(
        default="", max_length=1000, help_text="As in a score file; the club's own if left out."
    )
    title = TextField(default="", max_length=120)
    place = TextField(default="", max_length=120)
    played_on = DayField(allow_null=True, default=None, help_text="Today if missing.")
    add_players = YesOrNo(default=False, help_text="Add players who are not in the club yet.")
    dry_run = YesOrNo(default=False, help_text="Only say what would be entered.")


class EveningSerializer(serializers.Serializer[Json]):
    """An evening by totals."""

    totals = serializers.DictField(
        child=WholeNumber(min_value=-LARGEST_POINTS, max_value=LARGEST_POINTS),
        help_text="Everybody's points in hundredths, by the player's identifier.",
    )
    played_on = DayField(allow_null=True, default=None, help_text="Today if missing.")
    title = TextField(default="", max_length=120)
    place = TextField(default="", max_length=120)
    settled = YesOrNo(default=True, help_text="All is paid: it makes no debts.")
    as_it_is = YesOrNo(default=False, help_text="Also where the points do not sum to zero.")


class LeaverPaidSerializer(serializers.Serializer[Json]):
    """What somebody who has left a running session paid, or was paid."""

    player = TextField(max_length=16, help_text="Who has left.")
    other = TextField(max_length=16, help_text="With whom they settled it.")
    amount = Pattern(
        r"^[0-9]{1,12}(\.[0-9]{1,3})?$",
        help_text="At most what is open for the player; a text, to stay exact.",
    )


class ImportSerializer(serializers.Serializer[Json]):
    """A score file."""

    text = TextField(max_length=LONGEST_FILE, help_text="An evening in the score notation.")
    end = YesOrNo(default=True, help_text="End the session, and settle up.")
