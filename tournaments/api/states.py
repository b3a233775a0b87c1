"""Converts events, entries, rounds and matches for the API."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, Player
from games.permissions import NOBODY, Capability, Reader
from games.rules.backgammon.match_score import MatchScore
from tournaments.events.selectors.events import People
from tournaments.format_texts import remark_read, remark_text
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventTable,
    Match,
    Round,
    TableSeat,
)
from tournaments.pairing.table_remarks import Remark as TableRemark
from tournaments.record.selectors.rounds import next_digest
from tournaments.record.services.access import side_of
from tournaments.results.services.match_scores import log_of
from tournaments.tables.selectors import bank_at, way_of
from tournaments.tables.services.play import Next
from tournaments.tables.services.proposals import Proposal

Json = dict[str, Any]


def with_counts(divisions: QuerySet[Division]) -> QuerySet[Division]:
    """Add to divisions, in the same query, the numbers of entries, drawn rounds and released
    rounds.
    """
    playing = ~Q(entries__state=Entry.State.WITHDRAWN)
    released = Q(rounds__state=Round.State.RELEASED)
    waiting = Round.objects.filter(division=OuterRef("pk")).exclude(state=Round.State.RELEASED)
    return divisions.annotate(
        drawn=Count("rounds", distinct=True),
        next_seed=Subquery(waiting.order_by("number").values("seed")[:1]),
        playing=Count("entries", filter=playing, distinct=True),
        released=Count("rounds", filter=released, distinct=True),
    ).order_by("position")


def event_line(event: Event) -> Json:
    """Return an event as `EventSerializer` describes it."""
    return {
        "id": event.public_id,
        "club": event.club.slug,
        "title": event.title,
        "place": event.place,
        "starts_on": event.starts_on,
        "season": event.season and event.season.public_id,
        "status": event.status,
        "version": event.version,
        "beat": event.beat,
    }


SETTINGS = (
    "notice",
    "seed_digest",
    "seed_origin",
    "tables",
    "round_minutes",
    "late_first",
    "late_every",
    "self_reports",
    "is_rated",
    "rates_single_points",
    "currency",
)


def event_state(event: Event, reader: Reader = NOBODY) -> Json:
    """Return an event as `EventDetailSerializer` describes it; one query."""
    may_direct = reader.may_in(Capability.DIRECT, event.club_id)
    divisions = [division_state(one, event) for one in with_counts(event.divisions.all())]
    return {
        **event_line(event),
        **{name: getattr(event, name) for name in SETTINGS},
        "seed": event.shown_seed or None,
        "fee": amount_of(event.fee),
        "reentry_fee": amount_of(event.reentry_fee),
        "prizes": event.prizes,
        "code": event.code if may_direct else None,
        "divisions": divisions,
        "may_direct": may_direct,
    }


def division_state(division: Any, event: Event) -> Json:
    """Return a division, read by `with_counts`, as `DivisionSerializer` describes it."""
    return {
        "id": division.public_id,
        "event": event.public_id,
        "name": division.name,
        "position": division.position,
        "format": division.format,
        "params": division.params,
        "match_length": division.match_length,
        "tie_breaks": division.tie_breaks,
        "seeding": division.seeding,
        "rules": division.rules,
        "playing": division.playing,
        "released": division.released,
        "next_digest": next_digest(event, division, division.drawn, division.next_seed),
    }


def entry_state(entry: Entry, people: People, *, division: Division) -> Json:
    """Return an entry as `EntrySerializer` describes it; fees and prizes only for directors."""
    person, shows_fees = people.person(entry.player), people.reader.may(Capability.DIRECT)
    return {
        "id": entry.public_id,
        "division": division.public_id,
        "player": None if person.is_nameless else person.public_id,
        "name": person.name,
        "number": entry.number,
        "level": entry.level,
        "state": entry.state,
        "from_round": entry.from_round,
        "reentries": entry.reentries,
        "fees_paid": entry.fees_paid if shows_fees else None,
        "prize": amount_of(entry.prize) if shows_fees else None,
        "rating": None if person.is_nameless or entry.rating is None else f"{entry.rating:f}",
        "home_club": "" if person.is_nameless else entry.home_club,
    }


def match_state(match: Match, people: People) -> Json:
    """Return a match as `MatchSerializer` describes it; its round must be loaded."""
    played = match.round
    return {
        "id": match.public_id,
        "event": played and played.division.event.public_id,
        "division": played and played.division.public_id,
        "round": played and played.public_id,
        "round_number": played and played.number,
        "node": match.node,
        "table": match.board,
        "sides": [_side(match, name, people) for name in ("first", "second")],
        "length": match.length,
        "played_on": match.played_on,
        "state": match.state,
        "outcome": match.outcome,
        "points": [match.first_points, match.second_points],
        "penalties": [match.first_penalty, match.second_penalty],
        "winner": match.winner,
        "reported_by": match.reported_by,
        "reason": match.reason,
        "is_rated": match.is_rated,
        "unrated_reason": match.unrated_reason,
        "version": match.version,
    }


def _side(match: Match, name: str, people: People) -> Json | None:
    pk = getattr(match, f"{name}_id")
    if pk is None:
        return None
    entry = people.entries.get(pk)
    player: Player = getattr(match, name) if entry is None else entry.player
    person = people.person(player)
    return {
        "player": None if person.is_nameless else person.public_id,
        "name": person.name,
        "number": None if entry is None else entry.number,
    }


def match_detail(match: Match, people: People) -> Json:
    """Return a match as `MatchDetailSerializer` describes it."""
    log, user = log_of(match), people.reader.user
    return {
        **match_state(match, people),
        "club": match.club.slug,
        "score": score_state(log.score, [one.to_json() for one in log.events]),
        "clock": _clock(match.clock),
        "own_side": None if user is None else side_of(user, match),
        "may_direct": people.reader.may(Capability.DIRECT),
    }


def score_state(score: MatchScore, events: list[Json]) -> Json:
    """Return a score as `ScoreSerializer` describes it."""
    cube = score.cube
    return {
        "events": events,
        "cube": {"value": cube.value, "owner": cube.owner, "doubler": cube.doubler},
        "is_crawford": score.is_crawford,
        "needs": None if score.needs is None else list(score.needs),
    }


def _clock(kept: Json | None) -> Json | None:
    if kept is None:
        return None
    reserve, delay, mode = kept["control"]
    return {**kept, "control": {"reserve": reserve, "delay": delay, "mode": mode}}


def remark_state(row: Mapping[str, Any], names: Mapping[str, str]) -> Json:
    """Return a stored remark as `RemarkSerializer` describes it."""
    remark = remark_read(row)
    return {
        "code": remark.code,
        "players": list(remark.players),
        "params": dict(remark.params),
        "text": remark_text(remark, names),
        "is_breach": remark.is_breach,
    }


def table_remarks(remarks: Iterable[TableRemark], names: Mapping[str, str]) -> list[Json]:
    """Return remarks of formats as `RemarkSerializer` describes them."""
    return [remark_state(one.to_json(), names) for one in remarks]


def round_states(division: Division, rounds: Sequence[Round], people: People) -> list[Json]:
    """Return rounds with their matches and tables, in at most five queries."""
    names = people.names
    matches: dict[int, list[Match]] = defaultdict(list)
    by_pk = {one.pk: one for one in rounds}
    found = Match.objects.filter(round__in=by_pk).defer("score", "clock")
    for match in found.order_by("position"):
        match.round = by_pk[match.round_id or 0]
        matches[match.round_id or 0].append(match)
    for one in rounds:
        one.division = division
    tables = table_states(division, by_pk, people) if division.is_chouette else {}
    return [
        {
            "id": one.public_id,
            "division": division.public_id,
            "number": one.number,
            "bracket": one.bracket,
            "bracket_round": one.bracket_round,
            "state": one.state,
            "seed": one.shown_seed or None,
            "seed_digest": one.seed_digest,
            "attempt": one.attempt,
            "minutes": one.minutes,
            "clock_started_at": one.clock_started_at,
            "clock_stopped_at": one.clock_stopped_at,
            "remarks": [remark_state(row, names) for row in one.remarks],
            "matches": [match_state(match, people) for match in matches[one.pk]],
            "tables": tables.get(one.pk, []),
        }
        for one in rounds
    ]


def table_states(
    division: Division, rounds: Iterable[int], people: People
) -> dict[int, list[Json]]:
    """Return the tables of rounds by the primary key of their round; two queries."""
    tables = with_seats(EventTable.objects.filter(round__in=list(rounds)))
    has_bank = way_of(division).format.has_bank
    found: dict[int, list[Json]] = defaultdict(list)
    for table in tables:
        found[table.round_id].append(table_state(table, people, has_bank=has_bank))
    return found


def with_seats(tables: QuerySet[EventTable]) -> QuerySet[EventTable]:
    """Prefetch the sessions and seats of tables, and count their games."""
    seats = TableSeat.objects.select_related("entry").order_by("position")
    games = Game.objects.filter(session=OuterRef("session"), is_void=False).order_by()
    counted = games.values("session").annotate(count=Count("pk")).values("count")
    return (
        tables.select_related("session")
        .annotate(played=Coalesce(Subquery(counted), 0))
        .prefetch_related(Prefetch("seats", seats))
        .order_by("number")
    )


def table_state(table: Any, people: People, *, has_bank: bool) -> Json:
    """Return a table with its seats as `EventTableSerializer` describes it."""
    session = table.session
    return {
        "id": table.public_id,
        "number": table.number,
        "session": session and session.public_id,
        "session_version": session and session.version,
        "is_over": session is not None and not session.is_open,
        "games": table.played,
        "seats": [_seat(table, seat, people, has_bank) for seat in table.seats.all()],
    }


def proposal_state(found: Proposal, people: People) -> Json:
    """Return a proposal to split or merge tables as `ProposalSerializer` describes it."""
    by_number = {str(one.number): one for one in people.entries.values()}
    there = {players: pk for pk, players in found.kept.items()}
    by_pk = {one.pk: one.public_id for one in found.tables}
    return {
        "proposal": found.key,
        "tables": [
            {
                "table": by_pk.get(there.get(frozenset(order), 0)),
                "players": [
                    {
                        "entry": by_number[number].public_id,
                        "number": by_number[number].number,
                        "name": people.name(by_number[number]),
                    }
                    for number in order
                ],
            }
            for order in found.drawn.tables
        ],
        "ending": [one.public_id for one in found.tables if one.pk not in found.kept],
    }


def _seat(table: EventTable, seat: TableSeat, people: People, has_bank: bool) -> Json:
    return {
        "entry": seat.entry.public_id,
        "number": seat.entry.number,
        "name": people.name(people.entries[seat.entry.player_id]),
        "points": seat.points,
        "paid": seat.paid,
        "bank": bank_at(table, seat, seat.entry.number) if has_bank else None,
        "games": seat.games,
        "has_left": seat.left,
    }


def next_state(coming: Next, names: Mapping[str, str]) -> Json:
    """Return what comes next at a table as `NextGameSerializer` describes it."""
    return {
        "number": coming.number,
        "starting_cube": coming.starting_cube,
        "lineup": None if coming.lineup is None else list(coming.lineup),
        "staying": list(coming.staying),
        "eligible": {"box": list(coming.eligible.box), "captain": list(coming.eligible.captain)},
        "is_over": coming.is_over,
        "remarks": table_remarks(coming.remarks, names),
    }


def step_state(step: Any, club: int, reader: Reader = NOBODY) -> Json:
    """Return a row of a log as `StepSerializer` describes it; the sender only for members."""
    sender = None
    if reader.sees_names_of(club):
        sender = step.sender.name if step.sender else None
        if step.sent_by is not None:
            sender = step.sent_by.player.name
    return {
        "sequence": step.sequence,
        "done": step.kind,
        "payload": {name: value for name, value in step.payload.items() if name != "before"},
        "sender": sender,
        "at": step.created_at,
    }


def amount_of(amount: Decimal | None) -> str | None:
    """Return an amount as a text, which is exact."""
    return None if amount is None else f"{amount:.2f}"
