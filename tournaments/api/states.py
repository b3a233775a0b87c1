"""Shows events, entries, rounds and matches to programs, as the reader may know them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from games.permissions import NOBODY, Reader
from tournaments.api.match_shapes import MatchDetailSerializer, MatchSerializer
from tournaments.api.reading import with_seats
from tournaments.api.shapes import (
    EntrySerializer,
    EventDetailSerializer,
    RoundSerializer,
    StepSerializer,
)
from tournaments.api.table_shapes import (
    EventTableSerializer,
    ProposalSerializer,
    TableDetailSerializer,
)
from tournaments.events.selectors.events import People
from tournaments.formats.effects import Effect, Touched
from tournaments.models import Division, Entry, Event, EventTable, Match, Round
from tournaments.pages.presenters.reaches import reached
from tournaments.record.selectors.situations import format_of
from tournaments.tables.services.proposals import Proposal

Json = dict[str, Any]


def event_state(event: Event, reader: Reader = NOBODY) -> Json:
    """Return an event with its settings and divisions; one query."""
    return dict(EventDetailSerializer(event, context={"reader": reader}).data)


def entry_states(division: Division, people: People, entries: Iterable[Entry]) -> list[Json]:
    """Return entries of a division; fees and prizes only for directors."""
    found = list(entries)
    for one in found:
        one.division = division
    return list(EntrySerializer(found, many=True, context={"people": people}).data)


def match_states(matches: Iterable[Match], people: People) -> list[Json]:
    """Return matches; their rounds must be loaded."""
    return list(MatchSerializer(matches, many=True, context={"people": people}).data)


def match_detail(match: Match, people: People) -> Json:
    """Return a match with its score, its clock, and the reader's role in it."""
    return dict(MatchDetailSerializer(match, context={"people": people}).data)


def round_states(division: Division, rounds: Sequence[Round], people: People) -> list[Json]:
    """Return rounds with their matches and tables, in at most five queries."""
    matches: dict[int, list[Match]] = defaultdict(list)
    by_pk = {one.pk: one for one in rounds}
    found = Match.objects.filter(round__in=by_pk).defer("score", "clock")
    for match in found.order_by("position"):
        match.round = by_pk[match.round_id or 0]
        matches[match.round_id or 0].append(match)
    for one in rounds:
        one.division = division
    context = {**_tables(division, by_pk, people), "names": people.names, "matches": matches}
    return list(RoundSerializer(rounds, many=True, context=context).data)


def table_states(division: Division, played: Round, people: People) -> list[Json]:
    """Return the tables of a round; two queries."""
    context = _tables(division, [played.pk], people)
    found = context["tables"].get(played.pk, [])
    return list(EventTableSerializer(found, many=True, context=context).data)


def table_detail(table: EventTable, people: People) -> Json:
    """Return a table read by `with_seats`, and what comes next there."""
    has_bank = format_of(table.round.division).has_bank
    context = {"people": people, "has_bank": has_bank, "names": people.names}
    return dict(TableDetailSerializer(table, context=context).data)


def _tables(division: Division, rounds: Iterable[int], people: People) -> Json:
    """Return the tables of rounds, and the context in which they are shown."""
    found: dict[int, list[EventTable]] = defaultdict(list)
    if not division.is_chouette:
        return {"people": people, "tables": found}
    for table in with_seats(EventTable.objects.filter(round__in=list(rounds))):
        found[table.round_id].append(table)
    return {"people": people, "has_bank": format_of(division).has_bank, "tables": found}


def step_states(steps: Iterable[Any], club: int, reader: Reader = NOBODY) -> list[Json]:
    """Return rows of a log; the senders only for members."""
    context = {"shows_senders": reader.sees_names_of(club)}
    return list(StepSerializer(steps, many=True, context=context).data)


def effect_state(effect: Effect, reader: Reader = NOBODY) -> Json:
    """Return what a step does to other matches, as `StepEffectSerializer` describes it."""
    told = reached(effect, reader)

    def listed(touched: Iterable[Touched]) -> list[Json]:
        return [
            {
                "match": match.match,
                "text": told.matches[match.match],
                "state": match.state,
                "outcome": match.outcome,
                "points": list(match.points),
                "table": match.board,
            }
            for match in touched
        ]

    return {
        "digest": effect.digest,
        "lost": listed(effect.lost),
        "called": listed(effect.called),
        "gained": listed(effect.gained),
        "paired": [{"round": number, "is_released": is_out} for number, is_out in effect.paired],
        "redrawn": effect.redrawn,
        "moved": [
            {"name": name, "was": one.was, "now": one.now}
            for one, name in zip(effect.moved, told.moved, strict=True)
        ],
        "may_keep": effect.may_keep,
        "is_online": effect.is_online,
        "text": told.sentence if effect.is_asked else "",
        "lines": list(told.lines),
    }


def proposal_state(proposal: Proposal, people: People) -> Json:
    """Return a proposal to split or merge tables."""
    return dict(ProposalSerializer(proposal, context={"people": people}).data)
