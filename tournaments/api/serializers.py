"""The requests of the API of events, checked for form; services decide what is allowed."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import (
    KEY,
    LARGEST_NUMBER,
    LONGEST_FILE,
    DayField,
    IdField,
    Pattern,
    TextField,
    WholeNumber,
    YesOrNo,
    whole,
)
from games.eventlog.keys import LONGEST_KEY
from games.models import games_offered
from games.rules.backgammon.match_score import LONGEST, LONGEST_REASON, MOST_POINTS
from tournaments.events.services.entering import MOST_ENTRIES
from tournaments.formats import FORMATS
from tournaments.models import Division, Event

Json = dict[str, Any]
SMALL: Final = 32_767
"""The largest number that a small column holds."""
MOST_DIVISIONS: Final = 20
MOST_AT_ONCE: Final = 200
AMOUNT = r"^[0-9]{1,8}(\.[0-9]{1,3})?$"
PERCENT = r"^(100(\.0{1,2})?|[0-9]{1,2}(\.[0-9]{1,2})?)$"
RATING = r"^[0-9]{1,4}(\.[0-9]{1,2})?$"
LONGEST_CLOCK: Final = 24 * 60 * 60 * 1000


@extend_schema_field({"type": "object", "additionalProperties": {}})
class ParamsField(serializers.DictField):
    """Parameters of a format, which the format validates."""

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(whole(data))


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 100})
class ShareField(serializers.Field[Any, Any, Any, Any]):
    """A share in percent."""

    default_error_messages = {"invalid": "A number from 0 to 100."}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, bool) or not isinstance(data, int | float) or not 0 <= data <= 100:
            self.fail("invalid")
        return whole(data)


def small(least: int = 0, **rules: Any) -> WholeNumber:
    """Return a field for a number that fits a small column."""
    return WholeNumber(min_value=least, max_value=SMALL, **rules)


def amount(**rules: Any) -> Pattern:
    """Return a field for an amount of money."""
    return Pattern(AMOUNT, help_text="Such as 12.50; a text, to stay exact.", **rules)


def percent(**rules: Any) -> Pattern:
    """Return a field for a percentage."""
    return Pattern(PERCENT, help_text="Such as 12.5, at most 100; a text, to stay exact.", **rules)


def rating() -> Pattern:
    """Return a field for a rating from elsewhere."""
    return Pattern(
        RATING, required=False, allow_null=True, help_text="Such as 1723.5; a text, to stay exact."
    )


# common to all changes


class KeyedSerializer(serializers.Serializer[Json]):
    """The fields of every change: without a version it never conflicts."""

    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="The version of the event that the sender saw; an older one is refused. "
        "If-Match may name it instead.",
    )
    key = Pattern(
        KEY,
        required=False,
        max_length=LONGEST_KEY,
        trim_whitespace=False,
        help_text="Made by the client, new for everything new: the same request with the same key "
        "is written once. Needed unless Idempotency-Key gives it.",
    )


class ProposedSerializer(KeyedSerializer):
    """A change that was proposed: nobody moves before its director has seen where."""

    proposal = TextField(
        max_length=4000, help_text="Of the answer to GET here; an older one is refused."
    )


class MoveSerializer(KeyedSerializer):
    """Moving one player by hand."""

    table = IdField(help_text="A table of the same round.")


class OnceSerializer(serializers.Serializer[Json]):
    """A change with a key only."""

    key = Pattern(
        KEY,
        required=False,
        max_length=LONGEST_KEY,
        trim_whitespace=False,
        help_text="As with every change; needed unless Idempotency-Key gives it.",
    )


class VersionSerializer(serializers.Serializer[Json]):
    """A change that may safely be sent twice."""

    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="The version of the event that the sender saw. If-Match may name it instead.",
    )


# events and divisions


class DivisionFieldsSerializer(serializers.Serializer[Json]):
    """How a division is played."""

    name = TextField(max_length=60, required=False)
    format = serializers.ChoiceField(list(FORMATS), required=False)
    params = ParamsField(required=False, help_text="See `event-formats`.")
    match_length = WholeNumber(min_value=1, max_value=LONGEST, required=False, allow_null=True)
    tie_breaks = serializers.ListField(
        child=TextField(max_length=40), max_length=20, required=False, help_text="See `tie-breaks`."
    )
    seeding = serializers.ChoiceField(Division.Seeding.values, required=False)
    rules = TextField(max_length=1000, required=False, help_text="House rules of chouettes.")
    apart = serializers.ChoiceField(
        Division.Apart.values,
        required=False,
        allow_blank=True,
        help_text="Who else should not meet if avoidable: players of one club or country.",
    )
    places = small(
        1, required=False, allow_null=True, help_text="Who enters themselves later waits."
    )
    first_table = small(
        1, required=False, allow_null=True, help_text="The first of its own tables."
    )
    last_table = small(1, required=False, allow_null=True, help_text="The last of them.")
    fee = amount(required=False, allow_null=True)
    reentry_fee = amount(required=False, allow_null=True)
    added = amount(required=False, allow_null=True)
    costs = percent(required=False, allow_null=True)
    prizes = serializers.ListField(
        child=ShareField(),
        max_length=100,
        required=False,
        allow_null=True,
        help_text="Shares of its pool in percent, by place. Null: as the event has them.",
    )


class NewDivisionSerializer(DivisionFieldsSerializer, OnceSerializer):
    """A division to add."""


class DivisionChangeSerializer(DivisionFieldsSerializer, VersionSerializer):
    """New settings of a division; most are fixed once something was drawn."""


class EventFieldsSerializer(serializers.Serializer[Json]):
    """The settings of an event."""

    title = TextField(max_length=120, required=False)
    game = serializers.ChoiceField(
        games_offered(),
        required=False,
        help_text="What is played; Dame and chess by Swiss system, Keizer or round robin.",
    )
    place = TextField(max_length=120, required=False)
    starts_on = DayField(required=False, help_text="Today if missing.")
    notice = TextField(max_length=2000, required=False)
    tables = small(1, required=False, allow_null=True)
    round_minutes = small(1, required=False, allow_null=True)
    late_first = small(1, required=False)
    late_every = small(1, required=False)
    self_reports = YesOrNo(required=False, help_text="Players report their results.")
    is_rated = YesOrNo(required=False)
    rates_single_points = YesOrNo(required=False)
    fee = amount(required=False, allow_null=True)
    reentry_fee = amount(required=False, allow_null=True)
    added = amount(required=False)
    costs = percent(required=False)
    currency = TextField(max_length=12, required=False)
    prizes = serializers.ListField(
        child=ShareField(),
        max_length=100,
        required=False,
        help_text="Shares of the pool in percent, by place.",
    )
    season = IdField(required=False, allow_null=True, help_text="Null for none.")


class NewEventSerializer(EventFieldsSerializer):
    """An event to announce."""

    title = TextField(max_length=120)
    divisions = serializers.ListField(
        child=DivisionFieldsSerializer(),
        min_length=1,
        max_length=MOST_DIVISIONS,
        required=False,
        help_text="One Swiss division if missing.",
    )
    is_template = YesOrNo(required=False)
    seed = TextField(max_length=64, required=False, help_text="Where it was agreed upon in public.")


class EventChangeSerializer(EventFieldsSerializer, VersionSerializer):
    """A change of an event's settings."""


class EventCopySerializer(serializers.Serializer[Json]):
    """An event like another one, without its entries."""

    title = TextField(max_length=120, required=False)
    starts_on = DayField(required=False, help_text="Today if missing.")
    is_template = YesOrNo(required=False)


# entries


class NewEntrySerializer(serializers.Serializer[Json]):
    """A player to enter."""

    player = IdField()
    level = small(default=0)
    rating = rating()
    home_club = TextField(max_length=80, required=False)
    federation_number = TextField(max_length=24, required=False)
    country = TextField(max_length=40, required=False)


class NewEntriesSerializer(OnceSerializer):
    """Players to enter, all of them or none."""

    entries = serializers.ListField(
        child=NewEntrySerializer(), min_length=1, max_length=MOST_ENTRIES
    )


class EntryChangeSerializer(serializers.Serializer[Json]):
    """The recorded data of an entry."""

    level = small(required=False)
    fees_paid = small(required=False)
    prize = amount(required=False, allow_null=True)
    rating = rating()
    home_club = TextField(max_length=80, required=False)
    federation_number = TextField(max_length=24, required=False)
    country = TextField(max_length=40, required=False)


class TwoEntriesSerializer(serializers.Serializer[Json]):
    """Two entries of a division."""

    first = IdField()
    second = IdField()


# draws and rounds


class SwapSerializer(KeyedSerializer, TwoEntriesSerializer):
    """Two entries that change places in a draft."""


class ConfirmSerializer(KeyedSerializer):
    """Confirming a draft."""

    in_spite = YesOrNo(default=False, help_text="Of what it breaks.")


class ClockStartSerializer(KeyedSerializer):
    """Starting a round's clock."""

    minutes = small(1, required=False, allow_null=True)


# matches


class NewMatchSerializer(serializers.Serializer[Json]):
    """A match outside of events."""

    first = IdField(help_text="A player of the club.")
    second = IdField(help_text="Another one.")
    length = WholeNumber(
        min_value=1, max_value=LONGEST, allow_null=True, help_text="Null: without an end."
    )


class MatchStepSerializer(serializers.Serializer[Json]):
    """The fields of every step of a match."""

    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="The version of the match that the sender saw. Needed unless If-Match names it.",
    )
    key = Pattern(
        KEY,
        required=False,
        max_length=LONGEST_KEY,
        trim_whitespace=False,
        help_text="Made by the client, new for everything new. Needed unless Idempotency-Key "
        "gives it.",
    )


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            "kind": {
                "type": "string",
                "enum": [
                    *("double", "take", "drop", "win", "resign", "points", "penalty"),
                    *("final", "forfeit", "no_show", "unfinished", "time", "draw"),
                ],
            }
        },
        "required": ["kind"],
        "additionalProperties": {},
    }
)
class MatchEventField(serializers.DictField):
    """An event at the board."""

    def to_internal_value(self, data: Any) -> Any:
        """Return it with integers for whole numbers.

        Raises:
            ValidationError: it contains a text that databases cannot store.
        """
        for value in data.values() if isinstance(data, dict) else ():
            if isinstance(value, str):
                serializers.CharField(allow_blank=True).run_validation(value)
        return super().to_internal_value(whole(data))


class SeenSerializer(MatchStepSerializer):
    """A step that may take results from other matches."""

    seen = TextField(
        max_length=64,
        required=False,
        help_text="The `digest` of what it does to other matches, as a refusal or a dry run "
        "has told it: only just that is done.",
    )
    dry_run = YesOrNo(
        default=False, help_text="Only say what it would do to other matches; nothing is written."
    )


class DecidedSerializer(SeenSerializer):
    """A decision of a director about a match that may have been decided before."""

    keeps = YesOrNo(
        default=False,
        help_text="Put only this result right: what was played since stands, and who went on "
        "stays in.",
    )


class PlaySerializer(SeenSerializer):
    """An event at the board."""

    event = MatchEventField(
        help_text='Such as {"kind": "double", "side": 0}, {"kind": "take"}, {"kind": "drop"}, '
        '{"kind": "win", "side": 1, "level": "gammon"}, {"kind": "points", "side": 0, "points": 2}.'
    )


class PointsSerializer(SeenSerializer):
    """A final score."""

    points = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=MOST_POINTS),
        min_length=2,
        max_length=2,
        help_text="A game of Dame or chess ends 1 to 0, or [0, 0], a draw: half a point for each.",
    )
    played_on = DayField(
        required=False,
        help_text="On which day it was played, where two meet at a date of their own: a director "
        "says it who enters it afterwards. Without it the day that is known, else today.",
    )


class CorrectSerializer(PointsSerializer, DecidedSerializer):
    """A corrected final score."""


class ForfeitSerializer(DecidedSerializer):
    """A forfeited match."""

    loser = WholeNumber(min_value=0, max_value=1, help_text="A side.")
    reason = TextField(max_length=LONGEST_REASON)


class NoShowSerializer(DecidedSerializer):
    """A match to which neither player came."""

    reason = TextField(max_length=LONGEST_REASON)


class BreakOffSerializer(SeenSerializer):
    """A match that stays unfinished."""

    reason = TextField(max_length=LONGEST_REASON)


class PenaliseSerializer(MatchStepSerializer):
    """Points for the opponent of a late player."""

    side = WholeNumber(min_value=0, max_value=1, help_text="Who is late.")
    points = WholeNumber(min_value=1, max_value=MOST_POINTS)


class RateSerializer(MatchStepSerializer):
    """Whether a match is rated."""

    is_rated = YesOrNo()
    reason = TextField(max_length=40, default="")


class ControlFieldsSerializer(serializers.Serializer[Json]):
    """A clock, in milliseconds."""

    reserve = WholeNumber(min_value=1, max_value=LONGEST_CLOCK)
    delay = WholeNumber(min_value=0, max_value=LONGEST_CLOCK, default=12_000)
    mode = serializers.ChoiceField(["simple", "bronstein", "increment"], default="simple")


class MatchClockSerializer(MatchStepSerializer):
    """A clock for a match, or none."""

    control = ControlFieldsSerializer(allow_null=True)


class ClockPressSerializer(OnceSerializer):
    """The end of a turn."""

    side = WholeNumber(min_value=0, max_value=1)


# phones and files


class NewPassSerializer(serializers.Serializer[Json]):
    """A link for a player's phone."""

    player = IdField()


class EntryFileSerializer(OnceSerializer):
    """A table of players: columns `name`, and optionally `level`, `rating`, `club`, `division`."""

    text = TextField(max_length=LONGEST_FILE, help_text="Separated by commas, semicolons or tabs.")
    dry_run = YesOrNo(default=False, help_text="Only say what would be done.")


class ResultFileSerializer(OnceSerializer):
    """A table of results: columns `round`, `player`, `points`, `opponent points`, `division`."""

    text = TextField(max_length=LONGEST_FILE, help_text="Separated by commas, semicolons or tabs.")
    dry_run = YesOrNo(default=False, help_text="Only say what would be done.")


EVENT_STATUSES: Final = tuple(Event.Status.values)
