"""Pages of events for everybody: tables of several, the wall, and files to take home."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.record.selectors.sessions import table_of
from tests.tournaments.directing import Directed
from tests.tournaments.pages.public import FOUR, named, open_club, page, rows_of, text_of
from tests.tournaments.tables.tables import Tables
from tournaments.events.services import entries, events
from tournaments.models import Event

pytestmark = pytest.mark.django_db

# tables of several


def night(format: str = "club_night") -> Tables:
    directed = Tables(open_club(), "Ann Bob Cid Dee Eve Fay", format=format)
    directed.next_round()
    return directed


def test_tables_have_who_sits_there_and_a_way_to_their_sheets() -> None:
    directed = night()
    shown = page(directed)
    assert "0 of 2 tables are over" in shown
    for table in directed.tables():
        assert table.session is not None
        assert f"/sessions/{table.session.public_id}/" in shown
        for name in directed.names_at(table):
            assert name in shown


def test_points_at_a_table_are_on_the_page_with_what_the_standings_rest_on() -> None:
    directed = night()
    table = directed.table()
    session = directed.start(table)
    game = table_of(session).game
    assert game is not None
    captain, box = (
        directed.club.players.get(public_id=key).name for key in (game.captain, game.box)
    )
    beat = Event.objects.get().beat
    directed.enter_points(session, **{captain: 2})
    assert Event.objects.get().beat > beat
    shown = text_of(page(directed))
    assert "By points" in shown
    assert f"{captain} +2" in shown
    assert f"{box} −2" in shown
    rows = rows_of(directed, "results")
    assert {len(row) for row in rows} == {9}
    assert [captain, "2"] in [[row[3], row[5]] for row in rows]
    assert captain in rows_of(directed, "standings")[1]


def test_a_table_with_a_bank_shows_it() -> None:
    assert "bank 50" in text_of(page(night("bank")))


def test_tables_are_explained_too() -> None:
    shown = text_of(page(night(), "rounds"))
    assert "6 players make 2 tables (3, 3)" in shown


def test_the_wall_shows_two_tables_on_a_slide() -> None:
    directed = night()
    shown = Client().get(f"/events/{directed.event.public_id}/wall/").content.decode()
    assert len(re.findall(r'data-slide="[^"]*-tables-', shown)) == 1
    assert all(name in shown for name in ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"])


def test_tables_cost_the_same_number_of_queries_however_many_there_are() -> None:
    counts = []
    for count in (6, 24):
        directed = Tables(
            open_club(slug=f"club-{count}"), " ".join(named(count)), format="club_night"
        )
        directed.next_round()
        client, address = Client(), f"/events/{directed.event.public_id}/"
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


# the wall


def test_the_wall_has_a_slide_for_each_draw_and_for_the_standings(client: Client) -> None:
    directed = Directed(open_club(), " ".join(named(26)), params={"rounds": 3})
    directed.next_round()
    shown = client.get(f"/events/{directed.event.public_id}/wall/").content.decode()
    # 13 matches are two slides of twelve at most, 26 places two of sixteen at most.
    assert re.findall(r'data-slide="[a-z0-9]+-([^"]+)"', shown) == [
        "1-draw-1",
        "1-draw-2",
        "places-1",
        "places-2",
    ]
    assert "Next: round 2 of 3" in shown
    for name in named(26):
        assert name in shown


def test_the_wall_is_dark_unless_the_room_is_bright(client: Client) -> None:
    directed = Directed(open_club(), FOUR)
    address = f"/events/{directed.event.public_id}/wall/"
    assert 'data-theme="dark"' in client.get(address).content.decode()
    assert 'data-theme="light"' in client.get(address, {"look": "light"}).content.decode()
    assert 'data-theme="dark"' in client.get(address, {"look": "<"}).content.decode()


def test_the_wall_sends_nothing_while_nothing_has_changed(client: Client) -> None:
    directed = Directed(open_club(), FOUR)
    live = f"/events/{directed.event.public_id}/wall/live/"
    assert client.get(live, {"beat": Event.objects.get().beat}).status_code == 204
    assert "Ann" in client.get(live, {"beat": "0"}).content.decode()


def test_the_wall_has_slides_of_all_divisions(client: Client) -> None:
    directed = Directed(open_club(), FOUR)
    second = events.division_add(
        event=directed.event, by=directed.director, name="Beginners", format="single"
    )
    players = [directed.player(name) for name in ("Eve", "Fay")]
    entries.entries_add(division=second, by=directed.director, players=players)
    shown = client.get(f"/events/{directed.event.public_id}/wall/").content.decode()
    assert "Swiss system" in shown
    assert "Beginners" in shown
    assert "Fay" in shown


# files


def test_entries_are_a_file() -> None:
    directed = Directed(open_club(), "Ann Bob")
    head, *rows = rows_of(directed, "entries")
    known = ["division", "number", "name", "Level", "rating", "club"]
    assert head == [*known, "country", "federation number", "State"]
    assert [row[1:3] for row in rows] == [["1", "Ann"], ["2", "Bob"]]


def test_results_are_a_file_with_who_won() -> None:
    directed = Directed(open_club(), "Ann Bob Cid", params={"rounds": 1})
    directed.next_round()
    match = directed.win(directed.open()[0], 1, loser_points=2)
    _, played, bye = rows_of(directed, "results")
    assert played[3:] == [
        str(match.first),
        str(match.second),
        "2",
        "7",
        str(match.second),
        "played",
    ]
    assert bye[4:7] == ["", "", ""]
    assert bye[8] == "bye"


def test_standings_are_a_file_of_plain_numbers() -> None:
    directed = Directed(open_club(), "Ann Bob Cid", tie_breaks=["buchholz", "points_difference"])
    directed.next_round()
    directed.win(directed.open()[0], 0, loser_points=3)
    with override("en"):
        head, *rows = rows_of(directed, "standings")
    assert head[4:] == ["Score", "Won–lost", "Buchholz", "Points difference"]
    assert sorted(row[7] for row in rows) == ["-4", "0", "4"]


def test_a_name_that_is_a_formula_is_a_text_in_files() -> None:
    directed = Directed(open_club(), "=1+1 Bob")
    assert rows_of(directed, "entries")[1][2] == "'=1+1"
