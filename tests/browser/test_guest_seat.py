"""A guest's seat and the talk beside it, on two real devices: in the dark, in German."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import judged, phone_context
from tests.browser.test_boards import INVITED, made
from tests.servers import Server

pytestmark = pytest.mark.browser

TALKS = INVITED + "\nclub.boards_chat = True\nclub.save()\n"
GERMAN_AND_DARK = {"locale": "de-DE", "color_scheme": "dark"}
TYPED, SHOWN = "gut \u202eevas\u200b", "gut evas"


@pytest.fixture
def contexts(browser: Browser, organizer_state: str) -> Iterator[list[BrowserContext]]:
    """Two phones: the organizer's, signed in, and a guest's."""
    found = [
        phone_context(browser, storage_state=organizer_state, **GERMAN_AND_DARK),
        phone_context(browser, **GERMAN_AND_DARK),
    ]
    yield found
    for context in found:
        context.close()


def looked_at(page: Page, name: str) -> None:
    """Nothing is hard to read or wider than the phone."""
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_a_guest_who_stays_is_heard_and_signs_that_nobody_sees_are_not_said(
    server: Server, contexts: list[BrowserContext]
) -> None:
    public_id, token = made(server, TALKS)
    here = f"{server.url}/boards/{public_id}/"
    guest = contexts[1].new_page()
    guest.goto(f"{server.url}/boards/invitation/{token}/")
    looked_at(guest, "invited")
    guest.get_by_label("Dein Name").fill("Zoë")
    guest.get_by_role("button", name="Mitspielen").tap()
    host = contexts[0].new_page()
    host.goto(here)
    for page in (host, guest):
        page.locator("[data-board]").wait_for()

    guest.locator("#say-text").evaluate("one => one.closest('details')?.setAttribute('open', '')")
    guest.locator("#say-text").focus()
    guest.keyboard.insert_text(TYPED)
    guest.keyboard.press("Enter")
    for page in (guest, host):
        line = page.locator(".lines li", has_text="gut").last
        expect(line).to_contain_text(SHOWN)
        assert not {"\u202e", "\u200b"} & set(line.inner_text())

    expect(guest.locator("#say-text")).to_have_value("")

    guest.goto(f"{here}lines/")  # where no stream brings it
    guest.locator("#say-text").fill("Bis gleich")
    guest.locator("#say-text").press("Enter")
    expect(guest.locator(".list")).to_contain_text("Bis gleich")
    expect(guest.locator("#say-text")).to_have_value("")
    looked_at(guest, "all-lines")
    guest.goto(here)

    host.goto(f"{here}invite/")
    looked_at(host, "host-invites")
    host.get_by_role("button", name="Einladen").tap()
    expect(host.locator("#link")).to_be_visible()
    looked_at(host, "host-link")
    question = guest.locator(".handover")
    expect(question).to_contain_text("neuen Link")
    looked_at(guest, "guest-asked")
    host.goto(here)
    expect(host.locator("[role=status]", has_text="Zoë wird gefragt")).to_be_visible()
    question.get_by_role("button", name="Nein").tap()
    expect(host.locator("[role=status]", has_text="Zoë bleibt")).to_be_visible()
    looked_at(host, "host-told")
    expect(question).to_have_count(0)

    guest.goto(f"{here}invite/")
    expect(guest.locator("main")).to_contain_text("nur für Gäste")
    expect(guest.get_by_role("button", name="Einen Link machen")).to_have_count(0)
    looked_at(guest, "guest-invites")
