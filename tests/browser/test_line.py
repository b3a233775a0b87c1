"""The line of a table in a real browser: many players, small screens, letters of double size."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.models import Club
from games.rules.chouette import BoxReplies, EndGame, TeamDoubles
from tests.browser.conftest import comes_true
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kai", "Lea"]

# Phones upright and on their side, a laptop, and the same one enlarged to 200 per cent.
SIZES = [(360, 740), (390, 844), (740, 360), (844, 390), (640, 400), (1280, 800)]

# Every seat and its buttons are above the thumb zone or beside it, and wholly inside the line.
IN_SIGHT = """(() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const line = document.querySelector(".seats").getBoundingClientRect();
  return [...document.querySelectorAll(".seat, .seat .choice")].every((part) => {
    const box = part.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= (box.right <= dock.left ? innerHeight : dock.top) + 1
      && box.right <= line.right + 1;
  });
})()"""
# A word on a button is not cut off.
CUT_OFF = """[...document.querySelectorAll(".dock .button, .answer .choice span")].filter(
  (one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
# Which double is undone is read in at most two lines.
UNDO_CUT = """[...document.querySelectorAll("#answers ~ * .thumb__undo")].filter(
  (one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
# What an offered cube would be is said in full, also beside a long word for the captain.
STEP_CUT = """[...document.querySelectorAll(".seat__step")].filter((one) =>
  one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1).length"""
REASON_BELOW = """document.querySelector(".result summary").getBoundingClientRect().bottom
  - document.querySelector(".dock").getBoundingClientRect().top"""
UNFOLDED_IN_SIGHT = """(() => {
  const [fold, dock] = [".result .fold__body", ".dock"].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return fold.height > 0 && (fold.bottom <= dock.top + 20 || fold.top < 150);
})()"""
# The title, a line each, is wholly read on a phone: the day in two lines at most.
TITLE_CUT = """[...document.querySelectorAll("#table-title b, .topbar__day")].filter((one) => {
  const box = one.getBoundingClientRect();
  const right = document.querySelector(".topbar__end").getBoundingClientRect().left;
  return one.scrollHeight > one.clientHeight + 1 && one.clientHeight || box.right > right;
}).map((one) => one.textContent)"""
BELOW_THE_FOLD = "document.documentElement.scrollHeight - innerHeight"


def looked_at(screen: Page) -> None:
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        comes_true(screen, IN_SIGHT)
        assert screen.evaluate(CUT_OFF) == [], (width, height)
        assert screen.evaluate(UNDO_CUT) == [], (width, height)
        assert not screen.evaluate(STEP_CUT), (width, height)
        assert screen.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("players", [5, 9, 12])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_line_stays_in_sight(screen: Page, club: Club, players: int, language: str) -> None:
    url = screen.context.cookies()[0]["domain"]
    name = settings.LANGUAGE_COOKIE_NAME
    screen.context.add_cookies([{"name": name, "value": language, "domain": url, "path": "/"}])
    evening = Evening(club, " ".join(NAMES[:players]), title="Tuesday")
    table = f"/sessions/{evening.session.public_id}/table/"

    _, team = evening.start()
    screen.goto(table)
    looked_at(screen)
    if players == 9:
        assert screen.evaluate(BELOW_THE_FOLD) <= 0  # at 1280x800, the last of the sizes

    evening.do(TeamDoubles(tuple(team)))
    screen.goto(table)
    expect(screen.locator(".answer")).to_have_count(players - 1)
    expect(screen.locator(".coach__result")).to_have_text(re.compile(r"\. \(\w+ · \w+ · \w+\)$"))
    looked_at(screen)

    evening.do(BoxReplies(tuple((one, "take") for one in team)))
    evening.do(EndGame("team", 2))
    screen.goto(table)
    expect(screen.locator(".seat__change")).to_have_count(players)
    looked_at(screen)


def test_the_title_and_the_games_number_are_read_on_a_phone(screen: Page, club: Club) -> None:
    club.name = "Backgammonclub Unterföhring-Nord"
    club.save()
    evening = Evening(club, " ".join(NAMES[:11]), title="Tuesday with guests from Munich")
    evening.start()
    screen.set_viewport_size({"width": 360, "height": 740})
    screen.goto(f"/sessions/{evening.session.public_id}/table/")
    expect(screen.locator("#table-title b")).to_have_text("game 1")
    expect(screen).to_have_title("Tuesday with guests from Munich · game 1 · Chouette")
    assert screen.evaluate(TITLE_CUT) == []
    comes_true(screen, IN_SIGHT)


def test_why_nine_sit_so_stands_above_the_buttons_of_a_phone(screen: Page, club: Club) -> None:
    evening = Evening(club, " ".join(NAMES[:9]))
    for player in club.players.all():
        player.name += " Petersen"
        player.save()
    evening.start()
    evening.do(EndGame("team", 1))
    screen.set_viewport_size({"width": 360, "height": 740})
    screen.goto(f"/sessions/{evening.session.public_id}/table/")
    expect(screen.locator(".result summary")).to_contain_text("goes to the end")
    assert screen.evaluate(REASON_BELOW) <= 0
    screen.locator(".result summary").click()
    comes_true(screen, UNFOLDED_IN_SIGHT)


def test_nine_double_and_the_box_drops_all_in_four_taps(screen: Page, club: Club) -> None:
    evening = Evening(club, " ".join(NAMES[:9]))
    evening.start()
    screen.goto(f"/sessions/{evening.session.public_id}/table/")
    for tap in ("#b-team-doubles", "#confirm", "#all-drop", "#confirm"):
        screen.locator("html:not([data-changed])").wait_for(state="attached")
        screen.locator(tap).click()
        screen.locator(".htmx-request").wait_for(state="detached")
        if tap == "#all-drop":
            expect(screen.locator("#confirm")).to_have_text("Box drops all for 1 each")
    expect(screen.locator(".seat__change").last).to_have_text("this game −8")  # Ann, 8 x 1


def test_names_are_tapped_in_order_and_points_add_up_without_a_network(
    screen: Page, club: Club
) -> None:
    evening = Evening(club, "Ann Bob Cid Dee")
    evening.game(Bob=-1, Cid=-1, Dee=-1)  # Ann stays: Ann | Cid Dee Bob
    screen.goto(f"/sessions/{evening.session.public_id}/table/")
    screen.locator("[data-ahead]").wait_for(state="attached")
    screen.context.set_offline(True)
    screen.locator("#b-line").click()
    for name in ("Dee", "Bob"):
        screen.locator(".next__pick", has_text=name).click()
    line = ["Box Dee", "Captain Bob", "2 Ann", "3 Cid"]
    expect(screen.locator(".next__pick")).to_have_text(line)
    screen.locator("#down-" + evening.player("Ann").public_id).click()
    expect(screen.locator(".next__pick").nth(3)).to_have_text("3 Ann")
    expect(screen.locator('.next__pick[aria-pressed="true"]')).to_have_count(0)
    sent = screen.locator("#sheet-form [name=line]").evaluate_all("all => all.map(a => a.value)")
    assert sent == [evening.player(name).public_id for name in ("Dee", "Bob", "Cid", "Ann")]

    screen.locator("#back").click()
    screen.locator("#b-between-more").click()
    screen.locator("#b-points").click()
    points = screen.locator(".points-row .input")
    expect(points).to_have_count(3)
    screen.set_viewport_size({"width": 360, "height": 740})
    rows = screen.locator(".points-row")
    heights = rows.evaluate_all("all => all.map((row) => row.getBoundingClientRect().height)")
    assert max(heights) < 60, "a player takes one line on a phone"
    points.nth(0).fill("2")
    points.nth(1).fill("1,5")
    expect(screen.locator("[data-sum]")).to_have_text("−3.5 …")
    rows.nth(1).locator("label", has_text="lost").click()
    points.nth(2).fill("0")
    expect(screen.locator("[data-sum]")).to_have_text("−0.5")  # -(2 - 1.5 + 0)


def test_what_is_half_answered_outlives_that_the_page_is_loaded_again(
    screen: Page, club: Club
) -> None:
    evening = Evening(club, "Ann Bob Cid Dee")
    _, team = evening.start()
    evening.do(TeamDoubles(tuple(team)))
    screen.goto(f"/sessions/{evening.session.public_id}/table/")
    screen.locator(".seat", has_text="Cid").locator("label", has_text="Drop").click()
    expect(screen.locator("#confirm")).to_have_text("Take Bob and Dee, drop Cid")
    screen.reload()
    expect(screen.locator("#confirm")).to_have_text("Take Bob and Dee, drop Cid")
    screen.locator("html:not([data-changed])").wait_for(state="attached")
    screen.locator("#confirm").click()
    expect(screen.locator(".seat--out")).to_have_count(1)
    screen.reload()
    expect(screen.locator("#b-team-wins")).to_be_visible()
