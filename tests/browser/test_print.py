"""On paper: nothing dark, nothing to tap, and every word can be read without a background."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests import evenings
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Texts whose colour has less contrast than 4.5 on white: most printers leave backgrounds out.
PALE = """() => {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim();
    const parent = texts.currentNode.parentElement;
    if (!words || !parent.checkVisibility()) continue;
    const style = getComputedStyle(parent);
    const colour = parent.namespaceURI.includes("svg") ? style.fill : style.color;
    if (1.05 / (light(colour) + 0.05) < 4.5) found.push([words, colour]);
  }
  return found;
}"""
# Surfaces that are darker than paper: a printer that prints backgrounds wastes its ink on them.
DARK = """() => Array.from(document.querySelectorAll("body, main, section, div, li, td, th, svg"))
  .filter((one) => one.checkVisibility())
  .map((one) => getComputedStyle(one).backgroundColor)
  .filter((colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    return alpha > 0.5 && red + green + blue < 600;
  })"""
# Marks and figures that leave their cell of the sheet, or lie over each other.
CROSSING = """() => {
  const found = [];
  for (const cell of document.querySelectorAll(".sheet td")) {
    const rule = cell.getBoundingClientRect();
    const all = [...cell.querySelectorAll(".marks > span:not(.visually-hidden), .made, .running")];
    const boxes = all.map((one) => [one.className, one.getBoundingClientRect()]);
    for (const [name, box] of boxes) {
      if (box.left < rule.left - 0.5 || box.right > rule.right + 0.5) found.push(name);
    }
    boxes.forEach(([name, box], at) => {
      for (const [other, there] of boxes.slice(at + 1)) {
        const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
        const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
        if (across > 1 && down > 2) found.push(`${name} over ${other}`);
      }
    });
  }
  return found;
}"""
# The fields of a list stay, for they say what is listed.
TO_TAP = "button, .button, .menu, .thumb"
ELEVEN = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim")


@pytest.fixture
def evening() -> Evening:
    """Six games, and a seventh in progress."""
    made = Evening(evenings.club(), "Ann Bob Cid Dee", stake="1", currency="EUR")
    for number in range(6):
        made.doubled_game("box" if number % 2 else "team")
    made.start()
    return made


@pytest.fixture
def page(browser: Browser, live_server: object, evening: Evening) -> Iterator[Page]:
    """A computer whose owner prefers the dark."""
    context = browser.new_context(
        base_url=str(live_server), viewport={"width": 1024, "height": 800}, color_scheme="dark"
    )
    client = Client()
    client.force_login(evening.organizer)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    context.add_cookies([{"name": name, "value": value, "url": str(live_server)}])
    context.add_init_script("localStorage.setItem('theme', 'dark')")
    yield context.new_page()
    context.close()


def test_no_page_is_dark_on_paper(page: Page, evening: Evening) -> None:
    session = f"/sessions/{evening.session.public_id}/"
    for address in (
        session + "table/",
        session + "wall/",
        session,
        session + "print/",
        session + "games/1/",
        "/clubs/tuesday/",
        "/clubs/tuesday/wall/",
        "/clubs/tuesday/leaderboard/",
        "/clubs/tuesday/players/",
        "/clubs/tuesday/balances/",
        f"/clubs/tuesday/players/{evening.player('Ann').public_id}/",
    ):
        page.emulate_media(media="screen")
        page.goto(address)
        page.emulate_media(media="print")
        expect(page.locator("html")).to_have_css("color-scheme", "light")
        assert page.evaluate(PALE) == [], address
        assert page.evaluate(DARK) == [], address
        shown = [one for one in page.locator(TO_TAP).all() if one.is_visible()]
        assert shown == [], address


def test_the_table_prints_its_title_and_its_line_on_one_sheet(page: Page, evening: Evening) -> None:
    page.goto(f"/sessions/{evening.session.public_id}/table/")
    page.emulate_media(media="print")
    expect(page.locator("#table-title")).to_contain_text("game 7")
    expect(page.locator(".seat").first).to_be_visible()
    assert sheets(page) == 1


def test_six_games_print_with_chart_and_settle_up_on_one_sheet(
    page: Page, evening: Evening
) -> None:
    page.goto(f"/sessions/{evening.session.public_id}/print/")
    assert sheets(page) == 1


@pytest.mark.parametrize("players", [4, 7, 8, 9, 11])
def test_no_mark_crosses_a_rule_of_the_sheet(page: Page, evening: Evening, players: int) -> None:
    names = " ".join(ELEVEN[:players])
    many = Evening(evening.session.club, names, stake="1", currency="EUR")
    for winner in ("box", "team", "box"):
        many.doubled_game(winner)
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        page.goto(f"/sessions/{many.session.public_id}/print/")
        assert page.locator(".sheet tbody tr").count() == 3
        assert page.evaluate(CROSSING) == []


def sheets(page: Page) -> int:
    """How many sheets of paper a page takes."""
    paper = page.pdf(prefer_css_page_size=True, format="A4")
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", paper))
