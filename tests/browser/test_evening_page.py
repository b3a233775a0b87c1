"""The pages of an evening in browsers: its end is shared, and a game is put right in sight."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from tests import evenings
from tests.browser.conftest import comes_true, judged
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}

# A phone's share sheet, which writes down what it is given instead of opening.
SHEET = """
window.shared = [];
const heads = (files) => Promise.all(files.map(async (file) => ({
  name: file.name, type: file.type, size: file.size,
  head: Array.from(new Uint8Array(await file.slice(0, 24).arrayBuffer())),
})));
Object.defineProperty(Navigator.prototype, "canShare", {
  configurable: true, value: (what) => !what.files || TAKES_FILES,
});
Object.defineProperty(Navigator.prototype, "share", {
  configurable: true,
  value: async ({ text, files = [] }) => {
    window.shared.push({ text, files: await heads(files) });
  },
});
"""
NO_SHEET = "delete Navigator.prototype.share; delete Navigator.prototype.canShare;"
PNG = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

Opens = Callable[..., Page]


@pytest.fixture
def evening() -> Evening:
    """Two games at 0.50 EUR: Ann +5, Bob -4, Cid -1."""
    made = Evening(evenings.club(), stake="0.50", currency="EUR", title="Club night")
    return made.game(Bob=-3, Cid=-1).game(winner="box", Cid=0, Bob=-1)


@pytest.fixture
def opens(browser: Browser, live_server: object, evening: Evening) -> Iterator[Opens]:
    """Opens a page of the evening, with a script before those of the page, as the organizer."""
    contexts = []

    def opened(path: str = "", script: str = "", **options: Any) -> Page:
        context = browser.new_context(base_url=str(live_server), **{"viewport": PHONE, **options})
        contexts.append(context)
        client = Client()
        client.force_login(evening.organizer)
        name = settings.SESSION_COOKIE_NAME
        value = client.cookies[name].value
        context.add_cookies([{"name": name, "value": value, "url": str(live_server)}])
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(f"/sessions/{evening.session.public_id}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()


def text_of(page: Page) -> str:
    """What is sent round, as it stands on the page."""
    return page.locator(".finish__text").input_value()


def test_the_share_sheet_is_given_a_picture_and_the_text(evening: Evening, opens: Opens) -> None:
    evening.end()
    page = opens(script=SHEET.replace("TAKES_FILES", "true"))
    page.get_by_role("button", name="Share the result").click()
    comes_true(page, "shared.length === 1")
    given = page.evaluate("shared[0]")
    assert given["text"] == text_of(page)
    assert "Ann wins the evening" in given["text"]
    assert "Bob pays Ann" in given["text"]
    [picture] = given["files"]
    assert (picture["name"], picture["type"]) == ("chouette.png", "image/png")
    assert picture["head"][:8] == PNG
    width, height = (int.from_bytes(bytes(picture["head"][at : at + 4])) for at in (16, 20))
    assert width == 1080
    # Three rows of the ranking, and the curve below them.
    assert height > 800
    assert picture["size"] > 5_000


def test_a_phone_that_shares_texts_only_is_given_the_text(evening: Evening, opens: Opens) -> None:
    evening.end()
    page = opens(script=SHEET.replace("TAKES_FILES", "false"))
    page.get_by_role("button", name="Share the result").click()
    comes_true(page, "shared.length === 1")
    assert page.evaluate("shared[0]") == {"text": text_of(page), "files": []}


def test_without_a_share_sheet_the_text_is_copied(evening: Evening, opens: Opens) -> None:
    evening.end()
    page = opens(script=NO_SHEET, permissions=["clipboard-read", "clipboard-write"])
    expect(page.get_by_role("button", name="Share the result")).to_be_hidden()
    page.get_by_role("button", name="Copy the text").click()
    expect(page.locator("[data-shared]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text_of(page)


def in_sight(part: Locator) -> bool:
    """Whether a part of the page stands wholly in the window, and nothing lies above it."""
    return bool(
        part.evaluate(
            """(part) => {
              const { top, bottom, left, right } = part.getBoundingClientRect();
              const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              const isInside = top >= 0 && bottom <= innerHeight;
              return isInside && (part.contains(above) || above.contains(part));
            }"""
        )
    )


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_steps_and_what_they_change_are_in_sight_while_a_game_is_put_right(
    window: dict[str, int], evening: Evening, opens: Opens
) -> None:
    evening.join("Dee").join("Eve").doubled_game("box")
    page = opens("games/3/amend/", viewport=window)
    assert in_sight(page.get_by_role("heading", name="Put game 3 right"))
    assert in_sight(page.locator(".step").first)
    assert in_sight(page.locator("label", has_text="Team wins"))
    page.locator("label", has_text="Team wins").click()
    result = page.get_by_role("heading", name="Team wins")
    expect(result).to_be_visible()
    comes_true(page, "document.querySelector('#preview-result') !== null")
    assert in_sight(result)
    assert in_sight(page.locator(".changes"))
    assert in_sight(page.get_by_role("button", name="Save it like this"))
    assert in_sight(page.locator("label", has_text="Team wins"))
    found = judged(page, runOnly=["wcag2a", "wcag2aa"])
    assert found.response["violations"] == []
