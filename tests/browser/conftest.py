"""A phone-sized browser, signed in as the organizer of the demo club."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from games.models import Club
from tests import evenings
from tests.browser.wire import Wire
from tests.servers import Server

# On a busy machine a page may take long; what must be fast is measured by benchmarks.
expect.set_options(timeout=60_000)

PHONE = {"width": 360, "height": 740}

# What begins the first game at a new table.
PLAYING = ("#b-line", "#confirm", "#b-play")

ORGANIZER = "organizer.json"
"""The file with the cookies of the demo's organizer."""


def judged(page: Page, **options: Any) -> AxeResults:
    """What Axe complains about; to hand over all that is well takes longer than to find it."""
    return Axe().run(page, options={"resultTypes": ["violations"], **options})


class Thumb:
    """One thumb on one phone: it taps, counts its taps, and waits until the page has answered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._listen(message.type, message.text))

    def _listen(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not re.search(r"status of 4|Error Code 4", text):
            self.complaints.append(text)

    def tap(self, selector: str, *, forbidden: bool = False) -> None:
        """Tap something at the table: a pane is opened, or the server asked."""
        # A button that has just come under the thumb by itself is not tapped at once.
        self.page.locator("html:not([data-changed])").wait_for(state="attached")
        target = self.page.locator(selector).first
        box = target.bounding_box()
        assert box is not None, selector
        assert box["height"] >= 43.5, f"{selector} is {box['height']} px high"
        pane = re.search(r"pane=([\w-]+)$", target.get_attribute("href") or "")
        if pane or forbidden:
            target.tap(force=forbidden)
        else:
            with self.page.expect_response(lambda answer: "/table/" in answer.url):
                target.tap()
        self.page.locator(".htmx-request").wait_for(state="detached")
        if pane:
            self.page.locator(f'#table[data-pane="{pane[1]}"]').wait_for(state="attached")
        self.taps += 1

    def choose(self, player: str, word: str) -> None:
        """Tap an answer in a player's row."""
        row = self.page.locator(".seat", has=self.page.get_by_text(player, exact=True))
        with self.page.expect_response(lambda answer: "pane=replies" in answer.url):
            row.locator("label", has_text=word).tap()
        self.page.locator(".htmx-request").wait_for(state="detached")
        self.taps += 1

    def die(self, row: str, value: int) -> None:
        """Tap the face of a die in the row of this name."""
        rows = self.page.locator(".roll", has=self.page.get_by_text(row, exact=True))
        with self.page.expect_response(lambda answer: "/table/" in answer.url):
            rows.last.locator("label.choice").nth(value - 1).tap()
        self.page.locator(".htmx-request").wait_for(state="detached")
        self.taps += 1

    def seat(self, player: str) -> None:
        """Tap a seat: this member doubles."""
        with self.page.expect_response(lambda answer: "/table/" in answer.url):
            self.page.get_by_role("button", name=f"{player} doubles", exact=True).tap()
        self.page.locator(".htmx-request").wait_for(state="detached")
        self.taps += 1

    def sees(self, text: str) -> None:
        """The page shows this."""
        expect(self.page.locator("main")).to_contain_text(text)

    def sees_no(self, text: str) -> None:
        """The page does not show this, or not any more."""
        expect(self.page.locator("main")).not_to_contain_text(text)

    def is_accessible(self) -> None:
        """Axe finds nothing to complain about, and nothing is wider than the phone."""
        found = judged(self.page)
        assert found.violations_count == 0, found.generate_report()
        wide = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} px wider than the screen"


class Phone(Thumb):
    """A device of its own at the table: its cookies, its storage, its network."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        super().__init__(context.new_page())
        self.page.goto(url)

    @property
    def table(self) -> Locator:
        """The table as this phone shows it."""
        return self.page.locator("#table")

    @property
    def beat(self) -> int:
        """Of which beat the table is that it shows."""
        return int(self.table.get_attribute("data-beat") or 0)

    def _listen(self, kind: str, text: str) -> None:
        # What a cut network says for itself, and what htmx says of it.
        if "net::ERR_" not in text and not text.startswith(("htmx:sendError", "htmx:afterRequest")):
            super()._listen(kind, text)

    def touch(self, selector: str) -> None:
        """Tap something without waiting for an answer, as one does without a network."""
        self.page.locator("html:not([data-changed])").wait_for(state="attached")
        self.page.locator(selector).first.tap()

    def cut(self) -> None:
        """Take its network away; open streams break off, too."""
        self.context.set_offline(True)

    def mend(self) -> None:
        """Give its network back."""
        self.context.set_offline(False)

    def is_live(self) -> None:
        """Its stream is open."""
        expect(self.page.locator("[data-stream=open]")).to_be_attached()

    def shows(self, selector: str) -> None:
        """Something is there to be seen."""
        expect(self.page.locator(selector).first).to_be_visible()

    def settles(self, other: "Phone") -> None:
        """It comes to show the same table as another one."""
        expect(self.table).to_have_attribute("data-beat", str(other.beat))


Another = Callable[..., Phone]


@pytest.fixture(scope="session")
def server(server: Server, browser: Browser) -> Server:
    """The program after its link was followed: it leads nobody on once there is an account."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.sign_in_link())
    page.locator("#look-around").click()
    expect(page.get_by_role("link", name="Start a chouette").first).to_be_visible()
    context.storage_state(path=server.data / ORGANIZER)
    context.close()
    return server


@pytest.fixture(scope="session")
def organizer_state(server: Server) -> str:
    """The cookies of the demo's organizer, who followed the link that `up` printed."""
    return str(server.data / ORGANIZER)


@pytest.fixture(autouse=True)
def _pages_closed(browser: Browser) -> Iterator[None]:
    """Close what a test has opened: a page that stays asks its server to the end of the run."""
    before = set(browser.contexts)
    yield
    for context in set(browser.contexts) - before:
        context.close()


def comes_true(page: Page, expression: str) -> None:
    """Wait until JavaScript says yes; Playwright's own wait breaks the page's policy."""
    for _again in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"This never came true: {expression}")


def phone_context(browser: Browser, **options: Any) -> BrowserContext:
    """A phone's browser, 360 px wide and touched; options may say otherwise."""
    usual = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, **options})
    context.set_default_timeout(60_000)
    return context


@pytest.fixture
def phone(browser: Browser, organizer_state: str) -> Iterator[BrowserContext]:
    """A phone, 360 px wide, with the organizer signed in."""
    context = phone_context(browser, storage_state=organizer_state)
    yield context
    context.close()


@pytest.fixture
def another(browser: Browser, organizer_state: str, thumb: Thumb) -> Iterator[Another]:
    """Makes further phones at the thumb's table, with the organizer signed in."""
    contexts: list[BrowserContext] = []

    def make(url: str = "", **options: Any) -> Phone:
        context = phone_context(browser, **{"storage_state": organizer_state, **options})
        contexts.append(context)
        return Phone(context, url or thumb.page.url)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def beginnings() -> list[str]:
    """Where a chouette is started, once the way to it has been gone and the page looked at."""
    return []


@pytest.fixture
def thumb(server: Server, phone: BrowserContext, beginnings: list[str]) -> Thumb:
    """The organizer's thumb, on a new table of Ann, Bob, Cid and Dee before the order."""
    page = phone.new_page()
    thumb = Thumb(page)
    is_first = not beginnings
    if is_first:
        page.goto(server.url)
        page.get_by_role("link", name="Start a chouette").first.tap()
        page.wait_for_url("**/sessions/new/")
        beginnings.append(page.url)
    # The club's rules, whatever another test has played by last time.
    page.goto(f"{beginnings[0]}?preset=canberra")
    for name in ("Ann", "Bob", "Cid", "Dee"):
        chip = page.locator("label.choice", has=page.get_by_text(name, exact=True))
        if chip.count():
            chip.first.tap()
        else:
            page.get_by_label("Somebody new: name").fill(name)
            page.get_by_role("button", name="Add").tap()
            expect(chip.first).to_be_visible()
    if is_first:
        # Every table begins on this page: it is looked at once.
        thumb.is_accessible()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/table/")
    return thumb


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """A line to the server that can be cut."""
    found = Wire(urlsplit(server.url).port or 80)
    yield found
    found.close()


@pytest.fixture
def playing(thumb: Thumb) -> Thumb:
    """The organizer's tablet, with the first game being played."""
    for button in PLAYING:
        thumb.tap(button)
    return thumb


@pytest.fixture
def club() -> Club:
    return evenings.club()


@pytest.fixture
def screen(browser: Browser, live_server: object, club: Club) -> Iterator[Page]:
    """A screen on which the club's owner is signed in."""
    context = browser.new_context(
        base_url=str(live_server), viewport={"width": 1920, "height": 1080}
    )
    client = Client()
    client.force_login(evenings.user("Olga"))
    name = settings.SESSION_COOKIE_NAME
    cookie = client.cookies[name].value
    context.add_cookies([{"name": name, "value": cookie, "url": str(live_server)}])
    yield context.new_page()
    context.close()
