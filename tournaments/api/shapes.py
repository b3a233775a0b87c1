"""The answers of the API about events: settings, divisions, entries, rounds, matches, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.permissions import Capability, Reader
from games.rules.online import GAME_TYPES
from tournaments.api.reading import with_counts
from tournaments.formats import FORMATS
from tournaments.models import (
    Division,
    Entry,
    Event,
    Match,
    Round,
)
from tournaments.record.selectors.rounds import next_digest

if TYPE_CHECKING:
    pass
from tournaments.api.fields import AmountField, AnyField, PeopleSerializer, PercentField
from tournaments.api.match_shapes import MatchDetailSerializer, MatchSerializer
from tournaments.api.table_shapes import EventTableSerializer, RemarkSerializer, remarks_shown

Json = dict[str, Any]
AMOUNT: Final = "As a text, to stay exact."
KEPT_INSIDE: Final = frozenset({"before", "reach"})
"""What a log keeps for an undo, and nobody else reads."""
OF_EVENT: Final = "Its own; null: as the event has it."


class EventSerializer(serializers.Serializer[Any]):
    """An event in a list."""

    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.slug")
    title = serializers.CharField()
    game = serializers.CharField(help_text=", ".join(GAME_TYPES))
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
    format = serializers.CharField(help_text=", ".join(FORMATS))
    params = AnyField(help_text="See `event-formats`.")
    match_length = serializers.IntegerField(allow_null=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    seeding = serializers.CharField(help_text=", ".join(Division.Seeding.values))
    rules = serializers.CharField(allow_blank=True, help_text="House rules of chouettes.")
    apart = serializers.CharField(
        allow_blank=True, help_text="Who else should not meet: club, country; blank: nobody."
    )
    places = serializers.IntegerField(
        allow_null=True, help_text="Who enters themselves later waits for one."
    )
    first_table = serializers.IntegerField(
        allow_null=True, help_text="The first of the tables at which only it plays."
    )
    last_table = serializers.IntegerField(allow_null=True, help_text="The last of them.")
    fee = AmountField(allow_null=True, help_text=OF_EVENT)
    reentry_fee = AmountField(allow_null=True, help_text=OF_EVENT)
    added = AmountField(allow_null=True, help_text=OF_EVENT)
    costs = PercentField(allow_null=True, help_text=OF_EVENT)
    prizes = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, help_text=OF_EVENT
    )
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
    added = AmountField(help_text="What is put into the pool of each division besides the fees.")
    costs = PercentField(help_text="The percentage of the fees that costs take of them.")
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


class EntrySerializer(PeopleSerializer, serializers.Serializer[Any]):
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
    federation_number = serializers.SerializerMethodField(
        help_text="The player's, like the country; blank for who is not shown by their name."
    )
    country = serializers.CharField(source="player.country", allow_blank=True)

    def get_player(self, entry: Entry) -> str | None:
        return self._people.known_id(entry.player)

    def get_federation_number(self, entry: Entry) -> str:
        return self._people.federation_number(entry)

    def get_name(self, entry: Entry) -> str:
        return self._people.name(entry)

    def to_representation(self, entry: Entry) -> Json:
        """Show what the entry paid and won to directors, and nothing of a nameless player."""
        shown = super().to_representation(entry)
        if not self._people.reader.may(Capability.DIRECT):
            shown |= {"fees_paid": None, "prize": None}
        if self._people.person(entry.player).is_nameless:
            shown |= {"rating": None, "home_club": "", "country": ""}
        return shown


class PairSerializer(serializers.Serializer[Json]):
    """Two entries that should not meet if avoidable."""

    first = serializers.CharField()
    second = serializers.CharField()


class StepSerializer(serializers.Serializer[Any]):
    """A row of a log."""

    sequence = serializers.IntegerField()
    done = serializers.CharField(source="kind", help_text="What kind of step it is.")
    payload = serializers.SerializerMethodField()
    sender = serializers.SerializerMethodField(help_text="Only for members.")
    at = serializers.DateTimeField(source="created_at")

    @extend_schema_field(AnyField())
    def get_payload(self, step: Any) -> Json:
        return {name: value for name, value in step.payload.items() if name not in KEPT_INSIDE}

    def get_sender(self, step: Any) -> str | None:
        if not self.context["shows_senders"]:
            return None
        if step.sent_by is not None:
            name: str = step.sent_by.player.current.name
            return name
        return step.sender.name if step.sender else None


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


class StepEffectLineSerializer(serializers.Serializer[Json]):
    """Another match as it stood before a step, or stands after it if it is `gained`."""

    match = serializers.CharField()
    text = serializers.CharField(help_text="Its round, and who meets there.")
    state = serializers.CharField(help_text=", ".join(Match.State.values))
    outcome = serializers.CharField(allow_blank=True, help_text=", ".join(Match.Outcome.values))
    points = serializers.ListField(child=serializers.IntegerField())
    table = serializers.IntegerField(allow_null=True)


class PairedSerializer(serializers.Serializer[Json]):
    """A round of a Swiss that was paired with the score that a step changes."""

    round = serializers.IntegerField(help_text="Its number.")
    is_released = serializers.BooleanField(help_text="It stays as it was drawn.")


class MovedSerializer(serializers.Serializer[Json]):
    """Somebody whose place on a ladder a step changes."""

    name = serializers.CharField()
    was = serializers.IntegerField(help_text="Their place before.")
    now = serializers.IntegerField()


class StepEffectSerializer(serializers.Serializer[Json]):
    """What a step of a match does to others."""

    digest = serializers.CharField(
        allow_blank=True, help_text="For `seen`; blank: nothing is asked."
    )
    lost = StepEffectLineSerializer(many=True, help_text="Matches that lose their result.")
    called = StepEffectLineSerializer(
        many=True, help_text="Announced matches that get other players."
    )
    gained = StepEffectLineSerializer(
        many=True, help_text="Matches whose result counts again, or that become walkovers."
    )
    paired = PairedSerializer(many=True)
    redrawn = serializers.BooleanField(help_text="A draw that is not out yet gets other players.")
    moved = MovedSerializer(
        many=True, help_text="Places on a ladder, if others than the two move by it."
    )
    may_keep = serializers.BooleanField(help_text="`keeps` lets stand what was played since.")
    is_online = serializers.BooleanField(
        help_text="The two are playing this match on the board: what is entered counts instead."
    )
    text = serializers.CharField(allow_blank=True, help_text="All of it in a sentence.")
    lines = serializers.ListField(child=serializers.CharField(), help_text="In words, one by one.")


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


class TablesWrittenSerializer(WrittenSerializer):
    """Tables after a change of players."""

    tables = EventTableSerializer(many=True)


class MatchWrittenSerializer(serializers.Serializer[Json]):
    """A match after a step; `version` is the match's."""

    version = serializers.IntegerField()
    replayed = serializers.BooleanField(help_text="The same request was written before.")
    match = MatchDetailSerializer()
    effect = StepEffectSerializer(
        allow_null=True, help_text="Of a dry run, on other matches; null once it is written."
    )


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
    notes = serializers.ListField(
        child=serializers.CharField(),
        help_text="How many rows were read, which columns were left out, who is there twice.",
    )
