"""A whole session tapped through on a phone: the same points as the notation gives."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Thumb
from tests.servers import Server

pytestmark = pytest.mark.browser


def roll_for_order(thumb: Thumb) -> None:
    """Ann 6, Bob 5, Cid 3 4, Dee 3 1: the tie is rolled off."""
    thumb.tap("#b-dice")
    for name, die in (("Ann", 6), ("Bob", 5), ("Cid", 3), ("Dee", 3)):
        thumb.die(name, die)
    thumb.sees("Cid and Dee are tied and roll again.")
    thumb.die("Cid", 4)
    thumb.die("Dee", 1)
    thumb.sees("The order is clear.")
    thumb.is_accessible()
    thumb.tap("#confirm")


def opening(thumb: Thumb, box: int, captain: int) -> None:
    """The opening dice, tapped."""
    faces = thumb.page.locator(".roll")
    if not faces.count():
        thumb.tap("#b-opening")
    for row, die in ((0, box), (1, captain)):
        with thumb.page.expect_response(lambda answer: "pane=opening" in answer.url):
            faces.nth(row).locator("label.choice").nth(die - 1).tap()
        thumb.page.locator(".htmx-request").wait_for(state="detached")
    thumb.tap("#confirm")


def wins(thumb: Thumb, side: str, level: int = 1) -> None:
    """The board game ends."""
    thumb.tap(f"#b-{side}-wins")
    thumb.tap(f"#b-level-{level}")


def test_the_golden_session_is_tapped_and_its_totals_are_right(
    thumb: Thumb, server: Server
) -> None:
    thumb.is_accessible()
    roll_for_order(thumb)

    # game Ann | Bob Cid Dee: an unturned gammon counts single: +3 -1 -1 -1
    thumb.tap("#b-play")
    thumb.is_accessible()
    opening(thumb, 6, 2)
    wins(thumb, "box", 2)
    thumb.sees("Game 1: Box wins, gammon")
    thumb.is_accessible()

    # game Ann | Cid Dee Bob: everybody doubles, all taken, the team wins: -6 +2 +2 +2
    thumb.tap("#b-play")
    thumb.tap("#b-team-doubles")
    thumb.is_accessible()
    thumb.tap("#confirm")
    thumb.sees("Take at least 2 (1 with a beaver), Cid among them; or drop all.")
    thumb.is_accessible()
    thumb.tap("#confirm")
    thumb.is_accessible()
    wins(thumb, "team")

    # game Cid | Dee Bob Ann: an automatic; the box doubles all, Dee drops, the team wins
    thumb.tap("#b-play")
    opening(thumb, 2, 2)
    thumb.sees("Equal dice were rolled: roll again.")
    opening(thumb, 1, 5)
    thumb.tap("#b-box-doubles")
    thumb.tap("#confirm")
    thumb.choose("Dee", "Drop")
    thumb.tap("#confirm")
    thumb.sees("dropped −2")
    thumb.is_accessible()
    wins(thumb, "team")

    # game Bob | Ann Dee Cid: Ann doubles by one tap on her seat, the box drops; the box wins
    thumb.tap("#b-play")
    thumb.seat("Ann")
    thumb.choose("Ann", "Drop")
    thumb.tap("#confirm")
    thumb.sees("box dropped +1")
    wins(thumb, "box")

    # game Bob | Dee Cid Ann: Dee doubles and is beavered, accepts, the team wins
    thumb.tap("#b-play")
    thumb.seat("Dee")
    thumb.choose("Dee", "Beaver")
    thumb.tap("#confirm")
    thumb.sees("Beaver: Dee to answer")
    thumb.is_accessible()
    thumb.tap("#confirm")
    wins(thumb, "team")

    # game Dee | Cid Ann Bob: Cid's cube is settled for 1, Ann's is taken, the box wins
    thumb.tap("#b-play")
    thumb.seat("Cid")
    thumb.tap("#confirm")
    thumb.tap("#b-settle")
    thumb.is_accessible()
    thumb.page.locator("label.choice", has_text="Cid").tap()
    thumb.page.get_by_label("Points", exact=True).fill("1")
    thumb.tap("#confirm")
    thumb.seat("Ann")
    thumb.tap("#confirm")
    wins(thumb, "box")
    thumb.sees("Game 6: Box wins")

    for name, total in (("Ann", "+1"), ("Bob", "−1"), ("Cid", "−4"), ("Dee", "+4")):
        seat = thumb.page.locator(".seat", has_text=name)
        expect(seat.locator(".seat__total")).to_have_text(re.compile(re.escape(total) + "$"))

    thumb.page.get_by_role("link", name="Score sheet").first.tap()
    thumb.page.wait_for_url(re.compile(r"/sessions/\w+/$"))
    foot = thumb.page.locator("table").first.locator("tr").last
    for column, total in enumerate(("+1", "−1", "−4", "+4")):
        expect(foot.locator("td").nth(column)).to_contain_text(total)
    assert thumb.complaints == []


def test_a_game_without_a_cube_takes_three_taps(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    thumb.sees("The dice")
    thumb.taps = 0
    thumb.tap("#b-play")
    wins(thumb, "box")
    expect(thumb.page.get_by_role("button", name="Play game 2")).to_be_visible()
    assert thumb.taps <= 3


def test_a_typical_game_takes_eight_taps(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    thumb.taps = 0
    thumb.tap("#b-play")
    thumb.tap("#b-team-doubles")
    thumb.tap("#confirm")
    last = thumb.page.locator(".seat__name").last.inner_text().strip()
    thumb.choose(last, "Drop")
    thumb.tap("#confirm")
    wins(thumb, "team", 2)
    expect(thumb.page.get_by_role("button", name="Play game 2")).to_be_visible()
    assert thumb.taps <= 8


def test_an_illegal_answer_explains_itself_and_undo_is_one_tap_away(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.tap("#b-team-doubles")
    thumb.tap("#confirm")
    captain = thumb.page.locator(".seat__name").nth(1).inner_text().strip()
    thumb.choose(captain, "Drop")
    thumb.sees("may not be dropped while another is taken")
    thumb.tap("#confirm", forbidden=True)
    thumb.sees("may not be dropped while another is taken")
    thumb.is_accessible()
    thumb.tap("#undo")
    thumb.tap("#b-team-doubles")
    expect(thumb.page.locator("#confirm")).to_be_visible()


def test_two_phones_at_one_table_lose_nothing(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    other = Thumb(thumb.page.context.new_page())
    other.page.route("**/live/**", lambda route: route.abort())  # it hears of nothing by itself
    other.page.goto(thumb.page.url)
    thumb.tap("#b-play")
    other.tap("#b-play")
    other.sees("Somebody was faster")
    other.tap("#b-box-wins")
    other.tap("#b-level-1")
    other.sees("Game 1: Box wins")
    other.page.close()


def test_an_expired_sign_in_keeps_the_page(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.tap("#b-box-wins")
    beat = thumb.page.locator("#table").get_attribute("data-beat")
    ahead = thumb.page.locator(f'[data-ahead="{beat}"]')
    expect(ahead).to_be_attached(timeout=60_000)  # what "Back" opens is here already
    thumb.page.context.clear_cookies(name="sessionid")
    thumb.tap("#b-level-1")
    thumb.sees("You are signed out. Nothing is lost.")
    expect(thumb.page.locator("#b-level-1")).to_be_visible()
    thumb.tap("#back")
    expect(thumb.page.locator("#b-box-wins")).to_be_visible()


def test_it_works_without_javascript(thumb: Thumb, organizer_state: str) -> None:
    browser = thumb.page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, storage_state=organizer_state)
    page = context.new_page()
    page.goto(thumb.page.url)
    page.locator("#b-roll").click()
    page.locator("#b-play").click()
    page.locator("#b-team-doubles").click()
    page.locator("#confirm").click()
    page.locator("#confirm").click()
    page.locator("#b-team-wins").click()
    page.locator("#b-level-1").click()
    expect(page.locator("main")).to_contain_text("Game 1: Team wins")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_have_enough_contrast(thumb: Thumb, scheme: str) -> None:
    thumb.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.is_accessible()
    thumb.tap("#b-team-doubles")
    thumb.tap("#confirm")
    thumb.is_accessible()


def test_everybody_doubles_and_the_box_drops_in_four_taps(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.taps = 0
    thumb.tap("#b-team-doubles")
    thumb.tap("#confirm")
    thumb.tap("#all-drop")
    expect(thumb.page.locator("#confirm")).to_have_text("Box drops all for 1 each")
    thumb.tap("#confirm")
    expect(thumb.page.get_by_role("button", name="Play game 2")).to_be_visible()
    assert thumb.taps <= 4


def test_an_automatic_double_takes_one_tap(thumb: Thumb) -> None:
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.taps = 0
    thumb.tap("#b-automatic")
    expect(thumb.page.locator(".seat .cube").first).to_have_text("2")
    expect(thumb.page.locator("#b-team-doubles")).to_be_visible()
    assert thumb.taps == 1
