"""Every page that is not the table: on a phone, by day and by night, and nothing to complain of."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE, Thumb
from tests.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(thumb: Thumb, server: Server, scheme: str) -> None:
    page = thumb.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.tap("#b-box-wins")
    thumb.tap("#b-level-1")
    for pane in ("line", "people", "between-more", "partner", "points", "end", "history"):
        page.goto(f"{table_of(page.url)}?pane={pane}")
        thumb.is_accessible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("heading", name="What happened")).to_have_count(1)
    page.set_viewport_size(PHONE)
    session = table_of(page.url).removesuffix("table/")
    page.goto(server.url)
    club = page.locator("section.card a").first.get_attribute("href")
    paths = [
        "/",
        "/account/",
        "/account/password/",
        "/new-club/",
        "/nowhere/",
        f"{club}sessions/new/",
        f"{club}sessions/import/",
        f"{club}people/",
    ]
    for url in [server.url + path for path in paths] + [
        f"{session}rules/",
        f"{session}games/1/amend/",
        f"{session}games/1/note/",
    ]:
        page.goto(url)
        thumb.is_accessible()


def test_the_sign_in_page_is_accessible(server: Server, phone: BrowserContext) -> None:
    phone.clear_cookies()
    thumb = Thumb(phone.new_page())
    thumb.page.goto(f"{server.url}/sign-in/")
    thumb.is_accessible()


def test_an_earlier_game_is_put_right_from_the_table(thumb: Thumb) -> None:
    page = thumb.page
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    thumb.tap("#b-box-wins")
    thumb.tap("#b-level-1")
    page.get_by_role("link", name="Put it right").tap()
    page.locator("label", has_text="Team wins").tap()
    expect(page.get_by_role("heading", name="Team wins")).to_be_visible()
    page.get_by_role("button", name="Save it like this").tap()
    page.wait_for_url(re.compile("/table/$"))
    thumb.sees("Game 1 was put right.")
    thumb.sees("Game 1: Team wins")


def test_light_or_dark_is_chosen_and_remembered(thumb: Thumb) -> None:
    page = thumb.page
    page.emulate_media(color_scheme="light")
    page.locator("details.menu summary").tap()
    page.get_by_role("button", name="Light or dark").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def table_of(url: str) -> str:
    """The table's address without its query."""
    return url.split("?")[0]
