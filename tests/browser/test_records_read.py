"""A game from another program in a browser: on a phone, on a desktop, and without scripts."""

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import PHONE, judged, phone_context
from tests.browser.test_boards import contexts, made
from tests.servers import Server

__all__ = ["contexts"]

pytestmark = pytest.mark.browser

CLUB = """
from games.models import Club, User
from games.files.services.demo import demo_create
demo_create()  # or the one that is there
user = User.objects.filter(memberships__role="owner").first()
print("made", Club.objects.filter(memberships__user=user).first().slug)
"""
PGN = '[White "Ann"]\n[Black "Bo"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 1-0\n\n1. f3 e5 2. g4 Qh4#\n'


def test_a_game_is_pasted_and_walked_through_with_nothing_sent_again(
    server: Server, contexts: tuple[BrowserContext, BrowserContext]
) -> None:
    (slug,) = made(server, CLUB)
    page = contexts[0].new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}/clubs/{slug}/analyses/")
    page.get_by_role("link", name="Look at a game").click()
    page.get_by_label("Which game?").select_option("chess")
    page.get_by_label("Or its text").fill("1. e4 e5\n2. Ke3 *")
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("alert")).to_have_text("Line 2: Ke3: a king goes one square.")
    assert judged(page).violations_count == 0

    page.get_by_label("Or its text").fill(PGN)
    page.get_by_role("button", name="Show the game").click()
    expect(page.locator("h1")).to_have_text("Ann against Bo")
    page.wait_for_load_state("load")  # with its scripts: the heading is there before them
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="exd5").click()
    expect(page.locator("#said")).to_have_text("Ann: exd5")
    expect(page.locator(".board__pieces .piece")).to_have_count(31)
    page.get_by_role("button", name="One on").click()
    expect(page.locator("#said")).to_have_text("Bo: Qxd5")
    expect(page.locator(".board__pieces .piece")).to_have_count(30)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".board__pieces .piece")).to_have_count(31)
    assert sent == []
    assert "?" not in page.url
    for size in ({"width": 1280, "height": 800}, PHONE):
        page.set_viewport_size(size)
        found = judged(page)
        assert found.violations_count == 0, found.generate_report()
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0

    page.get_by_role("button", name="Game 2").click()
    expect(page.locator("main")).to_contain_text("Checkmate: Black wins")
    assert errors == []


def test_it_is_walked_through_without_scripts(
    server: Server, browser: Browser, organizer_state: str
) -> None:
    (slug,) = made(server, CLUB)
    context = phone_context(browser, storage_state=organizer_state, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/clubs/{slug}/boards/read/")
    page.get_by_label("Which game?").select_option("chess")
    page.get_by_label("Or its text").fill(PGN)
    page.get_by_role("button", name="Show the game").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#said")).to_have_text("Bo: Qd8")
    page.get_by_role("button", name="One back").click()
    expect(page.locator("#said")).to_have_text("Ann: Nc3")
    page.get_by_role("button", name="exd5").click()
    expect(page.locator("#said")).to_have_text("Ann: exd5")
    expect(page.locator(".board__pieces .piece")).to_have_count(31)
    context.close()
