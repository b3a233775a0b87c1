"""“Take all” over answers given in secret: it asks, names them, and undo restores them."""

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import PHONE, PLAYING, Phone, Thumb, phone_context
from tests.servers import Server

pytestmark = pytest.mark.browser

WIDE: Final = {"width": 1280, "height": 800}
SAID: Final = {
    "en-US": ("Bob has answered on the phone. Replace the answer?", "1 of 3", "Cid and Dee"),
    "de-DE": ("Bob hat", "1 von 3", "Cid und Dee"),
}


@pytest.fixture
def device(browser: Browser) -> Iterator[Callable[..., Phone]]:
    """Makes devices that are closed in the end."""
    contexts: list[BrowserContext] = []

    def make(url: str, **options: object) -> Phone:
        contexts.append(phone_context(browser, **options))
        return Phone(contexts[-1], url)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def hidden(server: Server, phone: BrowserContext) -> Thumb:
    """A new table of Ann, Bob, Cid and Dee whose replies stay hidden until all are in."""
    page = phone.new_page()
    thumb = Thumb(page)
    page.goto(server.url)
    page.get_by_role("link", name="Start a chouette").first.tap()
    page.wait_for_url("**/sessions/new/")
    for name in ("Ann", "Bob", "Cid", "Dee"):
        chip = page.locator("label.choice", has=page.get_by_text(name, exact=True))
        if chip.count():
            chip.first.tap()
        else:
            page.get_by_label("Somebody new: name").fill(name)
            page.get_by_role("button", name="Add").tap()
            expect(chip.first).to_be_visible()
    page.locator("#replies-hidden").evaluate("one => { one.checked = true }")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/table/")
    for button in PLAYING:
        thumb.tap(button)
    return thumb


def joins(thumb: Thumb, device: Callable[..., Phone], name: str) -> Phone:
    """Somebody opens their own link."""
    page = thumb.page
    table = page.url
    page.goto(table.replace("/table/", "/phones/"))
    row = page.locator("li.sits", has=page.locator("summary b", has_text=name))
    row.locator("summary").tap()
    row.get_by_text(f"{name}'s own link").tap()
    link = page.locator("[data-copy-from]").input_value()
    page.goto(table)
    guest = device(link)
    guest.page.wait_for_url("**/table/")
    return guest


@pytest.mark.parametrize(
    ("locale", "size"), [("en-US", PHONE), ("de-DE", WIDE)], ids=["en-US-360", "de-DE-1280"]
)
def test_take_all_asks_before_it_replaces_what_a_phone_said_in_secret(
    hidden: Thumb,
    device: Callable[..., Phone],
    organizer_state: str,
    locale: str,
    size: dict[str, int],
) -> None:
    question, spoken, silent = SAID[locale]
    bob = joins(hidden, device, "Bob")
    hidden.tap("#b-box-doubles")
    hidden.tap("#confirm")
    bob.tap("[value=drop]")

    scorer = device(hidden.page.url, storage_state=organizer_state, locale=locale, viewport=size)
    scorer.sees(spoken)
    scorer.sees(silent)
    scorer.is_accessible()
    scorer.tap("#confirm")
    pane = scorer.page.locator("#thumb")
    expect(pane).to_contain_text(question)
    scorer.is_accessible()
    for button in ("#b-replace", "#b-keep"):
        box = scorer.page.locator(button).bounding_box()
        assert box is not None
        assert box["height"] >= 43.5
        assert box["y"] + box["height"] <= size["height"], "both answers can be seen at once"

    # No: nothing is lost, and it is asked again.
    scorer.tap("#b-keep")
    scorer.sees(spoken)
    scorer.tap("#confirm")
    scorer.tap("#b-replace")
    expect(scorer.page.locator(".cube--offered")).to_have_count(0)
    bob.settles(scorer)

    # Undo brings the question back, with what Bob had said.
    scorer.tap("#undo")
    scorer.sees(spoken)
    bob.settles(scorer)
    expect(bob.page.locator("main")).to_contain_text(re.compile("You said: drop"))
    assert scorer.complaints == bob.complaints == []
