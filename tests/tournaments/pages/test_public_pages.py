"""Pages of events for everybody: what is shown to whom, and that nothing is shown too early."""

import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests import evenings
from tests.tournaments.directing import Directed
from tests.tournaments.event_phones import account, signed_in
from tests.tournaments.pages.public import (
    FORMATS,
    FOUR,
    LEAVES,
    format_params,
    named,
    open_club,
    page,
    rows_of,
    text_of,
)
from tournaments.desk.presenters.events_list import list_page
from tournaments.desk.selectors import events_of
from tournaments.events.selectors.events import MOST_CARDS, events_now
from tournaments.events.services import draws, entries, events
from tournaments.models import Event
from tournaments.pages.actors import cookie_name, token_sealed
from tournaments.record.services.passes import pass_create

pytestmark = pytest.mark.django_db

# who may see it


def test_an_event_of_an_open_club_is_open_to_everybody() -> None:
    directed = Directed(open_club(), FOUR, event_fields={"place": "Café", "notice": "Be there."})
    shown = page(directed)
    assert "Café" in shown
    assert "Be there." in shown


@pytest.mark.parametrize(
    "path",
    [
        *("", "live/", "wall/", "wall/live/"),
        *("entries.csv", "results.csv", "standings.csv"),
        *("entries.xlsx", "results.xlsx", "standings.xlsx"),
    ],
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
    directed = Directed(open_club(), FOUR, format=format, params=format_params(format))
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
    shown = text_of(page(directed, "entries", signed_in(directed.director)))
    # 20 of Ann, 20 + 2 * 10 of Bob, 20 of Cid; Dee has not paid.
    assert "80.00 EUR" in shown
    assert "48.00 EUR" in shown
    assert "32.00 EUR" in shown
    announced = text_of(page(directed, "entries"))
    assert "60 %" in announced
    assert "48.00 EUR" not in announced


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


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_on_a_page_needs_a_style_or_a_script_of_its_own(format: str) -> None:
    directed = Directed(open_club(), FOUR, format=format, params=format_params(format))
    directed.next_round()
    for leaf in LEAVES:
        shown = page(directed, leaf)
        assert " style=" not in shown, leaf
        assert "<style" not in shown, leaf
        assert " onclick" not in shown, leaf
        assert not re.search(r"<script(?![^>]* src=)", shown), leaf
        ids = re.findall(r' id="([^"]+)"', shown)
        assert len(ids) == len(set(ids)), leaf


def test_pages_are_there_in_german() -> None:
    directed = Directed(open_club(), FOUR, format="single")
    directed.next_round()
    answer = Client(headers={"accept-language": "de"}).get(f"/events/{directed.event.public_id}/")
    shown = text_of(answer.content.decode())
    assert "Hauptfeld" in shown
    assert "Halbfinale" in shown


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
    assert "data-news" in page(directed)
    directed.play_all()
    events.event_finish(event=directed.event, by=directed.director)
    assert "data-news" not in page(directed)


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


def test_running_events_stand_in_one_order_on_the_club_s_page_and_in_the_list() -> None:
    club = open_club()
    made = [Directed(club, "Ann Bob").event.pk for _ in range(3)]
    Event.objects.update(status=Event.Status.RUNNING)
    Event.objects.filter(pk=made[0]).update(starts_on="2026-03-05")
    Event.objects.filter(pk__in=made[1:]).update(starts_on="2026-03-01")
    cards = [card.event.pk for card in events_now(club)]
    assert cards == [made[0], made[2], made[1]]
    assert cards == [event.pk for event in list_page(club, events_of(club)).running]


def test_the_table_that_plays_stands_above_the_events() -> None:
    club = open_club()
    Event.objects.filter(pk=Directed(club, "Ann Bob").event.pk).update(status="running")
    evening = evenings.Evening(club, "Ann Bob Cid")
    shown = Client().get(f"/clubs/{club.slug}/").content.decode()
    at_table = shown.index(f"/sessions/{evening.session.public_id}/")
    assert at_table < shown.index("/events/", shown.index("<h1"))


def test_who_is_not_entered_is_not_offered_a_table_of_their_own() -> None:
    directed = Directed(open_club(), FOUR)
    member = evenings.member(directed.club, "Mia")
    ann = account(directed, "Ann")
    assert "My table" in page(directed, client=signed_in(ann))
    assert "My table" not in page(directed, client=signed_in(member))
    assert "My table" in page(directed), "a guest says there who they are"


def test_events_on_the_club_s_page_cost_one_query() -> None:
    club = open_club()
    made = [Directed(club, FOUR).event.pk for _ in range(MOST_CARDS + 1)]
    with CaptureQueriesContext(connection) as asked:
        cards = events_now(club)
    assert [card.entries for card in cards] == [4] * MOST_CARDS
    assert {card.event.pk for card in cards} < set(made)
    assert len(asked) == 1


# how much is asked of the database


def test_the_number_of_queries_is_the_same_for_eight_and_for_forty_players() -> None:
    counts: dict[str, list[int]] = {}
    for count in (8, 40):
        directed = Directed(open_club(slug=f"club-{count}"), " ".join(named(count)))
        directed.next_round()
        directed.play_all()
        if count == 40:
            directed.next_round()
        for path in ("", "?show=rounds", "?show=entries", "wall/"):
            client, address = Client(), f"/events/{directed.event.public_id}/{path}"
            client.get(address)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(address).status_code == 200
            counts.setdefault(path, []).append(len(asked))
    for path, (few, many) in counts.items():
        assert few == many, path
        assert few <= 6, path
