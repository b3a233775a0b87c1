"""Exports a whole event for another program: players, draws with reasons, every step, standings."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rest_framework import serializers

from games.permissions import NOBODY, Capability, Reader
from tournaments.api.fields import AnyField
from tournaments.api.match_shapes import MatchSerializer
from tournaments.api.shapes import (
    DivisionSerializer,
    EntrySerializer,
    EventDetailSerializer,
    PairSerializer,
    RoundSerializer,
    StepSerializer,
)
from tournaments.api.standing_shapes import DivisionStandingsSerializer, standings_state
from tournaments.api.states import (
    Json,
    entry_states,
    event_state,
    round_states,
    step_states,
)
from tournaments.events.selectors.events import DivisionShown, board_read
from tournaments.models import Match, MatchStep
from tournaments.results.services.match_scores import log_of

FORMAT = "chouette-event"
VERSION = 1


class ExportedMatchSerializer(MatchSerializer):
    """A match with its score and its log."""

    events = serializers.ListField(child=AnyField())
    log = StepSerializer(many=True)


class ExportedRoundSerializer(RoundSerializer):
    """A round with its matches and their logs."""

    matches = ExportedMatchSerializer(many=True)  # type: ignore[assignment]


class ExportedDivisionSerializer(DivisionSerializer):
    """A division with all that belongs to it."""

    order = AnyField(
        allow_null=True, help_text="The field as it was drawn: numbers in the order of the seeds."
    )
    entries = EntrySerializer(many=True)
    forbidden_pairs = PairSerializer(many=True, help_text="Only for directors.")
    rounds = ExportedRoundSerializer(many=True)
    standings = DivisionStandingsSerializer()


class ExportedEventSerializer(EventDetailSerializer):
    """An event with everything; hidden players appear as everywhere."""

    format = serializers.CharField(help_text=FORMAT)
    format_version = serializers.IntegerField()
    divisions = ExportedDivisionSerializer(many=True)  # type: ignore[assignment]


def event_export(event: Any, reader: Reader = NOBODY) -> Json:
    """Return an event as `ExportedEventSerializer` describes it, for its reader."""
    state = event_state(event, reader)
    by_id = {one["id"]: one for one in state["divisions"]}
    fields = board_read(event, reader, None).fields
    logs = _logs(event, reader)
    return {
        **state,
        "format": FORMAT,
        "format_version": VERSION,
        "divisions": [
            {**by_id[field.division.public_id], **_division(field, logs)} for field in fields
        ],
    }


def _division(field: DivisionShown, logs: dict[int, list[Json]]) -> Json:
    division = field.division
    people = field.people
    rounds = round_states(division, field.rounds, people)
    found = Match.objects.filter(round__in=field.rounds).order_by("position")
    kept = {one.public_id: one for one in found}
    for one in rounds:
        for match in one["matches"]:
            row = kept[match["id"]]
            match["events"] = [step.to_json() for step in log_of(row).events]
            match["log"] = logs.get(row.pk, [])
    pairs = []
    if people.reader.may(Capability.DIRECT):
        rows = division.forbidden_pairs.order_by("pk")
        pairs = [
            {"first": first, "second": second}
            for first, second in rows.values_list("first__public_id", "second__public_id")
        ]
    return {
        "order": division.order,
        "entries": entry_states(division, people, field.entries),
        "forbidden_pairs": pairs,
        "rounds": rounds,
        "standings": standings_state(field),
    }


def _logs(event: Any, reader: Reader) -> dict[int, list[Json]]:
    """Return the steps of all matches of an event; one query."""
    rows = MatchStep.objects.filter(match__round__division__event=event)
    steps = list(rows.select_related("sender", "sent_by__player").order_by("match_id", "sequence"))
    found: dict[int, list[Json]] = defaultdict(list)
    for step, shown in zip(steps, step_states(steps, event.club_id, reader), strict=True):
        found[step.match_id].append(shown)
    return found
