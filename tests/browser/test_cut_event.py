"""A player's phone, or the director's, loses its network: nothing is lost, or counted twice."""

import json
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import judged, phone_context
from tests.browser.test_cut import Wire
from tests.browser.test_live import FALLS_ASLEEP
from tests.browser.test_match import EVENT
from tests.servers import Server

pytestmark = pytest.mark.browser

COUNTS_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(entry.value);
  }).observe({ type: "layout-shift" });
}"""


class Held:
    """A page on somebody's phone, whose network may be cut."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def touch(self, selector: str) -> None:
        """Tap something without waiting for an answer, as one does without a network."""
        self.page.locator("html:not([data-changed])").wait_for(state="attached")
        self.page.locator(selector).first.tap()

    def sees(self, text: str) -> None:
        """The page shows this."""
        expect(self.page.locator("main")).to_contain_text(text)

    def sees_no(self, text: str) -> None:
        """The page does not show this, or not any more."""
        expect(self.page.locator("main")).not_to_contain_text(text)

    def fits(self) -> None:
        """Axe is content, nothing is wider than the phone, and a thumb hits what is offered."""
        found = judged(self.page, preload=False)
        assert found.violations_count == 0, found.generate_report()
        wide = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{wide} px wider than the screen"
        for button in self.page.locator(".outbar button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 43.5

    def watch_shifts(self) -> None:
        """From now on nothing may move by itself."""
        self.page.evaluate(COUNTS_SHIFTS)

    def has_not_moved(self) -> None:
        """Nothing has, since then."""
        self.page.wait_for_timeout(300)
        assert sum(self.page.evaluate("window.shifts")) < 0.01

    @property
    def bar(self) -> Locator:
        """What is said over the end of the page."""
        return self.page.locator(".outbar")

    @property
    def games(self) -> Locator:
        """The games of the match, one line each."""
        return self.page.locator(".games__one")


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    found = Wire(urlsplit(server.url).port or 80)
    yield found
    found.close()


@pytest.fixture
def event(server: Server) -> tuple[str, list[str]]:
    """An event with a match of Mia and Noa to 3, and a link for the phone of each."""
    return made(server, EVENT)


def made(server: Server, script: str) -> tuple[str, list[str]]:
    """Run the script that makes an event."""
    printed = server.run("shell", "-c", script)
    public_id, links = json.loads(printed.split("MADE ", 1)[1].splitlines()[0])
    return public_id, links


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[..., Held]]:
    """Makes phones, each with its own storage; somebody is signed in where `state` says so."""
    contexts: list[BrowserContext] = []

    def make(url: str, *, state: str | None = None, scheme: str = "light") -> Held:
        context = phone_context(browser, storage_state=state, color_scheme=scheme)
        contexts.append(context)
        held = Held(context.new_page())
        held.page.goto(url)
        return held

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def board(
    server: Server, wire: Wire, event: tuple[str, list[str]], phones: Callable[..., Held]
) -> tuple[Held, Held]:
    """Mia's phone, which can be cut off, and Noa's, both at their match."""
    _, links = event
    mia = phones(wire.address(f"{server.url}/e/link/{links[0]}/"))
    noa = phones(f"{server.url}/e/link/{links[1]}/", scheme="dark")
    for held in (mia, noa):
        held.page.get_by_role("link", name="Keep the score here").tap()
        held.page.wait_for_url("**/matches/**")
    return mia, noa


@pytest.fixture
def desk(
    server: Server,
    wire: Wire,
    event: tuple[str, list[str]],
    phones: Callable[..., Held],
    organizer_state: str,
) -> Held:
    """The director's phone at the desk, which can be cut off."""
    url = wire.address(f"{server.url}/events/{event[0]}/direct/")
    return phones(url, state=organizer_state)


def swallow(route: Route) -> None:
    """Let a tap arrive, and lose its answer."""
    route.fetch()
    route.abort()


def test_a_tap_at_the_board_waits_for_the_network_and_counts_once(
    board: tuple[Held, Held], wire: Wire
) -> None:
    mia, noa = board
    mia.watch_shifts()
    wire.cut()
    mia.touch("#win-0-single")
    mia.sees("Not sent yet: ")
    mia.sees("Single game, 1 point. Waiting for the network.")
    mia.has_not_moved()
    mia.fits()
    mia.touch("#win-1-gammon")
    mia.sees("One tap can wait at a time")
    expect(noa.games).to_have_count(0)

    wire.mend()
    for held in (mia, noa):
        expect(held.page.locator(".score__points").first).to_have_text("1")
        expect(held.games).to_have_count(1)
    expect(mia.bar).to_have_text("")
    mia.touch("#win-1-single")
    expect(noa.games).to_have_count(2)
    assert mia.errors == noa.errors == []


def test_a_tap_whose_answer_was_lost_counts_once(board: tuple[Held, Held]) -> None:
    mia, noa = board
    mia.page.route("**/act/", swallow, times=1)
    mia.touch("#win-0-single")
    expect(noa.games).to_have_count(1)
    expect(mia.games).to_have_count(1)
    expect(mia.bar).to_have_text("")
    mia.touch("#win-1-single")
    expect(noa.games).to_have_count(2)
    expect(noa.page.locator(".score__points")).to_have_text(["1", "1"])


def test_who_was_cut_off_is_told_that_the_other_was_faster(
    board: tuple[Held, Held], wire: Wire
) -> None:
    mia, noa = board
    wire.cut()
    mia.touch("#win-0-single")
    mia.sees("Not sent yet")
    noa.touch("#win-1-single")
    expect(noa.games).to_have_count(1)
    wire.mend()
    expect(mia.page.get_by_role("alert")).to_be_visible()
    expect(mia.page.locator(".score__points")).to_have_text(["0", "1"])
    expect(mia.bar).to_have_text("")
    expect(noa.games).to_have_count(1)
    mia.fits()


def test_a_page_without_a_network_says_how_old_it_is(board: tuple[Held, Held], wire: Wire) -> None:
    mia, _ = board
    mia.watch_shifts()
    wire.cut()
    mia.sees("No connection: this is how it stood.")
    mia.has_not_moved()
    mia.fits()
    wire.mend()
    mia.sees_no("No connection")


def test_a_tap_of_the_match_is_sent_from_the_next_page(
    board: tuple[Held, Held], event: tuple[str, list[str]]
) -> None:
    mia, noa = board
    mia.page.route("**/matches/*/act/", lambda route: route.abort())
    mia.touch("#win-0-backgammon")
    mia.sees("Not sent yet")
    mia.page.get_by_role("link", name="My next table").tap()
    mia.page.wait_for_url("**/me/")
    mia.sees("Backgammon, 3 points, the match. Waiting for the network.")
    mia.fits()
    mia.page.unroute("**/matches/*/act/")
    mia.sees("You have reported")
    expect(mia.bar).to_have_text("")
    expect(noa.page.locator("#confirm")).to_be_visible()


def test_a_report_from_the_next_table_waits_and_counts_once(
    server: Server, wire: Wire, event: tuple[str, list[str]], phones: Callable[..., Held]
) -> None:
    _, links = event
    mia = phones(wire.address(f"{server.url}/e/link/{links[0]}/"), scheme="dark")
    noa = phones(f"{server.url}/e/link/{links[1]}/")
    mia.sees("against Noa")
    wire.cut()
    mia.page.locator("label.choice", has_text="I have won").tap()
    mia.page.get_by_role("button", name="1", exact=True).tap()
    mia.sees("Not sent yet: I have won: the loser has 1.")
    mia.fits()
    wire.mend()
    mia.sees("You have reported: Mia wins 3 : 1.")
    noa.sees("Mia has reported: Mia wins 3 : 1. Is that right?")
    assert mia.errors == []


def test_a_phone_that_wakes_up_knows_the_score_before_its_buttons_work(
    board: tuple[Held, Held],
) -> None:
    mia, noa = board
    mia.page.add_init_script(FALLS_ASLEEP)
    mia.page.reload()
    mia.page.evaluate("sleep(true)")
    mia.page.route("**/live/**", lambda _route: None)  # nobody answers
    mia.page.evaluate("sleep(false)")
    thumb = mia.page.locator("#thumb")
    expect(thumb).to_have_attribute("aria-busy", "true")
    assert thumb.evaluate("zone => zone.inert")
    mia.sees("Refreshing the score")
    noa.touch("#win-0-single")
    expect(noa.games).to_have_count(1)
    mia.page.unroute("**/live/**")
    expect(mia.games).to_have_count(1)
    expect(thumb).not_to_have_attribute("aria-busy", "true")
    assert not thumb.evaluate("zone => zone.inert")
    expect(mia.bar).to_have_text("")


def test_a_name_that_arrived_without_an_answer_is_entered_once(
    server: Server, phones: Callable[..., Held], organizer_state: str
) -> None:
    undrawn = "\n".join(one for one in EVENT.splitlines() if not one.startswith("draws."))
    public_id, _ = made(server, undrawn)
    desk = phones(f"{server.url}/events/{public_id}/direct/", state=organizer_state)
    desk.touch("#view-entries")
    expect(desk.page.locator("#view-entries[aria-current]")).to_be_visible()
    desk.page.locator("#add-name").fill("Zoe")
    desk.page.route("**/act/", swallow, times=1)
    desk.touch("#add")
    desk.sees("Enter: Zoe")
    expect(desk.page.locator("#add-name")).to_have_value("Zoe")
    # What came of it shows by itself; and nothing comes of sending it again.
    expect(desk.page.locator(".entry", has_text="Zoe")).to_have_count(1)
    desk.bar.get_by_role("button", name="Send again").tap()
    expect(desk.bar).to_have_text("")
    expect(desk.page.locator("#problem")).to_have_count(0)
    expect(desk.page.locator(".entry", has_text="Zoe")).to_have_count(1)


def test_a_long_form_is_not_lost_with_its_page(
    desk: Held, wire: Wire, server: Server, event: tuple[str, list[str]]
) -> None:
    desk.page.goto(wire.address(f"{server.url}/events/{event[0]}/settings/"))
    title = desk.page.get_by_label("Title", exact=True)
    title.fill("Evening without a network")
    wire.cut()
    desk.touch("#save-event")
    desk.sees("Waiting for the connection:")
    expect(title).to_have_value("Evening without a network")
    desk.fits()
    wire.mend()
    desk.sees("The connection is back.")
    desk.bar.get_by_role("button", name="Send again").tap()
    desk.sees("The settings are saved.")
    expect(title).to_have_value("Evening without a network")


def test_what_one_enters_the_other_sees_without_asking(board: tuple[Held, Held]) -> None:
    """Time stands still for who only looks: what comes to them the stream has brought."""
    mia, noa = board
    noa.page.clock.install()
    noa.page.reload()
    noa.page.locator("html[data-stream=open]").wait_for(state="attached")
    now = noa.page.evaluate("Date.now()") / 1000
    noa.page.clock.pause_at(now + 60)
    mia.touch("#win-0-single")
    expect(mia.games).to_have_count(1)
    expect(noa.games).to_have_count(1)
    assert noa.errors == []
