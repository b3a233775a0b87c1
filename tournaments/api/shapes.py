"""The answers of the API about events: settings, divisions, entries, rounds, matches, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers

from tournaments.models import Division, Entry, Event, Match, Round

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema

Json = dict[str, Any]
HUNDREDTHS: Final = "In hundredths of a point."
AMOUNT: Final = "As a text, to stay exact."


@extend_schema_field({"type": "object", "additionalProperties": {}})
class AnyField(serializers.DictField):
    """An object whose keys depend on other data."""


class ChoiceSerializer(serializers.Serializer[Json]):
    """A value of a parameter."""

    value = serializers.CharField()
    title = serializers.CharField()


class ParameterSerializer(serializers.Serializer[Json]):
    """A parameter of a format."""

    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    takes = serializers.CharField(
        help_text="`number`, `numbers` and `cubes` (lists), `choice`, `switch`."
    )
    least = serializers.IntegerField(help_text="Of a number.")
    most = serializers.IntegerField(help_text="Of a number; 0 for what is none.")
    values = ChoiceSerializer(many=True, help_text="Of a choice.")
    default = serializers.JSONField(help_text="What it is if it is left out.")


class FormatSerializer(serializers.Serializer[Json]):
    """A format, with its parameters."""

    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField(allow_blank=True)
    is_chouette = serializers.BooleanField(help_text="Tables of several; else matches of two.")
    parameters = ParameterSerializer(many=True)


class TieBreakSerializer(serializers.Serializer[Json]):
    """A tie-break: the higher value is ahead."""

    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()


class EventSerializer(serializers.Serializer[Json]):
    """An event in a list."""

    id = serializers.CharField()
    club = serializers.CharField()
    title = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField()
    season = serializers.CharField(allow_null=True)
    status = serializers.CharField(help_text=", ".join(Event.Status.values))
    version = serializers.IntegerField(help_text="Rises with every step of a director.")
    beat = serializers.IntegerField(help_text="Rises with whatever changes what is shown.")


class DivisionSerializer(serializers.Serializer[Json]):
    """A field of an event that plays by one format."""

    id = serializers.CharField()
    event = serializers.CharField()
    name = serializers.CharField()
    position = serializers.IntegerField()
    format = serializers.CharField(help_text=", ".join(Division.Format.values))
    params = AnyField(help_text="See `event-formats`.")
    match_length = serializers.IntegerField(allow_null=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    seeding = serializers.CharField(help_text=", ".join(Division.Seeding.values))
    rules = serializers.CharField(allow_blank=True, help_text="House rules of chouettes.")
    playing = serializers.IntegerField(help_text="How many are entered and have not withdrawn.")
    released = serializers.IntegerField(help_text="How many rounds were released.")
    next_digest = serializers.CharField(
        allow_blank=True,
        help_text="The SHA-256 of the seed of what is drawn or released next; blank at the end.",
    )


class EventDetailSerializer(EventSerializer):
    """An event with its settings and divisions, and the reader's permissions."""

    notice = serializers.CharField(allow_blank=True)
    seed = serializers.CharField(
        allow_null=True,
        help_text="All that is random in it follows from this. Null for everybody while it is "
        "secret: until the event is over.",
    )
    seed_digest = serializers.CharField(help_text="The SHA-256 of the seed, from the beginning.")
    seed_origin = serializers.CharField(help_text=", ".join(Event.SeedOrigin.values))
    tables = serializers.IntegerField(allow_null=True)
    round_minutes = serializers.IntegerField(allow_null=True)
    late_first = serializers.IntegerField()
    late_every = serializers.IntegerField()
    self_reports = serializers.BooleanField()
    is_rated = serializers.BooleanField()
    rates_single_points = serializers.BooleanField()
    fee = serializers.CharField(allow_null=True, help_text=AMOUNT)
    reentry_fee = serializers.CharField(allow_null=True, help_text=AMOUNT)
    currency = serializers.CharField(allow_blank=True)
    prizes = serializers.ListField(
        child=serializers.FloatField(), help_text="Shares of the pool in percent, by place."
    )
    code = serializers.CharField(
        allow_null=True, help_text="With which phones check in; only for directors."
    )
    divisions = DivisionSerializer(many=True)
    may_direct = serializers.BooleanField()


class EntrySerializer(serializers.Serializer[Json]):
    """A player in a division; results refer to them by number."""

    id = serializers.CharField()
    division = serializers.CharField()
    player = serializers.CharField(allow_null=True, help_text="Null for who is not shown.")
    name = serializers.CharField()
    number = serializers.IntegerField()
    level = serializers.IntegerField(help_text="1 is the strongest; 0: nothing is known.")
    state = serializers.CharField(help_text=", ".join(Entry.State.values))
    from_round = serializers.IntegerField()
    reentries = serializers.IntegerField()
    fees_paid = serializers.IntegerField(
        allow_null=True, help_text="Only for directors, like the prize."
    )
    prize = serializers.CharField(allow_null=True, help_text=AMOUNT)
    rating = serializers.CharField(
        allow_null=True, help_text="From elsewhere, exact; null where there is none."
    )
    home_club = serializers.CharField(allow_blank=True)


class PairSerializer(serializers.Serializer[Json]):
    """Two entries that should not meet if avoidable."""

    first = serializers.CharField()
    second = serializers.CharField()


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


class MatchSerializer(serializers.Serializer[Json]):
    """A match of two players. Sides are 0 and 1, points are those of side 0 first."""

    id = serializers.CharField()
    event = serializers.CharField(allow_null=True)
    division = serializers.CharField(allow_null=True)
    round = serializers.CharField(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    node = serializers.CharField(allow_blank=True, help_text="Its place in the bracket or group.")
    table = serializers.IntegerField(allow_null=True)
    sides = SidesField(
        child=SideSerializer(allow_null=True),
        min_length=2,
        max_length=2,
        help_text="Null: not known yet; in a bye, nobody.",
    )
    length = serializers.IntegerField(allow_null=True, help_text="Null: the clock ends it.")
    played_on = serializers.DateField()
    state = serializers.CharField(help_text=", ".join(Match.State.values))
    outcome = serializers.CharField(allow_blank=True, help_text=", ".join(Match.Outcome.values))
    points = serializers.ListField(child=serializers.IntegerField())
    penalties = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True, help_text="A side.")
    reported_by = serializers.IntegerField(allow_null=True, help_text="A side.")
    reason = serializers.CharField(allow_blank=True)
    is_rated = serializers.BooleanField()
    unrated_reason = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField()


class CubeSerializer(serializers.Serializer[Json]):
    """The cube of the game in progress."""

    value = serializers.IntegerField()
    owner = serializers.IntegerField(allow_null=True, help_text="A side; null: in the middle.")
    doubler = serializers.IntegerField(
        allow_null=True, help_text="The side that has doubled and waits for an answer."
    )


class ScoreSerializer(serializers.Serializer[Json]):
    """The score at the board."""

    events = serializers.ListField(child=AnyField(), help_text="As `play` takes them.")
    cube = CubeSerializer()
    is_crawford = serializers.BooleanField(help_text="Of the game in progress.")
    needs = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Points that are missing."
    )


class ControlSerializer(serializers.Serializer[Json]):
    """The time of each side of a clock, in milliseconds."""

    reserve = serializers.IntegerField()
    delay = serializers.IntegerField()
    mode = serializers.CharField(help_text="simple, bronstein, increment")


class ClockSerializer(serializers.Serializer[Json]):
    """The clock of a match at its last change; times in milliseconds since 1970."""

    control = ControlSerializer()
    left = serializers.ListField(child=serializers.IntegerField())
    turn = serializers.IntegerField(allow_null=True, help_text="A side.")
    since = serializers.IntegerField(allow_null=True, help_text="Null: it stands still.")
    spent = serializers.IntegerField(help_text="What the turn had used before a pause.")


class MatchDetailSerializer(MatchSerializer):
    """A match with its score, its clock, and the reader's role in it."""

    club = serializers.CharField()
    score = ScoreSerializer()
    clock = ClockSerializer(allow_null=True)
    own_side = serializers.IntegerField(allow_null=True)
    may_direct = serializers.BooleanField()


class StepSerializer(serializers.Serializer[Json]):
    """A row of a log."""

    sequence = serializers.IntegerField()
    done = serializers.CharField(help_text="What kind of step it is.")
    payload = AnyField()
    sender = serializers.CharField(allow_null=True, help_text="Only for members.")
    at = serializers.DateTimeField()


class RemarkSerializer(serializers.Serializer[Json]):
    """A remark about a draw; players by number."""

    code = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    params = AnyField()
    text = serializers.CharField(help_text="In the reader's language.")
    is_breach = serializers.BooleanField(help_text="Whether it makes the draw illegal.")


class TableSeatSerializer(serializers.Serializer[Json]):
    """A seat at a chouette table."""

    entry = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField(help_text=HUNDREDTHS)
    paid = serializers.IntegerField(help_text=f"What they really got or gave. {HUNDREDTHS}")
    bank = serializers.IntegerField(allow_null=True, help_text=HUNDREDTHS)
    games = serializers.IntegerField()
    has_left = serializers.BooleanField()


class EventTableSerializer(serializers.Serializer[Json]):
    """A chouette table, and its session."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    session = serializers.CharField(allow_null=True)
    session_version = serializers.IntegerField(allow_null=True)
    is_over = serializers.BooleanField()
    games = serializers.IntegerField()
    seats = TableSeatSerializer(many=True)


class EligibleSerializer(serializers.Serializer[Json]):
    """Who may be box and captain, by number."""

    box = serializers.ListField(child=serializers.CharField())
    captain = serializers.ListField(child=serializers.CharField())


class NextGameSerializer(serializers.Serializer[Json]):
    """The format's plan for a table's next game; players by number."""

    number = serializers.IntegerField()
    starting_cube = serializers.IntegerField(allow_null=True)
    lineup = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Box, captain, crew; null: the house rules rotate.",
    )
    staying = serializers.ListField(child=serializers.CharField())
    eligible = EligibleSerializer()
    is_over = serializers.BooleanField()
    remarks = RemarkSerializer(many=True)


class TableDetailSerializer(EventTableSerializer):
    """A chouette table, with what comes next."""

    event = serializers.CharField()
    division = serializers.CharField()
    round = serializers.CharField()
    next = NextGameSerializer(allow_null=True, help_text="Null before the round is released.")


class RoundSerializer(serializers.Serializer[Json]):
    """A round with its matches, its tables, and the explanation of its draw."""

    id = serializers.CharField()
    division = serializers.CharField()
    number = serializers.IntegerField()
    bracket = serializers.CharField(allow_blank=True)
    bracket_round = serializers.IntegerField(allow_null=True)
    state = serializers.CharField(help_text=", ".join(Round.State.values))
    seed = serializers.CharField(
        allow_null=True, help_text="Null for everybody before the round is released."
    )
    seed_digest = serializers.CharField(
        allow_blank=True, help_text="The SHA-256 of the seed; blank where it is unknown."
    )
    attempt = serializers.IntegerField(help_text="How often it was drawn.")
    minutes = serializers.IntegerField(allow_null=True)
    clock_started_at = serializers.DateTimeField(allow_null=True)
    clock_stopped_at = serializers.DateTimeField(allow_null=True)
    remarks = RemarkSerializer(many=True)
    matches = MatchSerializer(many=True)
    tables = EventTableSerializer(many=True)


class EffectSerializer(serializers.Serializer[Json]):
    """A later match that would lose its result."""

    match = serializers.CharField()
    text = serializers.CharField()


# results of writes


class WrittenSerializer(serializers.Serializer[Json]):
    """The fields of every answer to a change."""

    version = serializers.IntegerField(help_text="Of the event, after it.")
    replayed = serializers.BooleanField(help_text="The same request was written before.")


class EventWrittenSerializer(WrittenSerializer):
    """An event after a change."""

    event = EventDetailSerializer()


class DivisionWrittenSerializer(WrittenSerializer):
    """A division after a change."""

    division = DivisionSerializer()


class EntriesWrittenSerializer(WrittenSerializer):
    """Entries after a change."""

    entries = EntrySerializer(many=True)


class PairsWrittenSerializer(WrittenSerializer):
    """All forbidden pairs after a change."""

    pairs = PairSerializer(many=True)


class RoundsWrittenSerializer(WrittenSerializer):
    """Rounds after a change of the draw."""

    rounds = RoundSerializer(many=True)


class SeatedSerializer(serializers.Serializer[Json]):
    """Somebody in a proposal."""

    entry = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class ProposedTableSerializer(serializers.Serializer[Json]):
    """A table as it would be."""

    table = serializers.CharField(allow_null=True, help_text="Null for a new one.")
    players = SeatedSerializer(many=True)


class ProposalSerializer(serializers.Serializer[Json]):
    """Who would sit where."""

    proposal = serializers.CharField(help_text="To be sent with the POST that does it.")
    tables = ProposedTableSerializer(many=True)
    ending = serializers.ListField(
        child=serializers.CharField(), help_text="The tables that would end."
    )


class TablesWrittenSerializer(WrittenSerializer):
    """Tables after a change of players."""

    tables = EventTableSerializer(many=True)


class MatchWrittenSerializer(serializers.Serializer[Json]):
    """A match after a step; `version` is the match's."""

    version = serializers.IntegerField()
    replayed = serializers.BooleanField(help_text="The same request was written before.")
    match = MatchDetailSerializer()


class ToldSerializer(serializers.Serializer[Json]):
    """A message about a line of a file."""

    line = serializers.IntegerField(help_text="As the spreadsheet counts: the heading is line 1.")
    text = serializers.CharField()


class FileProblemSerializer(ToldSerializer):
    """Why a line of a file cannot be used."""

    code = serializers.CharField()


class FileReadSerializer(WrittenSerializer):
    """The outcome of a file, or its preview: nothing is written if there is a problem."""

    is_written = serializers.BooleanField()
    lines = ToldSerializer(many=True)
    problems = FileProblemSerializer(many=True)
