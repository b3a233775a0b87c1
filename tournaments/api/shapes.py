"""The answers of the API about events: settings, divisions, entries, rounds, matches, tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers

from games.models import Player
from games.permissions import Capability, Reader
from games.rules.backgammon.match_log import MatchLog
from games.rules.backgammon.match_score import Cube
from tournaments.api.reading import with_counts
from tournaments.events.selectors.events import People
from tournaments.format_texts import remark_read, remark_text
from tournaments.formats.base import Eligibility
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventTable,
    Match,
    Round,
    TableSeat,
)
from tournaments.pairing.remarks import Remark
from tournaments.record.selectors.rounds import next_digest
from tournaments.record.services.access import side_of
from tournaments.results.services.match_scores import log_of
from tournaments.tables.selectors import bank_at
from tournaments.tables.services.play import Next
from tournaments.tables.services.tables import table_next

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema

Json = dict[str, Any]
HUNDREDTHS: Final = "In hundredths of a point."
AMOUNT: Final = "As a text, to stay exact."


class AmountField(serializers.CharField):
    """An amount as a text, which is exact."""

    def to_representation(self, value: Any) -> str:
        return f"{value:.2f}"


@extend_schema_field({"type": "object", "additionalProperties": {}})
class AnyField(serializers.DictField):
    """An object whose keys depend on other data."""


class PlayedField(AnyField):
    """A game, or what else counts in a match."""

    def to_representation(self, value: Any) -> Json:
        return dict(value.to_json())


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


class EventSerializer(serializers.Serializer[Any]):
    """An event in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.slug")
    title = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField()
    season = serializers.CharField(source="season.public_id", allow_null=True)
    status = serializers.CharField(help_text=", ".join(Event.Status.values))
    version = serializers.IntegerField(help_text="Rises with every step of a director.")
    beat = serializers.IntegerField(help_text="Rises with whatever changes what is shown.")


class DivisionSerializer(serializers.Serializer[Any]):
    """A field of an event that plays by one format."""

    id = serializers.CharField(source="public_id")
    event = serializers.CharField(source="event.public_id")
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
    next_digest = serializers.SerializerMethodField(
        help_text="The SHA-256 of the seed of what is drawn or released next; blank at the end."
    )

    def get_next_digest(self, division: Any) -> str:
        return next_digest(division.event, division, division.drawn, division.next_seed)


class EventDetailSerializer(EventSerializer):
    """An event with its settings and divisions, and the reader's permissions."""

    notice = serializers.CharField(allow_blank=True)
    seed = serializers.SerializerMethodField(
        help_text="All that is random in it follows from this. Null for everybody while it is "
        "secret: until the event is over."
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
    fee = AmountField(allow_null=True, help_text=AMOUNT)
    reentry_fee = AmountField(allow_null=True, help_text=AMOUNT)
    currency = serializers.CharField(allow_blank=True)
    prizes = serializers.ListField(
        child=serializers.FloatField(), help_text="Shares of the pool in percent, by place."
    )
    code = serializers.SerializerMethodField(
        help_text="With which phones check in; only for directors."
    )
    divisions = serializers.SerializerMethodField()
    may_direct = serializers.SerializerMethodField()

    def get_seed(self, event: Event) -> str | None:
        return event.shown_seed or None

    def get_code(self, event: Event) -> str | None:
        return event.code if self.get_may_direct(event) else None

    @extend_schema_field(DivisionSerializer(many=True))
    def get_divisions(self, event: Event) -> Any:
        return DivisionSerializer(with_counts(event.divisions.all()), many=True).data

    def get_may_direct(self, event: Event) -> bool:
        reader: Reader = self.context["reader"]
        return reader.may_in(Capability.DIRECT, event.club_id)


class EntrySerializer(serializers.Serializer[Any]):
    """A player in a division; results refer to them by number."""

    id = serializers.CharField(source="public_id")
    division = serializers.CharField(source="division.public_id")
    player = serializers.SerializerMethodField(help_text="Null for who is not shown.")
    name = serializers.SerializerMethodField()
    number = serializers.IntegerField()
    level = serializers.IntegerField(help_text="1 is the strongest; 0: nothing is known.")
    state = serializers.CharField(help_text=", ".join(Entry.State.values))
    from_round = serializers.IntegerField()
    reentries = serializers.IntegerField()
    fees_paid = serializers.IntegerField(
        allow_null=True, help_text="Only for directors, like the prize."
    )
    prize = AmountField(allow_null=True, help_text=AMOUNT)
    rating = serializers.CharField(
        allow_null=True, help_text="From elsewhere, exact; null where there is none."
    )
    home_club = serializers.CharField(allow_blank=True)

    def get_player(self, entry: Entry) -> str | None:
        return self._people.known_id(entry.player)

    def get_name(self, entry: Entry) -> str:
        return self._people.name(entry)

    def to_representation(self, entry: Entry) -> Json:
        """Show what the entry paid and won to directors, and nothing of a nameless player."""
        shown = super().to_representation(entry)
        if not self._people.reader.may(Capability.DIRECT):
            shown |= {"fees_paid": None, "prize": None}
        if self._people.person(entry.player).is_nameless:
            shown |= {"rating": None, "home_club": ""}
        return shown

    @property
    def _people(self) -> People:
        found: People = self.context["people"]
        return found


class PairSerializer(serializers.Serializer[Json]):
    """Two entries that should not meet if avoidable."""

    first = serializers.CharField()
    second = serializers.CharField()


class SideSerializer(serializers.Serializer[Json]):
    """A side of a match."""

    player = serializers.CharField(allow_null=True, help_text="Null for who is not shown.")
    name = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="Of the entry.")


class PairField(serializers.ListField):
    """Two numbers of a match: of the first side, and of the second."""

    child = serializers.IntegerField()

    def __init__(self, *names: str) -> None:
        self.names = names
        super().__init__(source="*")

    def to_representation(self, value: Any) -> list[int]:
        return [getattr(value, name) for name in self.names]


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


class MatchSerializer(serializers.Serializer[Any]):
    """A match of two players. Sides are 0 and 1, points are those of side 0 first."""

    id = serializers.CharField(source="public_id")
    event = serializers.CharField(source="round.division.event.public_id", allow_null=True)
    division = serializers.CharField(source="round.division.public_id", allow_null=True)
    round = serializers.CharField(source="round.public_id", allow_null=True)
    round_number = serializers.IntegerField(source="round.number", allow_null=True)
    node = serializers.CharField(allow_blank=True, help_text="Its place in the bracket or group.")
    table = serializers.IntegerField(source="board", allow_null=True)
    sides = serializers.SerializerMethodField(help_text="Null: not known yet; in a bye, nobody.")
    length = serializers.IntegerField(allow_null=True, help_text="Null: the clock ends it.")
    played_on = serializers.DateField()
    state = serializers.CharField(help_text=", ".join(Match.State.values))
    outcome = serializers.CharField(allow_blank=True, help_text=", ".join(Match.Outcome.values))
    points = PairField("first_points", "second_points")
    penalties = PairField("first_penalty", "second_penalty")
    winner = serializers.IntegerField(allow_null=True, help_text="A side.")
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

    @property
    def _people(self) -> People:
        found: People = self.context["people"]
        return found


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


class MatchDetailSerializer(MatchSerializer):
    """A match with its score, its clock, and the reader's role in it."""

    club = serializers.CharField(source="club.slug")
    score = serializers.SerializerMethodField()
    clock = ClockSerializer(allow_null=True)
    own_side = serializers.SerializerMethodField()
    may_direct = serializers.SerializerMethodField()

    @extend_schema_field(ScoreSerializer)
    def get_score(self, match: Match) -> Any:
        return ScoreSerializer(log_of(match)).data

    def get_own_side(self, match: Match) -> int | None:
        user = self._people.reader.user
        return None if user is None else side_of(user, match)

    def get_may_direct(self, match: Match) -> bool:
        return self._people.reader.may(Capability.DIRECT)


class StepSerializer(serializers.Serializer[Any]):
    """A row of a log."""

    sequence = serializers.IntegerField()
    done = serializers.CharField(source="kind", help_text="What kind of step it is.")
    payload = serializers.SerializerMethodField()
    sender = serializers.SerializerMethodField(help_text="Only for members.")
    at = serializers.DateTimeField(source="created_at")

    @extend_schema_field(AnyField())
    def get_payload(self, step: Any) -> Json:
        return {name: value for name, value in step.payload.items() if name != "before"}

    def get_sender(self, step: Any) -> str | None:
        if not self.context["shows_senders"]:
            return None
        if step.sent_by is not None:
            name: str = step.sent_by.player.name
            return name
        return step.sender.name if step.sender else None


class RemarkSerializer(serializers.Serializer[Any]):
    """A remark about a draw; players by number."""

    code = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    params = AnyField()
    text = serializers.SerializerMethodField(help_text="In the reader's language.")
    is_breach = serializers.BooleanField(help_text="Whether it makes the draw illegal.")

    def get_text(self, remark: Remark) -> str:
        return remark_text(remark, self.context["names"])


def remarks_shown(rows: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> list[Json]:
    """Return stored remarks as programs get them; names by the text of the number."""
    found = [remark_read(row) for row in rows]
    return list(RemarkSerializer(found, many=True, context={"names": names}).data)


class TableSeatSerializer(serializers.Serializer[TableSeat]):
    """A seat at a chouette table."""

    entry = serializers.CharField(source="entry.public_id")
    number = serializers.IntegerField(source="entry.number")
    name = serializers.SerializerMethodField()
    points = serializers.IntegerField(help_text=HUNDREDTHS)
    paid = serializers.IntegerField(help_text=f"What they really got or gave. {HUNDREDTHS}")
    bank = serializers.SerializerMethodField(help_text=HUNDREDTHS)
    games = serializers.IntegerField()
    has_left = serializers.BooleanField(source="left")

    def get_name(self, seat: TableSeat) -> str:
        people: People = self.context["people"]
        return people.name(people.entries[seat.entry.player_id])

    def get_bank(self, seat: TableSeat) -> int | None:
        return bank_at(seat.table, seat, seat.entry.number) if self.context["has_bank"] else None


class EventTableSerializer(serializers.Serializer[EventTable]):
    """A chouette table, and its session."""

    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    session = serializers.CharField(source="session.public_id", allow_null=True)
    session_version = serializers.IntegerField(source="session.version", allow_null=True)
    is_over = serializers.SerializerMethodField()
    games = serializers.IntegerField(source="played")
    seats = TableSeatSerializer(many=True)

    def get_is_over(self, table: EventTable) -> bool:
        return table.session is not None and not table.session.is_open


class EligibleSerializer(serializers.Serializer[Eligibility]):
    """Who may be box and captain, by number."""

    box = serializers.ListField(child=serializers.CharField())
    captain = serializers.ListField(child=serializers.CharField())


class NextGameSerializer(serializers.Serializer[Next]):
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
    remarks = serializers.SerializerMethodField()

    @extend_schema_field(RemarkSerializer(many=True))
    def get_remarks(self, coming: Next) -> list[Json]:
        return remarks_shown([one.to_json() for one in coming.remarks], self.context["names"])


class TableDetailSerializer(EventTableSerializer):
    """A chouette table, with what comes next."""

    event = serializers.CharField(source="round.division.event.public_id")
    division = serializers.CharField(source="round.division.public_id")
    round = serializers.CharField(source="round.public_id")
    next = serializers.SerializerMethodField(help_text="Null before the round is released.")

    @extend_schema_field(NextGameSerializer(allow_null=True))
    def get_next(self, table: EventTable) -> Any:
        if table.session is None or table.round.state != Round.State.RELEASED:
            return None
        return NextGameSerializer(table_next(table), context=self.context).data


class RoundSerializer(serializers.Serializer[Any]):
    """A round with its matches, its tables, and the explanation of its draw."""

    id = serializers.CharField(source="public_id")
    division = serializers.CharField(source="division.public_id")
    number = serializers.IntegerField()
    bracket = serializers.CharField(allow_blank=True)
    bracket_round = serializers.IntegerField(allow_null=True)
    state = serializers.CharField(help_text=", ".join(Round.State.values))
    seed = serializers.SerializerMethodField(
        help_text="Null for everybody before the round is released."
    )
    seed_digest = serializers.CharField(
        allow_blank=True, help_text="The SHA-256 of the seed; blank where it is unknown."
    )
    attempt = serializers.IntegerField(help_text="How often it was drawn.")
    minutes = serializers.IntegerField(allow_null=True)
    clock_started_at = serializers.DateTimeField(allow_null=True)
    clock_stopped_at = serializers.DateTimeField(allow_null=True)
    remarks = serializers.SerializerMethodField()
    matches = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField()

    def get_seed(self, played: Round) -> str | None:
        return played.shown_seed or None

    @extend_schema_field(RemarkSerializer(many=True))
    def get_remarks(self, played: Round) -> list[Json]:
        return remarks_shown(played.remarks, self.context["names"])

    @extend_schema_field(MatchSerializer(many=True))
    def get_matches(self, played: Round) -> Any:
        found = self.context["matches"].get(played.pk, [])
        return MatchSerializer(found, many=True, context=self.context).data

    @extend_schema_field(EventTableSerializer(many=True))
    def get_tables(self, played: Round) -> Any:
        found = self.context["tables"].get(played.pk, [])
        return EventTableSerializer(found, many=True, context=self.context).data


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
