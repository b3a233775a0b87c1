"""What somebody saw who looked at every page: nothing is too small, and nothing lies askew."""

import datetime

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.boards.services.boards import Terms, board_for_two
from games.models import Club
from games.record.services.actions import record_action
from games.rules.chouette import RollOrder, TeamDoubles
from games.rules.dame import Options
from games.sessions.services.sessions import session_create
from tests import evenings
from tests.browser.test_wall import CUT, OVERLAPS, played
from tests.evenings import Evening
from tests.tournaments.directing import Directed
from tests.tournaments.ladders.conftest import IS_TOLD
from tests.tournaments.ladders.test_rating_pages import played_club
from tests.tournaments.leagues.cups import Playing
from tests.tournaments.leagues.seasons import Running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MIDDLING = ("Theodorus", "Friedrich-Wilhelm", "Margarethe", "Ann Katharina")
"""Names that are too long for a wall's largest letters, and yet not long."""
SMALLEST = 11
"""In pixels: what is smaller is read by nobody."""
BOXES = "all => all.map((one) => one.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (820, 800)])
@pytest.mark.parametrize("players", [4, 9])
def test_names_of_nine_to_eighteen_letters_are_read_whole_on_a_tables_wall(
    screen: Page, club: Club, size: tuple[int, int], players: int
) -> None:
    evening = played(club, players)
    seats = evening.session.seats.select_related("player").order_by("pk")
    for seat, name in zip(seats, MIDDLING, strict=False):
        seat.player.name = name
        seat.player.save()
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    screen.goto(f"/sessions/{evening.session.public_id}/wall/")
    assert screen.evaluate(CUT) == []
    assert screen.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("size", [(1280, 720), (1280, 960), (820, 800), (360, 740)])
def test_who_meets_in_a_cup_is_read_on_every_screen(
    screen: Page, club: Club, size: tuple[int, int]
) -> None:
    cup = Playing(of=club).cup
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    screen.goto(f"/cups/{cup.event.public_id}/wall/")
    sizes = screen.locator(".pair__name").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert len(sizes) == 4
    assert min(sizes) >= SMALLEST
    assert screen.evaluate(CUT) == []


def test_the_dice_for_the_first_seats_lie_below_each_name(screen: Page, club: Club) -> None:
    people = [club.players.create(name=name) for name in ("Ann", "Bob", "Cid")]
    session = session_create(
        club=club, by=evenings.user("Olga"), players=people, rules="canberra",
        stake_amount=None, currency="", played_on=datetime.date(2026, 11, 17),
    )  # fmt: skip
    first, second, third = (one.public_id for one in people)
    dice = ((first, (6, 2, 5)), (second, (6, 2, 3)), (third, (1,)))
    record_action(
        session=session, actions=[RollOrder(dice)], version=session.version, key="rolled",
        sender=evenings.user("Olga"),
    )  # fmt: skip
    screen.goto(f"/sessions/{session.public_id}/table/")
    for width in (360, 820, 1280):
        screen.set_viewport_size({"width": width, "height": 740})
        names = screen.locator(".rolled__name").evaluate_all(BOXES)
        rolls = screen.locator(".rolled .roll__dice").evaluate_all(BOXES)
        assert len(names) == len(rolls) == 3
        for name, roll in zip(names, rolls, strict=True):
            assert roll["top"] >= name["bottom"]
            assert roll["left"] == name["left"]


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_dates_that_two_propose_stand_apart(screen: Page, club: Club, width: int) -> None:
    running = Running("Ann Bob Cid", of=club)
    player = running.player("Ann")
    player.user = evenings.user("Olga")
    player.save()
    screen.set_viewport_size({"width": width, "height": 800})
    screen.goto(f"/fixtures/{running.match('Ann', 'Bob').public_id}/")
    fields = screen.locator("#dates [type=datetime-local]").evaluate_all(BOXES)
    assert len(fields) == 5
    card = screen.locator("#dates").bounding_box()
    assert card is not None
    assert max(one["right"] for one in fields) <= card["x"] + card["width"]
    for one in fields:
        beside = [two for two in fields if two["top"] == one["top"] and two["left"] > one["left"]]
        assert all(two["left"] >= one["right"] for two in beside)


def test_what_a_figure_is_made_of_is_read_on_a_phone(
    screen: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IS_TOLD, lambda evidence: True)
    club = played_club(slug="wednesday")
    club.sessions.update(title="A long title of an evening")
    ann = club.players.get(name="Ann")
    screen.set_viewport_size({"width": 360, "height": 740})
    screen.goto(f"/clubs/wednesday/players/{ann.public_id}/rating/")
    table = screen.locator("[aria-labelledby=sum-title]")
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    row = table.locator("tbody tr", has_text="A long title").first
    assert row.locator("td").nth(1).is_visible()
    assert not row.locator("td").nth(2).is_visible()
    row.locator(".opens__box").check()
    assert row.locator("td").nth(2).is_visible()


def test_who_plays_stands_at_the_edges_of_a_board_of_squares(screen: Page, club: Club) -> None:
    two = (club.players.create(name="Ann"), club.players.create(name="Bob"))
    board = board_for_two(
        club=club,
        by=evenings.user("Olga"),
        terms=Terms(type="dame", options=Options()),
        players=two,
    )
    screen.set_viewport_size({"width": 820, "height": 800})
    screen.goto(f"/boards/{board.public_id}/")
    stage = screen.locator(".board__stage").bounding_box()
    assert stage is not None
    for side in screen.locator(".side").evaluate_all(BOXES):
        assert abs(side["left"] - stage["x"]) < 40
        assert abs(side["right"] - stage["x"] - stage["width"]) < 40


def test_without_a_kept_evening_a_device_leads_on(screen: Page, club: Club) -> None:
    screen.set_viewport_size({"width": 1280, "height": 800})
    screen.goto("/offline/table/")
    screen.get_by_role("button", name="To my clubs").wait_for()
    menu = screen.locator("#menu").bounding_box()
    assert menu is not None
    assert menu["x"] + menu["width"] > 1280 - 40  # at the edge, as on every page


def test_six_with_a_long_name_are_seen_whole_on_a_phone(screen: Page, club: Club) -> None:
    evening = Evening(club, "Ann Bob Cid Dee Eve Friedrich-Wilhelm").doubled_game()
    screen.set_viewport_size({"width": 360, "height": 740})
    for begun in (False, True):
        if begun:
            evening.start()
        screen.goto(f"/sessions/{evening.session.public_id}/table/")
        assert screen.evaluate("document.documentElement.scrollHeight") == 740


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_box_answers_six_doubles_without_scrolling(
    screen: Page, club: Club, language: str
) -> None:
    evening = Evening(club, "Ann Bob Cid Dee Eve Fay Gus")
    _, team = evening.start()
    evening.do(TeamDoubles(tuple(team)))
    where = screen.context.cookies()[0]["domain"]
    name = settings.LANGUAGE_COOKIE_NAME
    screen.context.add_cookies([{"name": name, "value": language, "domain": where, "path": "/"}])
    screen.set_viewport_size({"width": 360, "height": 740})
    screen.goto(f"/sessions/{evening.session.public_id}/table/")
    expect(screen.locator(".answer")).to_have_count(6)
    assert screen.evaluate("document.documentElement.scrollHeight") == 740


def test_a_desk_has_no_empty_room_where_nothing_comes_to_be_done(screen: Page, club: Club) -> None:
    event = Directed(club, "Ann Bob Cid Dee")
    event.next_round()
    screen.set_viewport_size({"width": 360, "height": 740})
    high = {}
    for view in ("play", "money", "standings"):
        screen.goto(f"/events/{event.event.public_id}/direct/?view={view}")
        box = screen.locator(".step").bounding_box()
        assert box is not None
        high[view] = box["height"]
    assert high["money"] == high["standings"] < high["play"]


@pytest.mark.parametrize("evenings_played", [1, 3])
def test_what_was_played_last_and_alone_in_its_row_has_all_of_it(
    screen: Page, club: Club, evenings_played: int
) -> None:
    for _one in range(evenings_played):
        Evening(club).game().end()
    screen.set_viewport_size({"width": 1280, "height": 800})
    screen.goto(f"/clubs/{club.slug}/results/")
    day = screen.locator(".results__day").evaluate("one => one.clientWidth")
    widths = screen.locator(".results__day > li").evaluate_all(
        "all => all.map((one) => one.offsetWidth)"
    )
    assert widths[-1] == day
    assert all(one < day for one in widths[:-1])


def test_the_figures_of_records_stand_in_two_even_columns_on_a_phone(
    screen: Page, club: Club
) -> None:
    Evening(club).doubled_game().end()
    screen.set_viewport_size({"width": 360, "height": 740})
    screen.goto(f"/clubs/{club.slug}/records/")
    boxes = screen.locator(".facts > div").evaluate_all(BOXES)
    assert len(boxes) >= 4
    assert len({round(one["width"]) for one in boxes}) == 1
    assert len({round(one["x"]) for one in boxes}) == 2


def test_the_settings_of_a_club_use_the_width_they_have(screen: Page, club: Club) -> None:
    screen.set_viewport_size({"width": 1280, "height": 800})
    for page in ("settings", "seasons", "settings/rules"):
        screen.goto(f"/clubs/{club.slug}/{page}/")
        form, panel = (
            screen.locator(one).last for one in ("form.settings", ".settings-frame > .stack--wide")
        )
        widths = [one.evaluate("one => one.offsetWidth") for one in (form, panel)]
        assert widths[0] == widths[1], page
