"""A rehearsal by clicking: from the page where clubs are founded to the deleted club."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Thumb, phone_context
from tests.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [360, 1280])
def test_somebody_rehearses_an_event_and_deletes_its_club(
    server: Server, browser: Browser, width: int
) -> None:
    email = f"rehearsal-{width}@example.org"
    server.run("createsuperuser", "--noinput", "--email", email, "--name", "Rhea")
    link = server.run("sign_in_link", email, "--address", server.url)
    context = phone_context(browser, viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(link.strip())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Found a club")).to_be_visible()
    thumb = Thumb(page)
    page.goto(f"{server.url}/new-club/")
    thumb.is_accessible()
    page.get_by_role("link", name="Rehearse an event").click()
    page.wait_for_url("**/rehearse/")
    thumb.is_accessible()
    page.get_by_label("Players", exact=True).fill("6")
    page.get_by_role("button", name="Rehearse", exact=True).click()
    page.wait_for_url("**/direct/")
    expect(page.locator("#step-title")).to_have_text("Ready for the draw")
    thumb.is_accessible()
    mine = page.get_by_role("button", name="I enter everything myself")
    expect(mine).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="A result every 5 seconds").click()
    expect(page.get_by_role("button", name="A result every 5 seconds")).to_have_attribute(
        "aria-current", "true"
    )
    expect(mine).not_to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Delete this rehearsal").click()
    expect(page.locator("body")).to_contain_text("is deleted.")
    expect(page.get_by_role("link", name="Rehearsal: Swiss system")).to_have_count(0)
    context.close()
