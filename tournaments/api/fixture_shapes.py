"""What programs read and write about fixtures."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import LARGEST_NUMBER, TextField, WholeNumber
from games.clubs.selectors.privacy import people_seen
from games.models import Player
from games.permissions import Reader
from tournaments.api.serializers import OnceSerializer
from tournaments.leagues.selectors.fixtures import FixtureShown, read_by
from tournaments.leagues.selectors.places import READS_ALL, PlaceReader, place_reader
from tournaments.leagues.services.fixtures import MOST_TIMES
from tournaments.leagues.times import local, moment
from tournaments.models import FixtureNote, LeagueSeason, Match

Json = dict[str, Any]


@extend_schema_field({"type": "string", "format": "date-time"})
class MomentField(serializers.DateTimeField):
    """A moment with its offset; read without one, it is what the clocks at the club show."""

    def enforce_timezone(self, value: datetime.datetime) -> datetime.datetime:
        return value


class FixturePlayerSerializer(serializers.Serializer[Json]):
    """One of the two, as the reader may know them."""

    id = serializers.CharField(allow_null=True, help_text="Null for who is not shown.")
    name = serializers.CharField()


class FixtureSerializer(serializers.Serializer[Any]):
    """Two who owe each other a match, until when, and how it stands."""

    match = serializers.CharField(help_text="Its identifier under `matches` and `fixtures`.")
    division = serializers.CharField()
    round = serializers.IntegerField()
    players = FixturePlayerSerializer(many=True)
    state = serializers.ChoiceField(choices=Match.State.choices)
    outcome = serializers.CharField(allow_blank=True)
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    deadline = MomentField(allow_null=True, help_text="With the club's offset, as all of these.")
    agreed_at = MomentField(allow_null=True)
    place = serializers.CharField(
        allow_blank=True, help_text="For the two of the match and directors; blank for all others."
    )
    version = serializers.IntegerField()


class FixtureNoteSerializer(serializers.Serializer[Json]):
    """Something that was said about a fixture."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=FixtureNote.Kind.choices)
    side = serializers.IntegerField(
        allow_null=True, help_text="0 or 1: whose word it is; null for the director's to both."
    )
    times = serializers.ListField(child=MomentField())
    place = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    at = MomentField()
    before = serializers.BooleanField(
        help_text="Whether it was said before one of the two was replaced: nobody waits for an "
        "answer any more."
    )
    name = serializers.CharField(
        allow_null=True, help_text="Who has said it; null for the director."
    )


class FixtureDetailSerializer(FixtureSerializer):
    """A fixture with all that was said, for its two players and directors."""

    event = serializers.CharField()
    league = serializers.CharField(allow_null=True, help_text="null: it is of a cup.")
    season = serializers.IntegerField(allow_null=True)
    time_zone = serializers.CharField(help_text="The club's.")
    side = serializers.IntegerField(allow_null=True, help_text="0 or 1: which of the two you are.")
    proposal = serializers.IntegerField(
        allow_null=True, help_text="The note whose dates wait for an answer."
    )
    notes = FixtureNoteSerializer(many=True)


class FixtureWrittenSerializer(serializers.Serializer[Json]):
    """A fixture after something was said."""

    version = serializers.IntegerField(help_text="Of its match.")
    replayed = serializers.BooleanField()
    fixture = FixtureDetailSerializer()


class ProposeSerializer(OnceSerializer):
    """Dates, and where."""

    times = serializers.ListField(
        child=MomentField(),
        min_length=1,
        max_length=MOST_TIMES,
        help_text="With an offset, or as the clocks at the club show them.",
    )
    place = TextField(max_length=80, required=False)
    text = TextField(max_length=500, required=False)


class AnswerSerializer(OnceSerializer):
    """Which proposal it is about."""

    proposal = WholeNumber(min_value=1, max_value=LARGEST_NUMBER)


class AcceptSerializer(AnswerSerializer):
    """One of the proposed dates."""

    at = MomentField()


class DeclineSerializer(AnswerSerializer):
    """A no, and why."""

    text = TextField(max_length=500, required=False)


class SaySerializer(OnceSerializer):
    """A text."""

    text = TextField(max_length=500)


class AbsentSerializer(SaySerializer):
    """What happened, and when the two were to meet if they have not agreed on it here."""

    at = MomentField(required=False)


def fixture_states(
    fixtures: Sequence[FixtureShown], reader: Reader, places: PlaceReader
) -> Iterator[Json]:
    """Return fixtures as everybody reads them who may see the league, with places as they may."""
    people = people_seen(
        [one for shown in fixtures for one in (shown.match.first, shown.match.second) if one],
        reader,
    )
    for shown in fixtures:
        match = shown.match
        assert match.round is not None, "a fixture is a match of a season"
        two = [people[one.pk] for one in (match.first, match.second) if one is not None]
        is_entered = match.state in Match.ENTERED
        yield {
            "match": match.public_id,
            "division": match.round.division.name,
            "round": match.round.number,
            "players": [
                {"id": None if person.is_nameless else person.public_id, "name": person.name}
                for person in two
            ],
            "state": match.state,
            "outcome": match.outcome,
            "points": [match.first_points, match.second_points] if is_entered else None,
            "deadline": _at_club(shown, shown.deadline),
            "agreed_at": _at_club(shown, shown.agreed_at),
            "place": places.place(shown),
            "version": match.version,
        }


def fixtures_asked(
    fixtures: Sequence[FixtureShown], reader: Reader, query: Mapping[str, str]
) -> list[Json]:
    """Return those of fixtures that a query asks for, by `player` and `state`."""
    state, player = query.get("state"), query.get("player")
    rows = [one for one in fixtures if state in (None, one.match.state)]
    states = list(fixture_states(rows, reader, place_reader(reader)))
    return [
        one for one in states if player is None or player in (two["id"] for two in one["players"])
    ]


def fixture_details(
    fixtures: Sequence[FixtureShown], reader: Reader, player: Player | None
) -> Iterator[Json]:
    """Return fixtures with all that was said, as one of their players or a director reads them."""
    states = fixture_states(fixtures, reader, READS_ALL)
    for shown, state in zip(fixtures, states, strict=True):
        two = [one and one.current.pk for one in (shown.match.first, shown.match.second)]
        season = shown.dated if isinstance(shown.dated, LeagueSeason) else None
        waiting = None if shown.match.is_settled else shown.proposal
        yield {
            **state,
            "event": shown.dated.event.public_id,
            "league": None if season is None else season.league.public_id,
            "season": None if season is None else season.number,
            "time_zone": shown.match.club.time_zone,
            "side": two.index(player.pk) if player is not None and player.pk in two else None,
            "proposal": waiting and waiting.pk,
            "notes": [
                {
                    "id": note.pk,
                    "kind": note.kind,
                    "side": note.side,
                    "times": [_at_club(shown, moment(time)) for time in note.times],
                    "place": note.place,
                    "text": note.text,
                    "at": _at_club(shown, note.created_at),
                    "before": note not in shown.notes,
                    "name": _who(note, state, is_before=note not in shown.notes),
                }
                for note in read_by(shown, player)
            ],
        }


def _who(note: FixtureNote, state: Json, *, is_before: bool) -> str | None:
    """Name who has said something: who reads it plays here, or met them before, or directs."""
    if note.side is None:
        return None
    if not is_before:
        return str(state["players"][note.side]["name"])
    who = note.two[note.side]
    return "" if who is None else who.current.name


def _at_club(shown: FixtureShown, at: datetime.datetime | None) -> datetime.datetime | None:
    return None if at is None else local(shown.match.club, at)
