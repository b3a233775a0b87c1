"""What gives names or money, and what each reader finds in it: nothing personal without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from pytest_django.plugin import DjangoDbBlocker

from games.api.shapes import NoteSerializer, PlayerSerializer, SessionDetailSerializer, money_of
from games.clubs.selectors.clubs import seatable_players
from games.clubs.selectors.privacy import people_seen, person_seen
from games.models import Player, Session
from games.permissions import Limited, Reader
from games.record.selectors.log import game_notation, told_of_evening, told_since
from games.record.selectors.names import names_in
from games.record.selectors.notes import authors_of
from games.record.selectors.sessions import names_of
from games.sessions.exports.session_json import session_as_json
from games.sessions.exports.session_rows import sheet_rows
from games.sessions.presenters.earlier_games import note_page
from games.sessions.presenters.setup import setup_page
from games.sessions.presenters.sheets import club_front, sheet_page, story
from games.sessions.selectors.amendment import game_text
from games.sessions.selectors.circles import Circles
from games.sessions.selectors.settling import debts_of_club, settlement
from games.sessions.selectors.sheets import cards, row_get, sheet_get, sheet_of_all
from games.sessions.services.csn import csn_export
from games.table.presenters.phones import phones_page
from games.table.presenters.reading import reading_of
from games.table.presenters.wall import club_wall, session_wall
from games.table.selectors.wall import latest_results, names_at
from games.web.input import Input
from tests.walk.world import MEMBERS, PUBLIC, Place, World, made
from tournaments.api.exporting import event_export
from tournaments.api.reading import people_of
from tournaments.api.standing_shapes import standings_state
from tournaments.api.states import event_state, match_detail, round_states
from tournaments.desk.presenters.desk import Wanted, desk_of
from tournaments.desk.presenters.forms import new_page
from tournaments.desk.presenters.log import log_page
from tournaments.desk.selectors import division_directed
from tournaments.events.selectors.events import board_read
from tournaments.events.selectors.phones import mine_read
from tournaments.formats.effects import Effect
from tournaments.ladders.exports import leaderboard_rows, official_rows
from tournaments.ladders.presenters.leaderboards import leaderboard_page
from tournaments.ladders.presenters.people import player_page
from tournaments.ladders.presenters.ratings import rating_page
from tournaments.ladders.selectors.comparing import comparison_get, players_to_compare
from tournaments.ladders.selectors.leaderboards import LeaderboardQuery, leaderboard_asked
from tournaments.ladders.selectors.officials import official_get
from tournaments.ladders.selectors.people import record_get
from tournaments.ladders.selectors.player_list import players_with_totals
from tournaments.ladders.selectors.ratings import inputs_of, rating_explained
from tournaments.models import Match
from tournaments.pages import exports
from tournaments.pages.presenters.events import event_page
from tournaments.pages.presenters.events_wall import event_wall
from tournaments.pages.presenters.matches import match_page
from tournaments.pages.presenters.phones import me_page
from tournaments.pages.presenters.phones import phones_page as event_phones_page
from tournaments.pages.presenters.reaches import reached
from tournaments.pages.presenters.results import results_page
from tournaments.pages.selectors.matches import players_to_choose, steps_of_match
from tournaments.pages.selectors.results import results_of
from tournaments.results.services.reach import columns_of, touched

pytestmark = pytest.mark.django_db

Read = Callable[..., Any]
"""Reads something of a place for `reader=...`, or for nobody where none is given."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """The clubs of the walk, made once: nothing here writes."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield made()
        transaction.set_rollback(True)


def running(of: Place) -> Session:
    return Session.objects.select_related("club").get(pk=of.running.session.pk)


def ended(of: Place) -> Session:
    return Session.objects.select_related("club").get(pk=of.ended.session.pk)


def hidden(of: Place) -> Player:
    return Player.objects.select_related("club").get(club=of.club, shown="hidden")


def a_match(of: Place) -> Match:
    found = Match.objects.select_related("club", "first", "second", "round__division__event__club")
    return found.filter(club=of.club, first__shown="hidden").first() or found.get(
        club=of.club, second__shown="hidden"
    )


def board(of: Place, **to: Any) -> Any:
    return board_read(of.event.event, division=None, **to)


def desk(of: Place, view: str = "play", **to: Any) -> Any:
    shown = desk_of(division_directed(of.event.event, **to), Wanted(view=view))
    # Rows of the database say their own names; templates are given what stands beside them.
    rows = (*shown.open, *shown.waiting, *shown.reported, *shown.decided)
    drawn = [(row.first, row.second) for one in shown.drawn for row in one.rows]
    return (
        [(row.first, row.second) for row in rows],
        drawn,
        [one.name for one in shown.entries],
        shown.suggestions,
        shown.claims,
        shown.directed.names,
        shown.directed.choices,
    )


def match_of(of: Place, **to: Any) -> Any:
    match = a_match(of)
    page = match_page(match, AnonymousUser(), steps_of_match(match), **to)
    return replace(page, match=None)  # type: ignore[arg-type]


def correction_of(of: Place, **to: Any) -> Any:
    match = a_match(of)
    found = Effect(lost=(touched(match, columns_of(match)),))
    return reached(found, **to)


def listed(of: Place, **to: Any) -> Any:
    found = results_of(of.club, **to)
    page = results_page(found, players_to_choose(of.club, **to))
    rows = [line.row for _day, lines in page.days for line in lines]
    # A card of an evening has its session's row, whose names nobody shows.
    shown = [getattr(row, "best", row) for row in rows]
    return [getattr(row, "title", row) for row in shown], page.people


def table(of: Place, **to: Any) -> Any:
    reading = reading_of(running(of), **to)
    return dict(reading.names), reading.steps, reading.latest, reading.undo, reading.redo


def notes(of: Place, **to: Any) -> Any:
    session = ended(of)
    context = {"session": session, **to}
    context.setdefault("reader", Reader())
    rows = list(session.notes.all())
    return (
        authors_of(session, rows, **to),
        NoteSerializer(rows, many=True, context=context).data,
        [line.author for line in note_page(session, 1, Input(), **to).notes],
    )


def lists(of: Place, **to: Any) -> Any:
    found = official_get(of.club, str(of.ids["official"]), **to)
    return str(official_rows(found))


def evening_rows(of: Place, **to: Any) -> Any:
    page = sheet_page(ended(of), **to)
    told = story(ended(of), 1, **to)
    return page.sheet.columns, page.chart, [one.text for one in told.lines], told.row.cells


NAMES: Final[dict[str, Read]] = {
    "persons": lambda of, **to: people_seen(of.club.players.all(), **to),
    "a person": lambda of, **to: person_seen(hidden(of), **to),
    "names at a table": lambda of, **to: names_of(running(of), **to),
    "names in a club": lambda of, **to: dict(names_in(running(of), **to)),
    "a game in notation": lambda of, **to: game_notation(ended(of), 1, **to),
    "a game to amend": lambda of, **to: game_text(ended(of), 1, **to).identifiers,
    "the sheet": lambda of, **to: sheet_get(ended(of), **to).columns,
    "the whole sheet": lambda of, **to: str(sheet_rows(sheet_of_all(ended(of), **to))),
    "a row": lambda of, **to: row_get(ended(of), 1, **to)[0].cells,
    "the page of a sheet": evening_rows,
    "the sheet for programs": lambda of, **to: session_as_json(sheet_of_all(ended(of), **to), **to),
    "the notation": lambda of, **to: csn_export(session=ended(of), **to),
    "cards": lambda of, **to: [
        one.best for one in (*cards([ended(of)], **to), *latest_results(of.club, **to))
    ],
    "a club's page": lambda of, **to: [one.best for one in club_front(of.club, **to).cards],
    "notes": notes,
    "the table": table,
    "walls": lambda of, **to: [
        render_to_string("table/wall/wall.html", {"wall": wall, "beat": 0})
        for wall in (club_wall(of.club, **to), session_wall(running(of), **to))
    ],
    "names on walls": lambda of, **to: [
        dict(one) for one in names_at([running(of)], **to).values()
    ],
    "phones at a table": lambda of, **to: [
        one.name for one in phones_page(running(of), "http://x/", **to).seats
    ],
    "a session for programs": lambda of, **to: SessionDetailSerializer(
        running(of), context=to
    ).data["seats"],
    "players for programs": lambda of, **to: (
        PlayerSerializer(of.club.players.select_related("club"), many=True, context=to).data
    ),
    "a leaderboard": lambda of, **to: leaderboard_rows(
        leaderboard_asked(of.club, LeaderboardQuery(over="all"), **to, whole=True)
    ),
    "a leaderboard's page": lambda of, **to: [
        line.name
        for line in leaderboard_page(
            leaderboard_asked(of.club, LeaderboardQuery(over="all"), **to)
        ).lines
    ],
    "an official list": lists,
    "the list of players": lambda of, **to: players_with_totals(of.club, **to).players,
    "a player's page": lambda of, **to: player_page(record_get(hidden(of), **to), **to).player,
    "opponents": lambda of, **to: (
        record_get(
            Player.objects.select_related("club").get(club=of.club, name=f"Zqopen{of.kind}"), **to
        ).opponents
    ),
    "whom to compare": lambda of, **to: players_to_compare(of.club, **to),
    "two players compared": lambda of, **to: (
        comparison_get(
            hidden(of),
            Player.objects.select_related("club").get(club=of.club, name=f"Zqopen{of.kind}"),
            **to,
        ).people
    ),
    "where a figure comes from": lambda of, **to: (
        rating_page(rating_explained(hidden(of)), **to).player
    ),
    "what figures are made of": lambda of, **to: [one.game for one in inputs_of(of.club, **to)],
    "an event's page": lambda of, **to: [
        event_page(board(of, **to), show).__getattribute__(part)
        for show, part in (("entries", "entries"), ("now", "standings"))
    ],
    "an event's pairs": lambda of, **to: [
        (line.first, line.second)
        for one in event_page(board(of, **to), "now").current
        for line in one.lines
    ],
    "an event's entries": lambda of, **to: str(exports.entries_rows(board(of, **to))),
    "an event's results": lambda of, **to: str(exports.results_rows(board(of, **to))),
    "an event's standings": lambda of, **to: str(exports.standings_rows(board(of, **to))),
    "an event's wall": lambda of, **to: [
        [(one.first, one.second) for one in slide.matches]
        for slide in event_wall(board(of, **to)).slides
    ],
    "an event for programs": lambda of, **to: event_export(of.event.event, **to),
    "standings for programs": lambda of, **to: [
        standings_state(one) for one in board(of, **to).fields
    ],
    "rounds for programs": lambda of, **to: round_states(
        of.event.division, list(of.event.division.rounds.all()), people_of(of.event.division, **to)
    ),
    "a match for programs": lambda of, **to: match_detail(
        a_match(of), people_of(of.event.division, **to)
    ),
    "a match": match_of,
    "what a correction takes from others": correction_of,
    "matches": listed,
    "the page that sets a session up": lambda of, **to: (
        setup_page(
            of.club, seatable_players(of.club), Input(), "2026-01-01", Circles((), None), **to
        ).players
    ),
    "the form for an event": lambda of, **to: (
        new_page(
            of.club,
            Input(),
            was_sent=False,
            players=list(seatable_players(of.club)),
            source=None,
            sources=(),
            **to,
        ).known
    ),
    "players to choose": lambda of, **to: players_to_choose(of.club, **to),
    "what is next for a player": lambda of, **to: (
        [
            (one.now, one.report and one.report.opponent, one.said)
            for one in me_page(
                mine_read(of.event.event, hidden(of), **to), is_phone=True, sees_table=False
            ).spots
        ]
        + [
            me_page(
                mine_read(of.event.event, hidden(of), **to), is_phone=True, sees_table=False
            ).name
        ]
    ),
    "phones of an event": lambda of, **to: (
        event_phones_page(of.event.event, "http://x/", **to).people
    ),
    "the desk": desk,
    "entries on the desk": lambda of, **to: desk(of, "entries", **to),
    "an event's log": lambda of, **to: [
        (one.who, one.about) for one in log_page(of.event.event, **to).lines
    ],
}
MONEY: Final[dict[str, Read]] = {
    "settling up": lambda of, **to: settlement(ended(of), **to),
    "debts": lambda of, **to: [
        (one.amount, one.debt and one.debt.currency) for one in debts_of_club(of.club, **to)
    ],
    "a session's money": lambda of, **to: money_of(ended(of), **to),
    "a club's money": lambda of, **to: money_of(of.club, **to),
    "the notation": lambda of, **to: csn_export(session=ended(of), **to),
    "the sheet for programs": lambda of, **to: session_as_json(sheet_get(ended(of), **to), **to),
    "a session for programs": lambda of, **to: SessionDetailSerializer(ended(of), context=to).data,
}
CODES: Final[dict[str, Read]] = {
    "a table's code": lambda of, **to: phones_page(running(of), "http://x/", **to).code,
    "an event's code": lambda of, **to: event_phones_page(of.event.event, "http://x/", **to).code,
    "an event for programs": lambda of, **to: event_state(of.event.event, **to)["code"],
}
SILENT: Final = ("nobody", "guest", "stranger", "token of another club", "organizer elsewhere")


def as_reader(who: str, world: World, of: Place, session: Session | None = None) -> dict[str, Any]:
    """What is handed over for one of those who read; nothing at all for nobody."""
    if who == "nobody":
        return {}
    if who == "system":
        return {"reader": Reader.system()}
    if who == "guest":
        return {"reader": Reader.of(AnonymousUser(), of.club, session)}
    users = world.users
    if who == "token of another club":
        other = Limited(users["organizer"], world.places[MEMBERS].club.pk)
        return {"reader": Reader.of(other, of.club, session)}
    if who == "organizer elsewhere":
        return {"reader": Reader.of(users["organizer"], world.places[MEMBERS].club)}
    return {"reader": Reader.of(users[who], of.club, session)}


@pytest.mark.parametrize("who", SILENT)
@pytest.mark.parametrize("what", NAMES)
def test_names_of_those_who_do_not_want_it_are_kept(what: str, who: str, world: World) -> None:
    place = world.places[PUBLIC]
    read = repr(NAMES[what](place, **as_reader(who, world, place)))
    assert place.canaries["names"].findall(read) == []


SELDOM: Final = {
    "an official list",
    "what figures are made of",
    "an event's standings",
    "standings for programs",
}
"""Empty in so small a world, for every reader."""


@pytest.mark.parametrize("who", ["member", "organizer", "system"])
@pytest.mark.parametrize("what", sorted(NAMES.keys() - SELDOM))
def test_names_are_told_to_those_who_may_read_them(what: str, who: str, world: World) -> None:
    place = world.places[PUBLIC]
    read = repr(NAMES[what](place, **as_reader(who, world, place)))
    assert place.canaries["names"].search(read), read[:500]


@pytest.mark.parametrize("who", [*SILENT, "member", "organizer", "system"])
@pytest.mark.parametrize("what", MONEY)
def test_money_is_told_to_those_whom_it_concerns(what: str, who: str, world: World) -> None:
    place = world.places[PUBLIC]
    read = repr(MONEY[what](place, **as_reader(who, world, place)))
    found = place.canaries["money"].search(read) is not None
    assert found is (who in ("organizer", "system")), read[:500]


@pytest.mark.parametrize("who", [*SILENT, "member", "organizer"])
@pytest.mark.parametrize("what", CODES)
def test_codes_are_told_to_those_who_let_others_in(what: str, who: str, world: World) -> None:
    place = world.places[PUBLIC]
    of_session = running(place) if what == "a table's code" else None
    code = CODES[what](place, **as_reader(who, world, place, of_session))
    assert bool(code) is (who == "organizer")


def test_a_seat_opens_the_money_of_its_own_session_only(world: World) -> None:
    place = world.places[PUBLIC]
    first, other = ended(place), running(place)
    reader = Reader.of(world.users["seated"], place.club, first)
    assert reader.sees_money_of(first)
    assert not reader.sees_money_of(other)
    assert not reader.sees_money_of(place.club)


def test_a_step_in_the_log_names_no_account_to_strangers(world: World) -> None:
    session = running(world.places[PUBLIC])
    for told in (told_of_evening(session).told, told_since(session, 1)):
        assert told
        assert {one.by.name for one in told} == {""}
