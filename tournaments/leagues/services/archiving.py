"""Leagues and cups in the archive of a club: seasons, drafts, and what was said about fixtures.

Players and events are named by their numbers in the archive, matches by their place in the event.
Who wrote is not exported, nor are keys; the side that spoke is.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import Model, Prefetch
from django.utils.translation import ngettext

from games.files.archive.shapes import (
    Shape,
    anything,
    count,
    day,
    listed,
    moment,
    optional,
    row,
    text,
)
from games.files.services.archive_parts import Made, Numbers, Part, Sizes
from games.models import Club, Player
from tournaments.leagues.services.leagues import SETTINGS
from tournaments.models import Cup, Fixture, FixtureNote, League, LeagueSeason, Match, PartedFixture

Json = dict[str, Any]
OF_NOTE: Final = {
    "kind": text,
    "side": optional(count),
    "text": text,
    "times": anything,
    "place": text,
    "created_at": moment,
}
NOTE: Final = Shape(OF_NOTE)
NOTE_OF_TWO: Final = Shape(
    {**OF_NOTE, "players": optional(row(count, count))}, later={"players": None}
)
"""A word about a fixture, with the two who met then where others meet now."""
FIXTURE: Final = Shape(
    {
        "division": count,
        "round": count,
        "position": count,
        "deadline": optional(moment),
        "agreed_at": optional(moment),
        "place": text,
        "notes": listed(NOTE_OF_TWO),
    }
)
PARTED: Final = Shape(
    {
        "players": row(count, count),
        "deadline": optional(moment),
        "agreed_at": optional(moment),
        "place": text,
        "notes": listed(NOTE),
    }
)
SEASON: Final = Shape(
    {
        "event": count,
        "number": count,
        "deadline": optional(moment),
        "deadline_reason": text,
        "late_until": optional(day),
        "closed_at": optional(moment),
        "wishes": anything,
        "draft": anything,
        "fixtures": listed(FIXTURE),
        "parted": listed(PARTED),
    },
    later={"parted": []},
)
CUP: Final = Shape(
    {
        "event": count,
        "first_on": day,
        "every_days": count,
        "least_days": count,
        "late": text,
        "confirm_days": count,
        "boards": text,
        "fixtures": listed(FIXTURE),
    }
)
OF_CUP: Final = ("first_on", "every_days", "least_days", "late", "confirm_days", "boards")
LEAGUE: Final = Shape(
    {
        "name": text,
        "shape": text,
        "match_length": count,
        "params": anything,
        "tie_breaks": anything,
        "rule": text,
        "up": count,
        "down": count,
        "share": count,
        "few": text,
        "unplayed": text,
        "round_days": count,
        "confirm_days": count,
        "boards": text,
        "created_at": moment,
        "seasons": listed(SEASON),
    },
    later={"confirm_days": 3, "boards": "allowed"},
)


def leagues_write(club: Club, seasons: Numbers, sessions: Numbers) -> Iterator[Json]:
    """Yield a club's leagues."""
    events = _numbers(club.events.order_by("pk").values_list("pk", flat=True))
    players = _numbers(club.players.order_by("pk").values_list("public_id", flat=True))
    for league in club.leagues.order_by("pk"):
        yield {
            **{name: getattr(league, name) for name in SETTINGS},
            "created_at": league.created_at.isoformat(),
            "seasons": [_season(one, events, players) for one in league.seasons.order_by("number")],
        }


def league_read(value: Any, sizes: Sizes) -> Json:
    """Read a row of a league, and check that its numbers exist."""
    league = LEAGUE(value)
    for season in league["seasons"]:
        for number, _wish in season["wishes"]:
            sizes.check(player=number)
        for moves in (season["draft"] or {}).values():
            for move in moves:
                sizes.check(player=move["key"])
        _fixtures_check([*season["fixtures"], *season["parted"]], sizes)
        for kept in season["parted"]:
            for number in kept["players"]:
                sizes.check(player=number)
    return league


def cups_write(club: Club, seasons: Numbers, sessions: Numbers) -> Iterator[Json]:
    """Yield a club's cups."""
    events = _numbers(club.events.order_by("pk").values_list("pk", flat=True))
    players = _numbers(club.players.order_by("pk").values_list("public_id", flat=True))
    for cup in Cup.objects.filter(event__club=club).order_by("pk"):
        yield {
            "event": events[cup.event_id],
            **{name: getattr(cup, name) for name in OF_CUP},
            "first_on": cup.first_on.isoformat(),
            "fixtures": _fixtures(cup.event_id, players),
        }


def cup_read(value: Any, sizes: Sizes) -> Json:
    """Read a row of a cup, and check its words."""
    cup = CUP(value)
    _fixtures_check(cup["fixtures"], sizes)
    return cup


def cups_create(made: Made, rows: Sequence[Json]) -> None:
    """Create the cups of an imported club, whose events are there."""
    events = list(made.club.events.order_by("pk"))
    for data in rows:
        if not 1 <= data["event"] <= len(events):
            raise TypeError("a cup is of no event")
        event = events[data["event"] - 1]
        _saved(Cup(event=event, **{name: data[name] for name in OF_CUP}), "event")
        _fixtures_create(event.pk, data["fixtures"], made.players)


def _fixtures_check(fixtures: Sequence[Json], sizes: Sizes) -> None:
    for fixture in fixtures:
        for note in fixture["notes"]:
            for number in note.get("players") or ():
                sizes.check(player=number)
            if note["kind"] not in FixtureNote.Kind.values or note["side"] not in (None, 0, 1):
                raise ValueError("a word about a fixture is unknown")
            for at in note["times"]:
                datetime.datetime.fromisoformat(at)


def leagues_create(made: Made, rows: Sequence[Json]) -> None:
    """Create the leagues of an imported club, whose events are there."""
    events = list(made.club.events.order_by("pk"))
    for data in rows:
        own = {name: data[name] for name in (*SETTINGS, "created_at")}
        league = _saved(League(club=made.club, **own), "club", "created_by")
        for season in data["seasons"]:
            if not 1 <= season["event"] <= len(events):
                raise TypeError("a season is of no event")
            event = events[season["event"] - 1].pk
            _season_create(league, season, event, made.players)
            for kept in season["parted"]:
                _parted_create(
                    event, [made.players[number - 1] for number in kept["players"]], kept
                )


def _season(season: LeagueSeason, events: Mapping[Any, int], players: Mapping[Any, int]) -> Json:
    return {
        "event": events[season.event_id],
        "number": season.number,
        "deadline": _moment(season.deadline),
        "deadline_reason": season.deadline_reason,
        "late_until": None if season.late_until is None else season.late_until.isoformat(),
        "closed_at": _moment(season.closed_at),
        "wishes": [[players[key], wish] for key, wish in season.wishes.items() if key in players],
        "draft": None
        if season.draft is None
        else {
            name: [{**one, "key": players[one["key"]]} for one in moves if one["key"] in players]
            for name, moves in season.draft.items()
        },
        "fixtures": _fixtures(season.event_id, players),
        "parted": _parted(season.event_id, players),
    }


def _parted(event: int, players: Mapping[Any, int]) -> list[Json]:
    """Return what was said by those who do not meet any more."""
    found = PartedFixture.objects.filter(event=event).select_related("first", "second")
    return [
        {
            "players": [players[parted.first.public_id], players[parted.second.public_id]],
            "deadline": _moment(parted.deadline),
            "agreed_at": _moment(parted.agreed_at),
            "place": parted.place,
            "notes": [
                {
                    **{name: said[name] for name in ("kind", "text", "times", "place")},
                    "side": {parted.first_id: 0, parted.second_id: 1}.get(said["player_id"]),
                    "created_at": said["created_at"],
                }
                for said in parted.notes
            ],
        }
        for parted in found.order_by("pk")
    ]


def _fixtures(event: int, players: Mapping[Any, int]) -> list[Json]:
    found = Fixture.objects.filter(match__round__division__event=event).order_by("pk")
    notes = Prefetch("notes", FixtureNote.objects.select_related("first", "second"))
    rows = found.select_related("match__round__division").prefetch_related(notes)
    return [_fixture(one, players) for one in rows]


def _others(note: FixtureNote, match: Match, players: Mapping[Any, int]) -> list[int] | None:
    """Return who met when it was said, where others meet now."""
    if None in note.two or (note.first_id, note.second_id) == (match.first_id, match.second_id):
        return None
    return [players[one.public_id] for one in note.two if one is not None]


def _fixture(fixture: Fixture, players: Mapping[Any, int]) -> Json:
    found = fixture.match.round
    assert found is not None, "a fixture is a match of an event"
    return {
        "division": found.division.position,
        "round": found.number,
        "position": fixture.match.position,
        "deadline": _moment(fixture.deadline),
        "agreed_at": _moment(fixture.agreed_at),
        "place": fixture.place,
        "notes": [
            {
                "kind": note.kind,
                "side": note.side,
                "text": note.text,
                "times": note.times,
                "place": note.place,
                "created_at": note.created_at.isoformat(),
                "players": _others(note, fixture.match, players),
            }
            for note in sorted(fixture.notes.all(), key=lambda one: one.pk)
        ],
    }


def _season_create(league: League, data: Json, event: int, players: Sequence[Player]) -> None:
    keys = {number: one.public_id for number, one in enumerate(players, 1)}
    draft = data["draft"]
    season = LeagueSeason(
        league=league,
        event_id=event,
        wishes={keys[number]: wish for number, wish in data["wishes"]},
        draft=None
        if draft is None
        else {
            name: [{**one, "key": keys[one["key"]]} for one in moves]
            for name, moves in draft.items()
        },
        **{
            name: data[name]
            for name in ("number", "deadline", "deadline_reason", "late_until", "closed_at")
        },
    )
    _saved(season, "league", "event")
    _fixtures_create(event, data["fixtures"], players)


def _parted_create(event: int, two: Sequence[Player], data: Json) -> None:
    notes = [
        {
            **{name: said[name] for name in ("kind", "text", "times", "place")},
            "player_id": None if said["side"] is None else two[said["side"]].pk,
            "key": f"archive-{number}",
            "sender_id": None,
            "sent_by_id": None,
            "created_at": said["created_at"].isoformat(),
        }
        for number, said in enumerate(data["notes"], 1)
    ]
    dates = {name: data[name] for name in ("deadline", "agreed_at", "place")}
    kept = PartedFixture(event_id=event, first=two[0], second=two[1], notes=notes, **dates)
    _saved(kept, "event", "first", "second")


def _fixtures_create(event: int, fixtures: Sequence[Json], players: Sequence[Player]) -> None:
    places = {
        (division, number, position): match
        for match, division, number, position in Match.objects.filter(
            round__division__event=event
        ).values_list("pk", "round__division__position", "round__number", "position")
    }
    matches = Match.objects.in_bulk(places.values())
    for fixture in fixtures:
        place = fixture["division"], fixture["round"], fixture["position"]
        if place not in places:
            raise TypeError("a fixture is no match")
        _fixture_create(matches[places[place]], fixture, players)


def _fixture_create(match: Match, data: Json, players: Sequence[Player]) -> None:
    fixture = Fixture(
        match=match, **{name: data[name] for name in ("deadline", "agreed_at", "place")}
    )
    _saved(fixture, "match")
    FixtureNote.objects.bulk_create(
        _note_made(fixture, number, dict(note), players)
        for number, note in enumerate(data["notes"], 1)
    )


def _note_made(fixture: Fixture, number: int, data: Json, players: Sequence[Player]) -> FixtureNote:
    match, others = fixture.match, data.pop("players")
    sides = match.first_id, match.second_id
    if others is not None:
        sides = players[others[0] - 1].pk, players[others[1] - 1].pk
    note = FixtureNote(fixture=fixture, key=f"archive-{number}", **data)
    note.player_id = None if note.side is None else sides[note.side]
    # Before a bracket was corrected others may have met here: who, an old archive does not say.
    is_known = others is not None or match.known_at is None or note.created_at >= match.known_at
    note.first_id, note.second_id = sides if is_known else (None, None)
    return note


def _saved(row: Any, *given: str) -> Any:
    assert isinstance(row, Model)
    row.clean_fields(exclude=[*given, "params", "tie_breaks"])
    row.save(force_insert=True)
    return row


def _moment(at: datetime.datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _numbers(keys: Any) -> dict[Any, int]:
    return {key: number for number, key in enumerate(keys, 1)}


def _leagues_counted(count: int) -> str:
    return ngettext("%(count)s league", "%(count)s leagues", count) % {"count": count}


def _cups_counted(count: int) -> str:
    return ngettext("%(count)s cup", "%(count)s cups", count) % {"count": count}


LEAGUES: Final = Part("leagues", leagues_write, league_read, leagues_create, _leagues_counted)
CUPS: Final = Part("cups", cups_write, cup_read, cups_create, _cups_counted)
