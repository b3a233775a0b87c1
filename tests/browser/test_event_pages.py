"""An event's page and its wall in a real browser: phone, large screen, what changes by itself."""

import datetime
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from games.models import Club
from tests import evenings
from tests.browser.conftest import comes_true, judged
from tests.browser.test_wall import CUT, FIGURES, LEAST, LONG_NAMES, SCREENS, SCROLLS
from tests.tournaments.directing import Directed
from tests.tournaments.leagues.seasons import Running
from tournaments.events.services.draws import clock_start
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish
from tournaments.models import Fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = (
    "Ann Bob Cid Dee Eve Ferdinand_von_Hohenstein Gus Hye-Won Ida Jon Kai Lou Maximiliane_Schuster"
)
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}
# One slide at a time, as they follow each other.
ONLY = """shown => document.querySelectorAll("[data-slide]")
  .forEach((slide, number) => { slide.hidden = number !== shown; })"""
FORMATS = {
    "swiss": {"rounds": 3},
    "round_robin": {},
    "progressive": {},
    "double": {},
    "groups_knockout": {"groups": 3, "qualifiers": 1},
}


@pytest.fixture
def club() -> Club:
    return evenings.club(visibility=Club.Visibility.PUBLIC)


@pytest.fixture
def guest(browser: Browser, live_server: object) -> Iterator[Page]:
    """A visitor; nothing on their pages may go wrong."""
    context = browser.new_context(base_url=str(live_server), viewport=PHONE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    yield page
    context.close()
    assert complaints == []


def running(club: Club, format: str = "swiss", params: Any = None) -> Directed:
    """The first round is drawn, and two of its matches are over."""
    directed = Directed(club, NAMES, format=format, params=params or {})
    directed.next_round()
    for match in directed.open()[:2]:
        directed.win(match, 1)
    return directed


@pytest.mark.parametrize("format", FORMATS)
def test_a_page_is_accessible_and_never_wider_than_the_screen(
    guest: Page, club: Club, format: str
) -> None:
    directed = running(club, format, FORMATS[format])
    for size, scheme in ((PHONE, "light"), (DESK, "dark")):
        guest.set_viewport_size(size)
        guest.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for leaf in ("now", "rounds", "entries"):
            guest.goto(f"/events/{directed.event.public_id}/?show={leaf}")
            found = judged(guest)
            assert found.violations_count == 0, found.generate_report()
            assert guest.evaluate(SCROLLS)[0] == 0


def test_a_bracket_is_scrolled_by_the_keyboard_and_has_a_list_beside_it(
    guest: Page, club: Club
) -> None:
    directed = running(club, "progressive")
    guest.goto(f"/events/{directed.event.public_id}/")
    box = guest.locator("#scroll-bracket-main")
    box.focus()
    guest.keyboard.press("ArrowRight")
    expect(box).to_be_focused()
    comes_true(guest, "document.getElementById('scroll-bracket-main').scrollLeft > 0")
    guest.get_by_text("Main bracket as a list").click()
    expect(guest.locator("#list-main .match__two").first).to_be_visible()


def test_results_appear_by_themselves_and_leave_everything_else_where_it_was(
    guest: Page, club: Club
) -> None:
    directed = running(club)
    guest.goto(f"/events/{directed.event.public_id}/")
    guest.locator("#explained-standings summary").click()
    # The last of the table comes to stand elsewhere; their row stays open, and no other is.
    last = guest.locator("#scroll-standings tbody tr").last
    last.get_by_role("checkbox").check()
    name = last.get_by_role("checkbox").get_attribute("aria-label")
    guest.locator(".tab").nth(1).focus()
    directed.win(directed.open()[0], 0)
    expect(guest.locator("#event-news")).to_have_text("Round 1: 3 of 6 results.")
    expect(guest.locator(".event__live")).to_contain_text("3 of 6 results")
    expect(guest.locator(".tab").nth(1)).to_be_focused()
    expect(guest.locator("#explained-standings")).to_have_attribute("open", "")
    opened = guest.locator("#scroll-standings .opens__box:checked")
    expect(opened).to_have_count(1)
    expect(opened).to_have_attribute("aria-label", str(name))


def test_every_figure_on_the_wall_is_six_per_cent_of_the_height_of_the_screen(
    guest: Page, club: Club
) -> None:
    directed = running(club)
    guest.goto(f"/events/{directed.event.public_id}/wall/")
    count = guest.locator("[data-slide]").count()
    assert count == 2
    for shown, size in product(range(count), SCREENS):
        guest.set_viewport_size(size)
        guest.evaluate(ONLY, shown)
        figures = [one for one in guest.evaluate(FIGURES) if re.search(r"\d", one["text"])]
        seen = [one for one in figures if one["seen"] and one["high"] > 0]
        assert len(seen) > 10
        assert [one for one in seen if one["high"] < LEAST] == []
        assert guest.evaluate(SCROLLS) == [0, 0]
    assert judged(guest).violations_count == 0


@pytest.mark.parametrize("is_over", [False, True])
def test_long_names_are_read_whole_on_every_slide(guest: Page, club: Club, is_over: bool) -> None:
    directed = running(club)
    for entry, name in zip(
        directed.division.entries.select_related("player"), LONG_NAMES, strict=False
    ):
        entry.player.name = name
        entry.player.save()
    if is_over:
        for _round in range(4):
            directed.play_all()
            if directed.division.rounds.count() < 3:
                directed.next_round()
        event_finish(event=directed.event, by=directed.director)
    guest.goto(f"/events/{directed.event.public_id}/wall/")
    count = guest.locator("[data-slide]").count()
    assert guest.locator(".podium__name").count() == (3 if is_over else 0)
    for shown, size in product(range(count), SCREENS):
        guest.set_viewport_size(size)
        guest.evaluate(ONLY, shown)
        assert guest.evaluate(CUT) == []
        figures = [one for one in guest.evaluate(FIGURES) if re.search(r"\d", one["text"])]
        assert len([one for one in figures if one["seen"]]) == len(figures) > 0
        assert guest.evaluate(SCROLLS) == [0, 0]


USUAL = (
    "Bartholomew Jones",
    "Friederike Kessler",
    "Wolfgang Hohenheim",
    "Margaret Whitmore",
    "Maximilian Schmidt",
    "Ferdinand Oberhuber-Meyerling",
    "Ann",
)


def test_no_name_of_a_league_is_cut_on_any_screen_and_who_has_withdrawn_is_marked(
    guest: Page, club: Club
) -> None:
    of = Running("Ann Bob Cid Dee Eve Fay Gus", of=club)
    now = timezone.now()
    for match, hours in zip(of.open(), (30, 60, 90, -200, -300), strict=False):
        Fixture.objects.create(
            match=match,
            agreed_at=now + datetime.timedelta(hours=hours) if hours > 0 else None,
            deadline=None if hours > 0 else now + datetime.timedelta(hours=hours),
        )
    entry_withdraw(entry=of.entry("Gus"), by=of.director)
    for name, usual in zip(["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"], USUAL, strict=True):
        of.club.players.filter(name=name).update(name=usual)
    guest.goto(f"/leagues/{of.league.public_id}/wall/")
    count = guest.locator("[data-slide]").count()
    assert count == 3, "this week, what is overdue, and the table"
    for shown, size in product(range(count), [*SCREENS, {"width": 1200, "height": 900}]):
        guest.set_viewport_size(size)
        guest.evaluate(ONLY, shown)
        assert guest.evaluate(CUT) == [], size
        figures = [one for one in guest.evaluate(FIGURES) if re.search(r"\d", one["text"])]
        assert len([one for one in figures if one["seen"]]) == len(figures)
        assert guest.evaluate(SCROLLS) == [0, 0]
    expect(guest.locator(".rank--out")).to_contain_text("Ann")
    expect(guest.locator(".rank__out")).to_have_text("withdrawn")
    assert judged(guest).violations_count == 0


def test_the_wall_goes_on_by_itself_and_hangs_up_what_is_new(guest: Page, club: Club) -> None:
    directed = running(club)
    guest.clock.install()
    guest.goto(f"/events/{directed.event.public_id}/wall/")
    slides = guest.locator("[data-slide]")
    expect(slides.nth(0)).to_be_visible()
    guest.clock.run_for(12_500)
    expect(slides.nth(1)).to_be_visible()
    expect(slides.nth(0)).to_be_hidden()
    directed.win(directed.open()[0], 0)
    guest.clock.run_for(4_500)
    expect(guest.locator(".slide__foot").first).to_contain_text("3 of 6 results")
    expect(slides.nth(1)).to_be_visible()


def test_a_clock_counts_down_to_nothing_on_the_page_and_on_the_wall(
    guest: Page, club: Club
) -> None:
    directed = running(club)
    clock_start(round=directed.division.rounds.get(), by=directed.director, minutes=20)
    guest.clock.install()
    for address, over in (("", ".clock--over"), ("wall/", ".slide__clock--over")):
        guest.goto(f"/events/{directed.event.public_id}/{address}")
        time = guest.locator("[data-ends-at]").first
        expect(time).to_have_text(re.compile(r"^(19:[0-5]\d|20:00)$"))
        expect(guest.locator(over)).to_have_count(0)
        guest.clock.fast_forward("05:00")
        expect(time).to_have_text(re.compile(r"^14:[0-5]\d$"))
        guest.clock.fast_forward("16:00")
        expect(time).to_have_text("0:00")
        expect(guest.locator(over).first).to_be_attached()
        guest.clock.set_system_time(timezone.now())


def test_a_directors_clock_goes_by_the_server_and_on_beyond_its_end(
    guest: Page, club: Club
) -> None:
    directed = running(club)
    clock_start(round=directed.division.rounds.get(), by=directed.director, minutes=20)
    client = Client()
    client.force_login(directed.director)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    guest.goto("/")
    guest.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": guest.url}]
    )
    # The phone's own clock is an hour late.
    guest.clock.install(time=timezone.now() - datetime.timedelta(hours=1))
    guest.goto(f"/events/{directed.event.public_id}/direct/")
    time = guest.locator(".clock__time")
    expect(time).to_have_text(re.compile(r"^(19:[0-5]\d|20:00)$"))
    guest.clock.fast_forward("05:00")
    expect(time).to_have_text(re.compile(r"^14:[0-5]\d$"))
    expect(guest.locator(".clock--over")).to_have_count(0)
    guest.clock.fast_forward("16:30")
    expect(time).to_have_text(re.compile(r"^\+1:[0-5]\d$"))
    expect(guest.locator(".clock--over")).to_have_count(1)
