"""Pages of events for everybody: what is shown to whom, and that nothing is shown too early."""

import csv
import io
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.models import Club, Player
from games.selectors.sessions import table_of
from tests import evenings
from tests.tournaments.events.directing import Directed
from tests.tournaments.events.tables import Tables
from tournaments.event_passes import cookie_name, token_sealed
from tournaments.models import Event
from tournaments.selectors.events import MOST_CARDS, events_now
from tournaments.services import draws, entries, events
from tournaments.services.passes import pass_create

pytestmark = pytest.mark.django_db

FOUR = "Ann Bob Cid Dee"
FORMATS = ("swiss", "round_robin", "single", "progressive", "double", "groups_knockout")
LEAVES = ("now", "rounds", "entries")


def open_club(**fields: Any) -> Club:
    return evenings.club(visibility=Club.Visibility.PUBLIC, **fields)


def page(directed: Directed, leaf: str = "", client: Client | None = None, **asked: Any) -> str:
    query = {"show": leaf, **asked}
    answer = (client or Client()).get(f"/events/{directed.event.public_id}/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(html: str) -> str:
    """What is read on a page, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def rows_of(directed: Directed, what: str) -> list[list[str]]:
    answer = Client().get(f"/events/{directed.event.public_id}/{what}.csv")
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode().lstrip("\ufeff"))))


def named(count: int) -> Sequence[str]:
    return [f"Player{number:02d}" for number in range(1, count + 1)]


# who may see it


def test_an_event_of_an_open_club_is_open_to_everybody() -> None:
    directed = Directed(open_club(), FOUR, event_fields={"place": "Café", "notice": "Be there."})
    shown = page(directed)
    assert "Café" in shown
    assert "Be there." in shown


@pytest.mark.parametrize(
    "path", ["", "live/", "wall/", "wall/live/", "entries.csv", "results.csv", "standings.csv"]
)
def test_an_event_of_a_club_for_members_is_found_by_members_only(path: str, client: Client) -> None:
    directed = Directed(evenings.club(), FOUR)
    address = f"/events/{directed.event.public_id}/{path}"
    assert client.get(address).status_code == 404
    client.force_login(evenings.user("Somebody"))
    assert client.get(address).status_code == 404
    client.force_login(evenings.member(directed.club, "Mia"))
    assert client.get(address).status_code == 200


def test_a_template_and_what_does_not_exist_are_not_found(client: Client) -> None:
    directed = Directed(open_club(), FOUR)
    Event.objects.update(status=Event.Status.TEMPLATE)
    for address in (f"/events/{directed.event.public_id}/", "/events/nothing/"):
        assert client.get(address).status_code == 404


def test_an_unknown_division_is_not_found_and_an_unknown_leaf_is_the_first(client: Client) -> None:
    directed = Directed(open_club(), FOUR)
    address = f"/events/{directed.event.public_id}/"
    assert client.get(address, {"division": "nothing"}).status_code == 404
    assert "The draw follows" in page(directed, "elsewhere", round="x")


def test_names_that_are_veiled_to_strangers_are_veiled_here() -> None:
    directed = Directed(open_club())
    players = [
        Player.objects.create(club=directed.club, name=name, shown=shown)
        for name, shown in (
            ("Ann Miller", Player.Shown.INITIALS),
            ("Bob Hidden", Player.Shown.HIDDEN),
            ("Cid Plain", Player.Shown.FULL),
        )
    ]
    entries.entries_add(division=directed.division, by=directed.director, players=players)
    directed.next_round()
    shown = "".join(page(directed, leaf) for leaf in LEAVES)
    shown += Client().get(f"/events/{directed.event.public_id}/wall/").content.decode()
    shown += str(rows_of(directed, "entries") + rows_of(directed, "results"))
    assert "Miller" not in shown
    assert "Hidden" not in shown
    assert "A. M." in shown
    assert "Cid Plain" in shown
    assert players[1].public_id not in shown
    member = Client()
    member.force_login(evenings.member(directed.club, "Mia"))
    assert "Ann Miller" in page(directed, client=member)


# drafts


@pytest.mark.parametrize("format", FORMATS)
def test_a_draw_is_seen_only_when_it_is_released(format: str) -> None:
    directed = Directed(open_club(), FOUR, format=format, params=_params(format))
    draws.draw_make(division=directed.division, by=directed.director)
    before = [text_of(page(directed, leaf, round=1)) for leaf in LEAVES]
    wall = text_of(Client().get(f"/events/{directed.event.public_id}/wall/").content.decode())
    draws.draw_confirm(division=directed.division, by=directed.director)
    for shown in (*before[:2], *(text_of(page(directed, leaf)) for leaf in LEAVES[:2]), wall):
        assert "Round 1" not in shown
        assert "bracket" not in shown.lower()
        assert "Group" not in shown.replace("Groups into", "")
    for shown in (*before[:2], text_of(page(directed, "now"))):
        assert not re.search(r"\b(Ann|Bob|Cid|Dee)\b", shown)
    assert len(rows_of(directed, "results")) == 1
    draws.draw_release(division=directed.division, by=directed.director)
    assert "Ann" in text_of(page(directed))
    assert len(rows_of(directed, "results")) > 2


def _params(format: str) -> dict[str, Any]:
    return {"groups": 2, "qualifiers": 1} if format == "groups_knockout" else {}


def test_the_draft_of_the_next_round_does_not_show_on_top_of_the_last_one() -> None:
    directed = Directed(open_club(), FOUR)
    directed.next_round()
    directed.play_all()
    draws.draw_make(division=directed.division, by=directed.director)
    shown = text_of(page(directed))
    assert "Round 1" in shown
    assert "Round 2" not in shown


# what is on it


def test_the_round_shows_tables_opponents_and_results_as_they_come() -> None:
    directed = Directed(open_club(), FOUR, params={"rounds": 3})
    directed.next_round()
    match = directed.open()[0]
    before = text_of(page(directed))
    assert "Round 1 0 of 2 results" in before
    assert f"Table 1 {match.first} – {match.second}" in before
    directed.win(match, 1, loser_points=4)
    after = text_of(page(directed))
    assert "1 of 2 results" in after
    assert f"{match.first} – {match.second} (won) 4–7" in after


def test_a_round_is_explained_with_its_seed_and_with_names() -> None:
    directed = Directed(open_club(), "Ann Bob Cid")
    directed.next_round()
    shown = text_of(page(directed, "rounds"))
    assert "0123456789abcdef/1/1/1" in shown
    assert re.search(r"(Ann|Bob|Cid) has the bye: lowest score without a bye so far\.", shown)
    assert re.search(r"(Ann|Bob|Cid) – (Ann|Bob|Cid) Score 0", shown)


def test_an_earlier_round_can_be_asked_for() -> None:
    directed = Directed(open_club(), FOUR)
    for _ in range(2):
        directed.next_round()
        directed.play_all()
    assert "0123456789abcdef/1/1/1" in page(directed, "rounds", round=1)
    assert "0123456789abcdef/1/2/1" in page(directed, "rounds")


def test_several_divisions_have_a_way_to_each() -> None:
    directed = Directed(open_club(), FOUR)
    second = events.division_add(
        event=directed.event, by=directed.director, name="Beginners", format="round_robin"
    )
    shown = page(directed, division=second.public_id)
    assert f"division={directed.division.public_id}" in shown
    assert "Round robin" in shown


def test_prizes_are_worked_out_from_the_fees_that_were_paid() -> None:
    directed = Directed(
        open_club(),
        FOUR,
        event_fields={
            "fee": Decimal(20),
            "reentry_fee": Decimal(10),
            "currency": "EUR",
            "prizes": [60, 40],
        },
    )
    for name, paid in (("Ann", 1), ("Bob", 3), ("Cid", 1)):
        entry = directed.entry(name)
        entry.fees_paid = paid
        entry.save()
    shown = text_of(page(directed, "entries"))
    # 20 of Ann, 20 + 2 * 10 of Bob, 20 of Cid; Dee has not paid.
    assert "80.00 EUR" in shown
    assert "48.00 EUR" in shown
    assert "32.00 EUR" in shown


def test_the_clock_tells_until_when_at_the_club(client: Client) -> None:
    directed = Directed(
        open_club(time_zone="Europe/Berlin"), FOUR, event_fields={"round_minutes": 60}
    )
    (one,) = directed.next_round()
    draws.clock_start(round=one, by=directed.director)
    shown = page(directed)
    assert "data-ends-at" in shown
    assert re.search(r"until \d\d:\d\d", shown)
    draws.clock_stop(round=one, by=directed.director)
    assert "data-ends-at" not in page(directed)


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("format", FORMATS)
def test_nothing_on_a_page_needs_a_style_or_a_script_of_its_own(format: str, leaf: str) -> None:
    directed = Directed(open_club(), FOUR, format=format, params=_params(format))
    directed.next_round()
    shown = page(directed, leaf)
    assert " style=" not in shown
    assert "<style" not in shown
    assert " onclick" not in shown
    assert not re.search(r"<script(?![^>]* src=)", shown)
    ids = re.findall(r' id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))


def test_pages_are_there_in_german() -> None:
    directed = Directed(open_club(), FOUR, format="single")
    directed.next_round()
    answer = Client(headers={"accept-language": "de"}).get(f"/events/{directed.event.public_id}/")
    shown = text_of(answer.content.decode())
    assert "Hauptfeld" in shown
    assert "Halbfinale" in shown


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


# phones


def test_a_phone_that_was_let_in_sees_the_event_of_a_club_for_members() -> None:
    directed = Directed(evenings.club(), FOUR)
    made = pass_create(event=directed.event, player=directed.player("Ann"), by=directed.director)
    phone = Client()
    address = f"/events/{directed.event.public_id}/"
    assert phone.get(address).status_code == 404
    phone.cookies[cookie_name(directed.event)] = token_sealed(made.token)
    assert "Bob" in phone.get(address, {"show": "entries"}).content.decode()


# polling


def test_nothing_is_sent_while_nothing_has_changed(client: Client) -> None:
    directed = Directed(open_club(), FOUR)
    directed.next_round()
    live = f"/events/{directed.event.public_id}/live/"
    beat = Event.objects.get().beat
    assert client.get(live, {"beat": beat}).status_code == 204
    directed.win(directed.open()[0], 0)
    answer = client.get(live, {"beat": beat}, headers={"HX-Request": "true"})
    shown = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in shown
    assert f"beat={Event.objects.get().beat}" in shown
    assert 'hx-swap-oob="true"' in shown


def test_an_event_that_is_over_is_not_asked_for_again() -> None:
    directed = Directed(open_club(), FOUR, params={"rounds": 1})
    directed.next_round()
    assert "every 4s" in page(directed)
    directed.play_all()
    events.event_finish(event=directed.event, by=directed.director)
    assert "every 4s" not in page(directed)


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
    assert head == ["division", "number", "name", "Level", "State"]
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
    assert head[3:] == ["Score", "Won–lost", "Buchholz", "Points difference"]
    assert sorted(row[6] for row in rows) == ["-4", "0", "4"]


def test_a_name_that_is_a_formula_is_a_text_in_files() -> None:
    directed = Directed(open_club(), "=1+1 Bob")
    assert rows_of(directed, "entries")[1][2] == "'=1+1"


# the club's page


def test_the_club_s_page_shows_what_runs_and_what_comes(client: Client) -> None:
    club = open_club()
    running = Directed(club, FOUR, event_fields={"starts_on": evenings.MONDAY})
    running.next_round()
    old = Directed(club, event_fields={"starts_on": evenings.MONDAY})
    Event.objects.filter(pk=old.event.pk).update(status="planned", starts_on="2020-01-01")
    coming = Directed(club, "Ann Bob")
    entries.entry_withdraw(entry=coming.entry("Bob"), by=coming.director)
    cards = events_now(club)
    assert [(card.event.pk, card.entries) for card in cards] == [
        (running.event.pk, 4),
        (coming.event.pk, 1),
    ]
    shown = client.get(f"/clubs/{club.slug}/").content.decode()
    assert f"/events/{running.event.public_id}/" in shown
    assert f"/events/{old.event.public_id}/" not in shown


def test_events_on_the_club_s_page_cost_one_query() -> None:
    club = open_club()
    for _ in range(MOST_CARDS + 1):
        Directed(club, FOUR)
    with CaptureQueriesContext(connection) as asked:
        assert len(events_now(club)) == MOST_CARDS
    assert len(asked) == 1


# how much is asked of the database


@pytest.mark.parametrize("path", ["", "?show=rounds", "?show=entries", "wall/"])
def test_the_number_of_queries_is_the_same_for_eight_and_for_forty_players(path: str) -> None:
    counts = []
    for count in (8, 40):
        directed = Directed(open_club(slug=f"club-{count}"), " ".join(named(count)))
        directed.next_round()
        directed.play_all()
        if count == 40:
            directed.next_round()
        client, address = Client(), f"/events/{directed.event.public_id}/{path}"
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 6
