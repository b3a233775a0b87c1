"""An evening on three devices: a tablet on the table and two phones, a cut and a conflict."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phone, Thumb, phone_context
from tests.servers import Server

pytestmark = pytest.mark.browser

TABLET = {"width": 820, "height": 1180}


class Devices:
    """The tablet of who keeps the score for all, and the phones of Bob and Cid without accounts."""

    def __init__(self, server: Server, browser: Browser, table: str, state: str) -> None:
        self.server = server
        self.browser = browser
        self.contexts = []
        self.tablet = self.device(table, viewport=TABLET, storage_state=state)
        self.bob: Phone
        self.cid: Phone

    def device(self, url: str, **options: object) -> Phone:
        context = phone_context(self.browser, **options)
        self.contexts.append(context)
        return Phone(context, url)

    def all(self) -> list[Phone]:
        return [self.tablet, self.bob, self.cid]

    def heard(self, words: str) -> None:
        """The tablet shows this, and the phones have heard as much: nothing moves under a thumb."""
        self.tablet.sees(words)
        for phone in (self.bob, self.cid):
            phone.settles(self.tablet)

    def agree(self) -> None:
        """All three show the same cubes, roles and totals, in whatever order they heard of it."""
        parts = ".seat__role, .seat__name, .cube, .seat__out, .seat__total"
        shown = self.tablet.page.locator(parts).all_inner_texts()
        assert len(shown) >= 12
        for phone in self.all():
            expect(phone.page.locator(".seats").locator(parts)).to_have_text(shown)


@pytest.fixture
def devices(server: Server, browser: Browser, thumb: Thumb, organizer_state: str):
    found = Devices(server, browser, thumb.page.url, organizer_state)
    thumb.page.close()
    yield found
    for context in found.contexts:
        context.close()


def joins_by_code(devices: Devices, name: str) -> Phone:
    """Somebody types the table's short code, says who they are, and the scorer says yes."""
    tablet = devices.tablet.page
    table = tablet.url
    tablet.get_by_label("Menu").tap()
    tablet.get_by_role("link", name="Phones").tap()
    tablet.get_by_role("button", name="Show the table's code").tap()
    code = tablet.locator(".bigcode").inner_text()
    phone = devices.device(f"{devices.server.url}/join/")
    phone.page.get_by_label("The table's code").fill(f" {code[:3].upper()} {code[3:]}")
    phone.page.get_by_role("button", name="Go on").tap()
    phone.page.get_by_role("button", name=name, exact=True).tap()
    phone.sees("Waiting for the scorer")
    phone.is_accessible()
    tablet.goto(table)
    expect(tablet.locator(".claims__one")).to_contain_text(name)
    tablet.locator(".claims__one").get_by_role("button", name="Yes").tap()
    phone.page.wait_for_url("**/table/")
    expect(tablet.locator(".claims__one")).to_have_count(0)
    return phone


def joins_by_link(devices: Devices, name: str) -> Phone:
    """Somebody opens their own link; a preview of it before changes nothing."""
    tablet = devices.tablet.page
    table = tablet.url
    tablet.goto(table.replace("/table/", "/phones/"))
    row = tablet.locator("li.sits", has=tablet.locator("summary b", has_text=name))
    row.locator("summary").tap()
    row.get_by_text(f"{name}'s own link").tap()
    link = tablet.locator("[data-copy-from]").input_value()
    tablet.goto(table)
    devices.device(link).page.close()
    phone = devices.device(link)
    phone.page.wait_for_url("**/table/")
    return phone


def test_an_evening_is_played_on_three_devices(devices: Devices) -> None:
    tablet = devices.tablet
    bob = devices.bob = joins_by_code(devices, "Bob")
    cid = devices.cid = joins_by_link(devices, "Cid")
    for phone in devices.all():
        phone.is_live()

    # The tablet seats them: Ann is the box, Bob the captain.
    tablet.tap("#b-line")
    tablet.tap("#confirm")
    tablet.tap("#b-play")
    for phone in devices.all():
        expect(phone.page.locator("#table-title")).to_contain_text("game 1")
    bob.is_accessible()
    assert bob.page.locator("#b-box-wins").count() == 0

    # Offers together: nobody sees what another says before the captain closes the round.
    bob.tap("[value=double]")
    devices.heard("1 of 3")
    cid.tap("[value=hold]")
    devices.heard("2 of 3")
    bob.sees("You said: double.")
    for phone in (tablet, cid):
        phone.sees_no("You said: double.")
    tablet.sees_no("The box answers")
    bob.tap("#b-close-round")
    for phone in (tablet, cid, bob):
        expect(phone.page.locator(".cube--offered")).to_have_count(1)
    tablet.sees("The box answers")
    tablet.tap("#confirm")
    devices.agree()

    # The box doubles all three; Cid has no network just now, and taps all the same.
    tablet.tap("#b-box-doubles")
    tablet.tap("#confirm")
    cid.shows("[value=take]")
    cid.cut()
    cid.touch("[value=take]")
    cid.sees("Not sent yet")
    cid.is_accessible()
    tablet.tap("#b-speak")
    dee = tablet.page.locator("form.own", has_text="Dee")
    with tablet.page.expect_response(lambda answer: "/declare/" in answer.url):
        dee.locator("[value=drop]").tap()
    bob.sees("1 of 3")
    bob.tap("[value=take]")
    tablet.sees("2 of 3")
    cid.mend()
    expect(cid.page.locator(".outbox")).to_have_count(0)
    for phone in devices.all():
        expect(phone.page.locator(".cube--offered")).to_have_count(0)
    devices.agree()

    # A conflict: the tablet without a network ends the game, while Cid redoubles.
    tablet.tap("#b-team-wins")
    tablet.cut()
    tablet.touch("#b-level-1")
    tablet.sees("Not sent yet")
    cid.tap("[value=double]")
    bob.sees("1 of 2")
    bob.settles(cid)
    bob.tap("[value=hold]")
    cid.sees("Ann answers")
    tablet.mend()
    tablet.sees("Somebody was faster")
    tablet.sees("You tapped “team wins”")
    tablet.is_accessible()
    tablet.sees("The box answers")
    tablet.tap("#confirm")
    tablet.tap("#b-team-wins")
    tablet.tap("#b-level-1")
    for phone in devices.all():
        phone.sees("Game 1: Team wins")

    # Who undoes what: Cid cannot take back what the tablet did.
    assert cid.page.locator("#undo").count() == 0

    # Some more games, until everybody has had enough.
    for game in range(2, 6):
        tablet.tap("#b-play")
        expect(bob.page.locator("#table-title")).to_contain_text(f"game {game}")
        tablet.tap("#b-team-wins" if game % 2 else "#b-box-wins")
        tablet.tap("#b-level-2")
        devices.agree()
    totals = tablet.page.locator(".seat__total").all_inner_texts()
    numbers = [
        int(re.sub(r"[^\d−+-]", "", text).replace("−", "-").replace("+", "")) for text in totals
    ]
    assert sum(numbers) == 0
    assert any(numbers)

    # The evening ends, and with it what the phones may do.
    tablet.tap("#b-between-more")
    tablet.tap("#b-end")
    tablet.tap("#confirm")
    for phone in devices.all():
        phone.sees("This evening has ended.")
        assert phone.complaints == []
    devices.agree()
    # It checks every session of the data folder, and fails if one differs from its log.
    assert "differ" not in devices.server.run("check_ledger").replace("0 differ", "")
