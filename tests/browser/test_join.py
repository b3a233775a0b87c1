"""Phones without an account come to a table, are let in, and are parted from it again."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Another, Phone, Thumb
from tests.servers import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def code(thumb: Thumb, another: Another) -> str:
    """The short code of the thumb's table, which its organizer has shown on another device."""
    tablet = another(thumb.page.url.replace("/table/", "/phones/"))
    tablet.is_accessible()
    tablet.page.get_by_role("button", name="Show the table's code").tap()
    code = tablet.page.locator(".bigcode")
    expect(code).to_have_text(re.compile(r"^\w{6}$"))
    tablet.is_accessible()
    assert tablet.complaints == []
    return code.inner_text()


def seat(phone: Phone, name: str) -> Locator:
    """The row of somebody who sits at the table, on the page of phones."""
    return phone.page.locator(".sits", has=phone.page.locator("b", has_text=name))


def choose(guest: Phone, code: str, name: str) -> None:
    """Type the code as people do, and say who one is."""
    guest.is_accessible()
    guest.page.get_by_label("The table's code").fill(f" {code[:3].upper()} {code[3:]}")
    guest.page.get_by_role("button", name="Go on").tap()
    expect(guest.page.get_by_role("heading", name="Who are you?")).to_be_visible()
    guest.is_accessible()
    guest.page.get_by_role("button", name=name, exact=True).tap()
    guest.sees("Waiting for the scorer")
    guest.is_accessible()


def test_a_phone_asks_in_gets_a_yes_at_the_table_and_is_parted_again(
    server: Server, thumb: Thumb, another: Another, code: str
) -> None:
    thumb.page.locator("[data-stream=open]").wait_for(state="attached")
    zone = thumb.page.locator("#thumb")
    before = zone.bounding_box()
    guest = another(f"{server.url}/join/", storage_state=None)
    choose(guest, code, "Bob")

    card = thumb.page.locator(".claims__one")
    expect(card).to_contain_text("A phone says it is Bob.")
    assert zone.bounding_box() == before, "who waits must move nothing under the thumb"
    thumb.is_accessible()
    yes = card.get_by_role("button", name="Yes")
    assert (yes.bounding_box() or {})["height"] >= 43.5
    yes.tap()
    guest.page.wait_for_url("**/table/")
    expect(card).to_have_count(0)
    assert zone.bounding_box() == before

    guest.is_live()
    organizer = another(thumb.page.url.replace("/table/", "/phones/"))
    bob = seat(organizer, "Bob")
    expect(bob).to_contain_text("connected")
    organizer.is_accessible()
    organizer.page.locator(".let", has_text="Bob").get_by_role("button").tap()
    organizer.sees("no longer at the table")
    guest.page.reload()
    guest.sees("no longer let in at this table")
    assert organizer.complaints == guest.complaints == thumb.complaints == []


def test_a_no_is_told_to_the_phone_that_waits(
    server: Server, thumb: Thumb, another: Another, code: str
) -> None:
    guest = another(f"{server.url}/join/{code}/", storage_state=None)
    # The page has the code filled in, and does not say whether it is right before it is sent.
    guest.page.get_by_role("button", name="Go on").tap()
    guest.page.get_by_role("button", name="I only watch").tap()
    # The demo club is closed to strangers, so that even who watches is asked for.
    guest.sees("Waiting for the scorer")
    card = thumb.page.locator(".claims__one")
    expect(card).to_contain_text("A phone asks to watch.")
    card.get_by_role("button", name="No").tap()
    guest.sees("said no")
    guest.is_accessible()


def test_a_link_is_scanned_by_two_phones_and_plays_on_both(thumb: Thumb, another: Another) -> None:
    tablet = another(thumb.page.url.replace("/table/", "/phones/"))
    row = seat(tablet, "Cid")
    row.locator("summary").tap()
    tablet.is_accessible()
    row.get_by_role("button", name="Cid's own link").tap()
    link = tablet.page.get_by_label("Link", exact=True).input_value()
    tablet.is_accessible()

    for _phone in range(2):
        guest = another(link, storage_state=None)
        expect(guest.page).to_have_url(re.compile(r"/table/$"))
        guest.is_accessible()
        assert guest.complaints == []


def test_the_page_of_phones_follows_while_one_is_choosing(
    server: Server, thumb: Thumb, another: Another, code: str
) -> None:
    tablet = another(thumb.page.url.replace("/table/", "/phones/"))
    row = seat(tablet, "Dee")
    row.locator("summary").tap()
    row.get_by_role("combobox").select_option(label="Ann speaks for them")
    guest = another(f"{server.url}/join/{code}/", storage_state=None)
    # The page has the code filled in, and does not say whether it is right before it is sent.
    guest.page.get_by_role("button", name="Go on").tap()
    guest.page.get_by_role("button", name="Bob", exact=True).tap()

    expect(tablet.page.locator(".claim")).to_contain_text("A phone says it is Bob.")
    expect(row.get_by_role("combobox")).to_be_visible()
    assert row.get_by_role("combobox").evaluate("box => box.selectedOptions[0].text") == (
        "Ann speaks for them"
    )
    row.get_by_role("button", name="Save").tap()
    expect(row).to_contain_text("Ann speaks for them")
