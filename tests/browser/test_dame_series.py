"""A series of Dame that begins with a position, set up, played and led on in two browsers."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import judged
from tests.browser.test_boards import Hand, contexts, made
from tests.browser.test_dame import SquareKeys, move, told
from tests.browser.test_records_read import CLUB
from tests.servers import Server

__all__ = ["contexts"]

pytestmark = pytest.mark.browser

POSITION = "W:W26,22:B18,6"


def set_up(page: Page, url: str) -> str:
    """Set a series of two games of Dame up on the page, and return the invitation's address."""
    page.goto(url)
    form = page.locator("form.new-board")
    form.locator(".choice", has_text="Dame").click()
    expect(form.get_by_role("radio", name="Dame")).to_be_checked()
    form.locator("[name=against][value=link]").check()
    form.get_by_text("Colour and options").click()
    form.locator("[name=colour][value='0']").check()
    form.locator("[name=games]").select_option("2")
    form.locator("[name=dame_fen]").fill("W:W26:B40")
    page.get_by_role("button", name="Set the board up").click()
    expect(page.locator("[name=dame_fen]")).to_have_attribute("aria-invalid", "true")
    page.locator("[name=dame_fen]").fill(POSITION)
    page.get_by_role("button", name="Set the board up").click()
    page.wait_for_url(re.compile(r"/boards/[a-z0-9]+/(invite/)?"))
    found = re.search(r"/boards/invitation/[^/\"<\s]+/", page.content())
    assert found, page.content()
    return found[0]


def test_two_games_with_changing_colours_begin_with_the_same_position(
    server: Server, contexts: tuple[BrowserContext, BrowserContext]
) -> None:
    (slug,) = made(server, CLUB)
    desktop = contexts[0].new_page()
    link = set_up(desktop, f"{server.url}/clubs/{slug}/boards/new/")
    public_id = re.findall(r"/boards/([a-z0-9]{8,})/", desktop.url)[0]
    guest = Hand(contexts[1], f"{server.url}{link}")
    guest.page.get_by_label(re.compile("name", re.IGNORECASE)).first.fill("Zoë")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.locator("[data-board]").wait_for()
    keys = SquareKeys(contexts[0], f"{server.url}/boards/{public_id}/")
    expect(keys.page.locator("main")).to_contain_text("Game 1 of 2")

    move(keys, "22x15")
    told(guest, "moved 22x15")
    move(guest, "6-10")
    told(keys, "moved 6-10")
    move(keys, "15x6")
    for hand in (keys, guest):
        expect(hand.page.locator("[data-shows=status]")).to_contain_text("has no piece left")
        expect(hand.page.locator("main")).to_contain_text(re.compile(r"Game 1 of 2: .+ 1, Zoë 0\."))
        found = judged(hand.page)
        assert found.violations_count == 0, found.generate_report()

    for hand in (keys, guest):
        hand.page.get_by_role("link", name="To the next game").click()
        expect(hand.page.locator("main")).to_contain_text(re.compile(r"Game 2 of 2: Zoë 0, .+ 1\."))
    assert keys.page.url == guest.page.url
    assert public_id not in keys.page.url
    move(guest, "22x15")
    told(keys, "moved 22x15")
    move(keys, "6-10")
    told(guest, "moved 6-10")
    move(guest, "15x6")
    for hand in (keys, guest):
        expect(hand.page.locator("main")).to_contain_text(re.compile(r"Game 2 of 2: Zoë 1, .+ 1\."))
        expect(hand.page.get_by_role("link", name="To the next game")).to_have_count(0)
        assert hand.errors == []
