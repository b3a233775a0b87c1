"""Events and matches in the archive of a club: written with numbers, read back, created again.

Numbers of players, seasons and sessions are those of the archive; within an event its divisions,
entries, rounds, matches and tables are numbered in order. Who did what is not exported, nor are
passes of phones and idempotency keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import Model
from django.utils.translation import ngettext

from games.files.archive.columns import picked, written
from games.files.archive.ids import named, numbered
from games.files.services.archive_parts import Made, Numbers, Part, Sizes
from games.models import Club
from games.models.locks import rows_locked
from games.record.log.bulk import BATCH
from games.rules.backgammon.match_log import MatchLog
from games.rules.online import BACKGAMMON, GAME_TYPES
from tournaments.events.services.archive_shapes import (
    EVENT,
    MATCH,
    OF_DIVISION,
    OF_ENTRY,
    OF_EVENT,
    OF_MATCH,
    OF_ROUND,
    OF_SEAT,
    OF_TABLE,
)
from tournaments.events.services.events import shares_fit
from tournaments.format_texts import SENTENCES
from tournaments.formats import FORMATS
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventStep,
    EventTable,
    ForbiddenPair,
    Match,
    MatchStep,
    Round,
    TableSeat,
)
from tournaments.models.seeds import is_made, new_seed
from tournaments.signals import matches_changed
from tournaments.standings.tiebreaks import TIE_BREAKS

Json = dict[str, Any]
Kept = TypeVar("Kept", bound=Model)


# writing


def events_write(club: Club, seasons: Numbers, sessions: Numbers) -> Iterator[Json]:
    """Yield a club's events, each read in its own transaction."""
    for pk in list(club.events.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            event = rows_locked(Event.objects).get(pk=pk)
            players, ids = _players(club)
            writer = _Writer(players, sessions, ids)
            found = writer.event(event) | {"season": seasons.get(event.season_id or 0)}
        yield found


def matches_write(club: Club, seasons: Numbers, sessions: Numbers) -> Iterator[Json]:
    """Yield a club's matches outside of events."""
    players, ids = _players(club)
    writer = _Writer(players, sessions, ids)
    for match in club.matches.filter(round=None).order_by("pk").iterator():
        yield writer.match(match)


def _players(club: Club) -> tuple[dict[int, int], dict[str, str]]:
    there = list(club.players.order_by("pk").values_list("pk", "public_id"))
    numbers = {pk: number for number, (pk, _id) in enumerate(there, 1)}
    return numbers, {public_id: f"p{numbers[pk]}" for pk, public_id in there}


class _Writer:
    """Turns events into rows, with numbers for everything that has an identifier."""

    def __init__(self, players: Numbers, sessions: Numbers, ids: dict[str, str]) -> None:
        self.players, self.sessions, self.ids = players, sessions, ids

    def event(self, event: Event) -> Json:
        divisions = list(event.divisions.order_by("position"))
        for one, two in _identified(event).items():
            self.ids[two] = one
        return {
            **written(event, OF_EVENT),
            "seed": event.shown_seed,
            "divisions": [self.division(one) for one in divisions],
            "log": [
                [step.kind, step.created_at.isoformat(), numbered(step.payload, self.ids)]
                for step in event.log.order_by("sequence")
            ],
        }

    def division(self, division: Division) -> Json:
        pairs = division.forbidden_pairs.order_by("pk")
        return {
            **written(division, OF_DIVISION),
            "entries": [
                {**written(entry, OF_ENTRY), "player": self.players[entry.player_id]}
                for entry in division.entries.order_by("number")
            ],
            "forbidden_pairs": list(
                map(list, pairs.values_list("first__number", "second__number"))
            ),
            "rounds": [self.round(one) for one in division.rounds.order_by("number")],
        }

    def round(self, round: Round) -> Json:
        tables = round.tables.order_by("number").prefetch_related("seats__entry")
        return {
            **written(round, OF_ROUND),
            "seed": round.shown_seed,
            "matches": [self.match(one) for one in round.matches.order_by("position")],
            "tables": [
                {
                    **written(table, OF_TABLE),
                    "session": self.sessions.get(table.session_id or 0),
                    "seats": [
                        {**written(seat, OF_SEAT), "entry": seat.entry.number}
                        for seat in sorted(table.seats.all(), key=lambda seat: seat.position)
                    ],
                }
                for table in tables
            ],
        }

    def match(self, match: Match) -> Json:
        return {
            **written(match, OF_MATCH),
            "first": self.players.get(match.first_id or 0),
            "second": self.players.get(match.second_id or 0),
            "log": [
                [
                    step.kind,
                    step.version,
                    step.created_at.isoformat(),
                    _met(numbered(step.payload, self.ids), self.players),
                ]
                for step in match.log.order_by("sequence")
            ],
        }


def _identified(event: Event) -> dict[str, str]:
    """Return the identifiers of an event's parts by their names in the archive."""
    found = {}
    for number, division in enumerate(event.divisions.order_by("position"), 1):
        found[f"d{number}"] = division.public_id
        for entry in division.entries.all():
            found[f"e{number}.{entry.number}"] = entry.public_id
        for round in division.rounds.prefetch_related("matches", "tables"):
            found[f"r{number}.{round.number}"] = round.public_id
            for match in round.matches.all():
                found[f"m{number}.{round.number}.{match.position}"] = match.public_id
            for table in round.tables.all():
                found[f"t{number}.{round.number}.{table.number}"] = table.public_id
    return found


def _met(payload: Json, players: Mapping[Any, Any]) -> Json:
    """Replace the primary keys of the players of matches that a step has changed or cleared."""
    found = dict(payload)
    if isinstance(payload.get("before"), dict):
        found["before"] = _met_in(payload["before"], players)
    if isinstance(payload.get("reach"), dict):
        rows = [_met_in(row, players) for row in payload["reach"]["rows"]]
        found["reach"] = {**payload["reach"], "rows": rows}
    return found


def _met_in(row: Json, players: Mapping[Any, Any]) -> Json:
    if "players" not in row:
        return row
    who = [None if one is None else players.get(one) for one in row["players"]]
    return {**row, "players": who}


# reading


def event_read(value: Any, sizes: Sizes) -> Json:
    """Read a row of an event, and check that its numbers exist."""
    event = EVENT(value)
    sizes.check(season=event["season"])
    if event["seed_origin"] not in {"", *Event.SeedOrigin.values}:
        raise ValueError("nobody knows where the seed is from")
    if event["game"] not in GAME_TYPES:
        raise ValueError("the game is unknown")
    shares = [event["prizes"], *(one["prizes"] or [] for one in event["divisions"])]
    if not all(map(shares_fit, shares)):
        raise ValueError("prizes are no shares of a pool")
    has_draws = event["game"] != BACKGAMMON.name
    for division in event["divisions"]:
        _way_check(division, has_draws=has_draws)
        numbers = {entry["number"] for entry in division["entries"]}
        for entry in division["entries"]:
            sizes.check(player=entry["player"])
        pairs = {number for pair in division["forbidden_pairs"] for number in pair}
        seats = [seat for one in division["rounds"] for t in one["tables"] for seat in t["seats"]]
        if not numbers >= pairs | {seat["entry"] for seat in seats}:
            raise ValueError("an entry stands for nobody")
        for round in division["rounds"]:
            for table in round["tables"]:
                sizes.check(session=table["session"])
            for match in round["matches"]:
                _match_check(match, sizes)
    return event


def _way_check(division: Json, *, has_draws: bool) -> None:
    """Check that pages can show a division: its format, its draw, and the remarks."""
    params, order = division["params"], division["order"]
    if not isinstance(params, dict) or not isinstance(order, dict | None):
        raise TypeError("a division has no parameters")
    played_by = FORMATS[division["format"]]
    played_by.parse(params)
    if has_draws and not played_by.counts_draws:
        raise ValueError("the format cannot count draws")
    if not set(division["tie_breaks"]) <= TIE_BREAKS.keys():
        raise ValueError("a tie-break is unknown")
    for round in division["rounds"]:
        for remark in round["remarks"]:
            known = remark["code"] in SENTENCES and isinstance(remark["players"], list)
            if not known or not isinstance(remark["params"], dict):
                raise ValueError("a remark is unknown")


def match_read(value: Any, sizes: Sizes) -> Json:
    """Read a row of a match outside of events."""
    match = MATCH(value)
    _match_check(match, sizes)
    return match


def _match_check(match: Json, sizes: Sizes) -> None:
    sizes.check(player=match["first"])
    sizes.check(player=match["second"])
    if match["game"] not in GAME_TYPES:
        raise ValueError("the game is unknown")
    if match["score"] is not None:
        MatchLog.from_json(match["score"])


# making


def events_create(made: Made, rows: Sequence[Json]) -> None:
    """Create the events of an imported club."""
    for data in rows:
        _Maker(made).event(data)
    if rows:
        _tell(made.club)


def matches_create(made: Made, rows: Sequence[Json]) -> None:
    """Create the matches outside of events of an imported club."""
    maker = _Maker(made)
    for data in rows:
        maker.steps(maker.match(data, None), data)
    if rows:
        _tell(made.club)


def _tell(club: Club) -> None:
    """Have the matches rated after the commit."""
    transaction.on_commit(lambda: matches_changed.send_robust(sender=Match, club_id=club.pk))


class _Maker:
    """Creates rows from an archive, with new identifiers."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.pks = {number: one.pk for number, one in enumerate(made.players, 1)}
        self.names = {f"p{n}": one.public_id for n, one in enumerate(made.players, 1)}

    def event(self, data: Json) -> None:
        event = Event(club=self.made.club, length=len(data["log"]), **picked(data, OF_EVENT))
        _seed_judge(event, is_drawn=any(one["rounds"] for one in data["divisions"]))
        event.season = self.made.seasons[data["season"] - 1] if data["season"] else None
        _saved(event, "club", "season", "created_by")
        logs = [pair for one in data["divisions"] for pair in self.division(event, one)]
        self.names |= _identified(event)
        for match, found in logs:
            self.steps(match, found)
        EventStep.objects.bulk_create(
            (
                EventStep(
                    event=event,
                    sequence=sequence,
                    kind=kind,
                    created_at=at,
                    payload=self.named(payload),
                )
                for sequence, (kind, at, payload) in enumerate(data["log"], 1)
            ),
            batch_size=BATCH,
        )

    def division(self, event: Event, data: Json) -> list[tuple[Match, Json]]:
        division = Division(event=event, **picked(data, OF_DIVISION))
        _saved(division, "event")
        entries = {}
        for one in data["entries"]:
            player = self.made.players[one["player"] - 1]
            entry = Entry(division=division, player=player, **picked(one, OF_ENTRY))
            entries[entry.number] = _saved(entry, "division", "player")
        for first, second in data["forbidden_pairs"]:
            low, high = sorted([entries[first], entries[second]], key=lambda one: one.pk)
            ForbiddenPair.objects.create(division=division, first=low, second=high)
        return [pair for one in data["rounds"] for pair in self.round(division, entries, one)]

    def round(
        self, division: Division, entries: Mapping[int, Entry], data: Json
    ) -> list[tuple[Match, Json]]:
        made = _saved(Round(division=division, **picked(data, OF_ROUND)), "division")
        for one in data["tables"]:
            number = one["session"]
            session = self.made.sessions[number - 1] if number else None
            table = EventTable(round=made, session=session, **picked(one, OF_TABLE))
            _saved(table, "round", "session")
            for seat in one["seats"]:
                entry = entries[seat["entry"]]
                at = TableSeat(table=table, round=made, entry=entry, **picked(seat, OF_SEAT))
                _saved(at, "table", "round", "entry")
        return [(self.match(one, made), one) for one in data["matches"]]

    def match(self, data: Json, round: Round | None) -> Match:
        match = Match(club=self.made.club, round=round, **picked(data, OF_MATCH))
        match.first_id = self.pks.get(data["first"] or 0)
        match.second_id = self.pks.get(data["second"] or 0)
        return _saved(match, "club", "round", "first", "second")

    def steps(self, match: Match, data: Json) -> None:
        MatchStep.objects.bulk_create(
            MatchStep(
                match=match,
                sequence=sequence,
                kind=kind,
                version=version,
                created_at=at,
                payload=_met(self.named(payload), self.pks),
            )
            for sequence, (kind, version, at, payload) in enumerate(data["log"], 1)
        )

    def named(self, payload: Any) -> Any:
        try:
            return named(payload, self.names)
        except KeyError as error:
            raise TypeError(f"{error} stands for nothing") from error


def _seed_judge(event: Event, *, is_drawn: bool) -> None:
    """Give an unfinished event a new secret seed if its archived one was not used.

    A seed from a file is no longer secret, whatever the file says. In an archive of an earlier
    version, a seed without the program's own form was typed in.
    """
    is_old = not event.seed_origin
    if is_old:
        made = Event.SeedOrigin.KNOWN if is_made(event.seed) else Event.SeedOrigin.HAND
        event.seed_origin = made
    is_unused = is_old and event.is_open and not is_drawn and is_made(event.seed)
    if not event.seed or is_unused:
        event.seed, event.seed_origin = new_seed(), Event.SeedOrigin.SECRET
    elif not event.shown_seed:
        event.seed_origin = Event.SeedOrigin.KNOWN


def _saved(kept: Kept, *given: str) -> Kept:
    # Empty lists are valid values here, not blank fields.
    kept.clean_fields(exclude=[*given, "remarks", "payments"])
    kept.save(force_insert=True)
    return kept


def _events_counted(count: int) -> str:
    return ngettext("%(count)s event", "%(count)s events", count) % {"count": count}


def _matches_counted(count: int) -> str:
    return ngettext("%(count)s match", "%(count)s matches", count) % {"count": count}


EVENTS: Final = Part("events", events_write, event_read, events_create, _events_counted)
MATCHES: Final = Part("matches", matches_write, match_read, matches_create, _matches_counted)
