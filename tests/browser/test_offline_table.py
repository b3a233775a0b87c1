"""An evening without network: the browser reloads and is killed, and the evening is handed over."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Route, expect

from tests.browser.conftest import ORGANIZER, Phone, Thumb, judged
from tests.browser.test_every_width import FAULTS, WIDTHS
from tests.browser.wire import Wire
from tests.servers import Server

pytestmark = pytest.mark.browser


FETCHED = """() => new MutationObserver(() => {
  const line = document.querySelector("#begin-progress span").textContent;
  if (line.includes("MB")) sessionStorage.setItem("fetched", line);
}).observe(document.getElementById("begin-progress"), { childList: true, subtree: true })"""
"""Remember what the page says while it fetches."""


class Cellar:
    """A phone that keeps the score of one evening alone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._listen(message.type, message.text))

    def _listen(self, kind: str, text: str) -> None:
        if kind == "error" and "net::ERR_" not in text and "status of" not in text:
            self.complaints.append(text)

    def begin(self) -> None:
        """From the table's menu into the cellar."""
        self.page.locator("[data-menu] summary").click()
        self.page.get_by_role("link", name="Keep scoring without network").click()
        self.page.locator("#begin").click()
        self.page.wait_for_url("**/offline/table/#*")
        self.is_ready()

    def is_ready(self) -> None:
        self.page.locator("#place[data-ready]").wait_for(state="attached")

    @property
    def entries(self) -> int:
        return int(self.page.locator("#place").get_attribute("data-entries") or 0)

    def tap(self, selector: str, *, writes: bool = True) -> None:
        """Tap a button, and wait until its entry is kept, or its pane open."""
        before = self.entries
        self.page.locator(selector).first.click()
        if writes:
            expect(self.page.locator("#place")).to_have_attribute("data-entries", str(before + 1))
        self.page.locator("#place:not([aria-busy])").wait_for(state="attached")

    def seat(self, player: str) -> None:
        before = self.entries
        self.page.get_by_role("button", name=f"{player} doubles", exact=True).click()
        expect(self.page.locator("#place")).to_have_attribute("data-entries", str(before + 1))

    def game(self, side: str = "box", level: int = 1) -> None:
        """Play a game that is not doubled."""
        self.tap("#b-play")
        self.tap(f"#b-{side}-wins", writes=False)
        self.tap(f"#b-level-{level}")

    def doubled_game(self) -> None:
        """Bob doubles, Ann takes; it is taken back, put back, and the team wins."""
        self.tap("#b-play")
        self.seat("Bob")
        self.tap("#undo")
        self.tap("#redo")
        self.page.locator(".seat label.choice", has_text="take").first.click()
        self.page.locator("#place:not([aria-busy])").wait_for(state="attached")
        self.tap("#confirm")
        self.tap("#b-team-wins", writes=False)
        self.tap("#b-level-1")

    def menu(self, name: str) -> None:
        self.page.locator("[data-menu] summary").click()
        self.page.get_by_role("button", name=name).click()

    def totals(self) -> list[str]:
        texts = self.page.locator(".seat__total").all_inner_texts()
        return [re.sub(r"\s+", " ", text).strip() for text in texts]

    def hand_over(self) -> None:
        """Hand over, and see the table again."""
        self.menu("Hand over")
        self.page.wait_for_url("**/sessions/*/table/")


@pytest.fixture
def cellar(thumb: Thumb) -> Cellar:
    return Cellar(thumb.page)


def fits(page: Page) -> None:
    """Nothing sticks out or is cut, as wide as phones, tablets and screens are."""
    usual = page.viewport_size
    assert usual is not None
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": usual["height"]})
        found = page.evaluate(FAULTS)
        assert not found, f"{width} px: {found}"
    page.set_viewport_size(usual)


def is_clean(server: Server, page: Page) -> None:
    """Its log gives what the tables say."""
    server.run("check_ledger", page.url.split("/sessions/")[1].split("/")[0])


def test_three_games_without_network_are_handed_over(
    server: Server, cellar: Cellar, phone: BrowserContext
) -> None:
    page = cellar.page
    cellar.begin()
    phone.set_offline(True)
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    cellar.game()
    page.reload()
    cellar.is_ready()
    assert cellar.entries == 3
    cellar.doubled_game()
    cellar.menu("Score sheet")
    expect(page.locator("#aside h2").first).to_be_focused()
    expect(page.locator("#aside h2").first).to_have_text("Score sheet")
    expect(page.locator("#aside")).to_contain_text("Settle up")
    expect(page.locator("#aside")).to_contain_text("from earlier evenings is not in it")
    fits(page)
    page.get_by_role("button", name="Back", exact=True).click()
    cellar.game("team", 2)
    page.locator("[data-menu] summary").click()
    page.get_by_role("switch", name="Keep the screen awake").click()
    expect(page.locator("[data-awake-switch]")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("[data-menu] summary").click()
    assert judged(page).violations_count == 0, judged(page).generate_report()
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{wide} px wider than the screen"
    there = cellar.totals()
    cellar.menu("Hand over")
    expect(page.locator("#notice")).to_contain_text("No network. Everything is kept here")
    phone.set_offline(False)
    cellar.hand_over()
    assert cellar.totals() == there
    expect(page.locator("#keeper")).to_have_count(0)
    is_clean(server, page)
    assert not cellar.complaints, cellar.complaints


def test_what_cannot_be_done_without_network_is_said_before_it_is_tapped(
    cellar: Cellar, phone: BrowserContext
) -> None:
    page = cellar.page
    page.locator("[data-menu] summary").click()
    page.get_by_role("link", name="Keep scoring without network").click()
    expect(page.locator("#begin")).to_be_visible()
    expect(page.locator("main")).to_contain_text("What waits for the network")
    expect(page.locator("[data-with-tls]")).to_be_visible()
    expect(page.locator("[data-without-tls]")).to_be_hidden()
    fits(page)
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()


def test_what_is_fetched_is_as_much_as_the_page_has_said(cellar: Cellar) -> None:
    page = cellar.page
    page.locator("[data-menu] summary").click()
    page.get_by_role("link", name="Keep scoring without network").click()
    expect(page.locator("#begin")).to_be_visible()
    told = re.search(r"Once, ([\d.]+)\sMB are fetched", page.locator("main").inner_text())
    assert told is not None
    page.evaluate(FETCHED)
    page.locator("#begin").click()
    page.wait_for_url("**/offline/table/#*")
    line = page.evaluate("sessionStorage.getItem('fetched')")
    assert line is not None
    assert line.endswith(f"of {told[1]} MB")


def test_a_second_phone_that_writes_meanwhile_makes_two_scores_and_a_person_decides(
    server: Server, cellar: Cellar, phone: BrowserContext, another: Callable[..., Phone]
) -> None:
    page = cellar.page
    url = page.url
    cellar.begin()
    second = another(url)
    expect(second.page.locator("#keeper")).to_contain_text("keeps the score without network")
    phone.set_offline(True)
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    cellar.game()
    for button in ("#b-roll", "#b-play", "#b-team-wins", "#b-level-2"):
        second.tap(button)
    phone.set_offline(False)
    cellar.menu("Hand over")
    branches = page.locator(".branches")
    expect(branches).to_contain_text("Somebody else has written at this table meanwhile")
    expect(branches.locator("tr.differs").first).to_be_visible()
    fits(page)
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()
    branches.locator("[data-cellar=append]").click()
    page.wait_for_url("**/sessions/*/table/")
    expect(page.locator("#main")).to_contain_text("Game 1: Box wins")
    is_clean(server, page)


def test_theirs_may_stay_and_mine_is_downloaded(
    cellar: Cellar, another: Callable[..., Phone]
) -> None:
    page = cellar.page
    url = page.url
    cellar.begin()
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    cellar.game()
    second = another(url)
    for button in ("#b-roll", "#b-play", "#b-team-wins", "#b-level-2"):
        second.tap(button)
    cellar.menu("Hand over")
    page.on("dialog", lambda dialog: dialog.accept())
    with page.expect_download() as download:
        page.locator("[data-cellar=give-up]").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "box wins" in text.lower()
    page.wait_for_url("**/sessions/*/table/")
    expect(page.locator("#main")).to_contain_text("Game 1: Team wins")


def test_an_answer_that_is_lost_and_a_server_that_is_killed_write_nothing_twice(
    server: Server, cellar: Cellar
) -> None:
    page = cellar.page
    cellar.begin()
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    for _game in range(26):  # more than one request takes
        cellar.game()
    there, entries = cellar.totals(), cellar.entries
    assert entries > 50
    answered: list[dict[str, Any]] = []

    def lost(route: Route) -> None:
        answered.append(route.fetch().json())
        server.restart()
        route.abort()

    page.route("**/hand-over/", lost, times=1)
    cellar.menu("Hand over")
    expect(page.locator("#notice")).to_contain_text("No network")
    assert answered[0]["left"] == entries - 50
    cellar.hand_over()
    assert cellar.totals() == there
    is_clean(server, page)


LEASE_ENDED = """() => new Promise((done) => {
  indexedDB.open("chouette-offline").onsuccess = ({ target: { result } }) => {
    const work = result.transaction("evenings", "readwrite");
    const rows = work.objectStore("evenings");
    rows.getAll().onsuccess = ({ target: { result: [row] } }) => {
      rows.put({ ...row, lease: { ...row.lease, until: 0 } });
    };
    work.oncomplete = () => { result.close(); done(); };
  };
})"""


def test_one_tab_writes_at_a_time(cellar: Cellar, phone: BrowserContext) -> None:
    page = cellar.page
    cellar.begin()
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    other = Cellar(phone.new_page())
    other.page.goto(page.url)
    expect(other.page.locator("#table")).to_contain_text("open in another tab")
    other.page.get_by_role("button", name="Go on in this tab").click()
    other.is_ready()
    # A busy device renews late: the tab that had the evening does not take it back.
    other.page.evaluate(LEASE_ENDED)
    page.wait_for_timeout(2500)
    other.tap("#b-play")
    expect(page.locator("#table")).to_contain_text("open in another tab", timeout=10_000)
    assert other.entries == 2


FULL = """
const put = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (value) {
  if (value.entry && value.place === 1) throw new DOMException("full", "QuotaExceededError");
  return put.call(this, value);
};
"""


def test_a_tap_for_which_there_is_no_room_is_not_shown_as_kept(
    cellar: Cellar, another: Callable[..., Phone]
) -> None:
    phone = another(cellar.page.url, service_workers="block")
    there = Cellar(phone.page)

    def full(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text() + FULL)

    phone.context.route("**/js/offline/store*.js", full)
    there.begin()
    expect(phone.page.locator("#kept")).to_contain_text("Leave this page open")
    there.tap("#b-line", writes=False)
    there.tap("#confirm")
    phone.page.locator("#b-play").click()
    expect(phone.page.locator("#notice")).to_contain_text("no room left: your tap was not kept")
    assert there.entries == 1
    expect(phone.page.locator("#b-play")).to_be_visible()


def test_where_the_browser_has_cleared_what_was_kept_the_page_says_so(
    cellar: Cellar, phone: BrowserContext
) -> None:
    page = cellar.page
    cellar.begin()
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    address = page.url
    page.goto(f"{page.evaluate('location.origin')}/offline/")
    session = phone.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    page.goto(address)
    expect(page.locator("#table")).to_contain_text("What was kept here is gone")
    expect(page.locator("#table")).to_contain_text("can be imported")


class Process:
    """A browser of its own, which can be killed as a battery that is empty kills it."""

    def __init__(self, play: Playwright, program: str, profile: Path, cookies: Path) -> None:
        self.play, self.program, self.profile, self.cookies = play, program, profile, cookies
        self.start()

    def start(self) -> None:
        port = self.profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [
                self.program,
                "--headless",
                "--no-sandbox",
                "--remote-debugging-port=0",
                f"--user-data-dir={self.profile}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for _again in range(200):
            if port.exists() and len(port.read_text().split()) == 2:
                break
            time.sleep(0.1)
        address = f"http://127.0.0.1:{port.read_text().split()[0]}"
        self.browser = self.play.chromium.connect_over_cdp(address)
        self.context = self.browser.contexts[0]
        self.context.set_default_timeout(60_000)
        # A browser writes cookies down half a minute later, and this one does not live so long.
        self.context.add_cookies(json.loads(self.cookies.read_text())["cookies"])

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def process(
    playwright: Playwright,
    browser_type_launch_args: dict[str, Any],
    server: Server,
    tmp_path: Path,
) -> Iterator[Process]:
    program = browser_type_launch_args["executable_path"]
    found = Process(playwright, program, tmp_path, server.data / ORGANIZER)
    yield found
    found.kill()


def test_a_browser_that_is_killed_without_network_comes_back_to_its_last_tap(
    server: Server, thumb: Thumb, process: Process, wire: Wire
) -> None:
    cellar = Cellar(process.context.new_page())
    cellar.page.goto(wire.address(thumb.page.url))
    cellar.begin()
    address = cellar.page.url
    wire.cut()
    cellar.tap("#b-line", writes=False)
    cellar.tap("#confirm")
    cellar.game()
    there = cellar.totals()
    process.kill()
    process.start()
    cellar = Cellar(process.context.new_page())
    cellar.page.goto(address)
    cellar.is_ready()
    assert (cellar.entries, cellar.totals()) == (3, there)
    cellar.game("team")
    there = cellar.totals()
    # The table's own address leads there, too, as long as there is no network.
    cellar.page.goto(wire.address(thumb.page.url))
    cellar.is_ready()
    wire.mend()
    cellar.hand_over()
    assert cellar.totals() == there
    is_clean(server, cellar.page)
