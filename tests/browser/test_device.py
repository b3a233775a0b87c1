"""What a browser does beside showing pages: tones, the screen's sleep, installing, no network."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from games.record.selectors.sessions import table_of
from games.rules.chouette import TeamDoubles
from tests import evenings
from tests.browser.conftest import judged
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What the page asks of the device, written down instead of done.
DEVICE = """
window.done = [];
Object.defineProperty(navigator, "vibrate", { value: () => { done.push("buzz"); return true; } });
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  done.push("awake");
  const lock = new EventTarget();
  lock.release = async () => { done.push("asleep"); lock.dispatchEvent(new Event("release")); };
  return lock;
} } });
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start: () => done.push("tone"), stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};
"""
NOTHING = """
delete Navigator.prototype.vibrate; delete Navigator.prototype.wakeLock;
delete window.AudioContext; delete window.webkitAudioContext;
delete HTMLCanvasElement.prototype.captureStream;
"""


@pytest.fixture
def evening() -> Evening:
    """A game in progress."""
    made = Evening(evenings.club(), "Ann Bob Cid Dee")
    made.doubled_game()
    made.start()
    return made


@pytest.fixture
def phone(browser: Browser, live_server: object, evening: Evening) -> Iterator[BrowserContext]:
    """A phone on which the organizer is signed in."""
    context = signed_in(browser, str(live_server), evening)
    yield context
    context.close()


def signed_in(browser: Browser, address: str, evening: Evening, **more: Any) -> BrowserContext:
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 740}, has_touch=True, **more
    )
    client = Client()
    client.force_login(evening.organizer)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
    return context


def table(page: Page, evening: Evening) -> None:
    page.goto(f"/sessions/{evening.session.public_id}/table/")


def switch(page: Page, name: str) -> None:
    page.get_by_label("Menu", exact=True).tap()
    page.get_by_role("switch", name=name).tap()
    page.keyboard.press("Escape")


def turn(page: Page, number: str) -> None:
    """The table changes under the reader's eyes: it is their turn, or no longer."""
    page.evaluate(
        """(turn) => {
          document.getElementById("table").dataset.turn = turn;
          document.dispatchEvent(new CustomEvent("chouette:table", { detail: {} }));
        }""",
        number,
    )


def until(page: Page, expression: str, lasts: float = 10.0) -> None:
    """Wait for something in the page; Playwright's own way needs eval, which the policy forbids."""
    deadline = time.monotonic() + lasts
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(50)


def test_it_sounds_when_it_is_my_turn_once_it_was_switched_on(
    phone: BrowserContext, evening: Evening
) -> None:
    phone.add_init_script(DEVICE)
    page = phone.new_page()
    table(page, evening)
    turn(page, "7")
    assert page.evaluate("done") == []
    turn(page, "")
    switch(page, "Sound: my turn, a double, the end")
    until(page, "done.length")  # a sample of it
    page.evaluate("done.length = 0")
    turn(page, "8")
    assert page.evaluate("done") == ["tone", "tone", "buzz"]
    assert page.title().startswith("● your turn · ")
    turn(page, "8")
    turn(page, "")
    assert "●" not in page.title()
    assert page.evaluate("done") == ["tone", "tone", "buzz"]
    page.reload()
    page.locator("h1").tap()  # browsers want a touch before a page makes a noise
    turn(page, "9")
    assert page.evaluate("done") == ["tone", "tone", "buzz"]
    switch(page, "Sound: my turn, a double, the end")
    turn(page, "10")
    assert page.evaluate("done") == ["tone", "tone", "buzz"]


def test_the_screen_stays_awake_while_it_is_wanted(phone: BrowserContext, evening: Evening) -> None:
    phone.add_init_script(DEVICE)
    page = phone.new_page()
    table(page, evening)
    assert page.evaluate("done") == []
    switch(page, "Keep the screen awake")
    until(page, "done.includes('awake')")
    page.reload()
    until(page, "done.includes('awake')")
    switch(page, "Keep the screen awake")
    until(page, "done.includes('asleep')")


def test_over_plain_http_a_tiny_film_keeps_the_screen_awake(
    phone: BrowserContext, evening: Evening
) -> None:
    phone.add_init_script("delete Navigator.prototype.wakeLock;")
    page = phone.new_page()
    table(page, evening)
    switch(page, "Keep the screen awake")
    until(page, "document.querySelector('.awake-film')?.currentTime > 0.5")
    assert page.evaluate("document.querySelector('.awake-film').paused") is False
    switch(page, "Keep the screen awake")
    until(page, "document.querySelector('.awake-film').paused")


def test_a_browser_that_can_do_none_of_it_complains_of_nothing(
    phone: BrowserContext, evening: Evening
) -> None:
    phone.add_init_script(NOTHING)
    page = phone.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    table(page, evening)
    switch(page, "Sound: my turn, a double, the end")
    turn(page, "7")
    page.wait_for_timeout(200)
    page.get_by_label("Menu", exact=True).tap()
    expect(page.get_by_role("switch", name="Keep the screen awake")).to_be_hidden()
    expect(page.get_by_text("This browser lets the screen go dark")).to_be_visible()
    assert wrong == []


def test_without_network_a_page_says_so_in_the_reader_s_language(
    phone: BrowserContext, evening: Evening
) -> None:
    page = phone.new_page()
    page.goto("/device/")
    until(page, "navigator.serviceWorker.controller !== null")
    page.get_by_label("Menu", exact=True).tap()
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    until(
        page,
        """caches.match("/offline/").then((kept) => kept.text())
          .then((text) => text.includes('lang="de"'))""",
    )
    phone.set_offline(True)
    table(page, evening)
    expect(page.get_by_role("heading")).to_have_text("Kein Netz")
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") == "44px"
    phone.set_offline(False)
    expect(page.locator("#table")).to_be_visible()


def test_nothing_of_anybody_is_kept_on_the_device(phone: BrowserContext, evening: Evening) -> None:
    page = phone.new_page()
    page.goto("/device/")
    until(page, "navigator.serviceWorker.controller !== null")
    table(page, evening)
    page.goto("/account/")
    page.goto("/clubs/tuesday/")
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            for (const request of await (await caches.open(name)).keys()) {
              found.push(new URL(request.url).pathname);
            }
          }
          return found;
        }"""
    )
    own = [path for path in kept if not path.startswith("/static/")]
    assert sorted(own) == ["/language-of-this-device", "/offline/"]


def test_this_device_says_what_works_behind_tls(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto("/device/")
    for what in ("live", "remember", "sound", "install", "offline", "copy"):
        expect(page.locator(f"[data-check={what}]")).to_contain_text("works")
    expect(page.get_by_text("This address is secure")).to_be_visible()
    found = judged(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


def test_this_device_says_what_is_missing_over_plain_http(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    live_server: Any,
    evening: Evening,
    settings: Any,
) -> None:
    settings.ALLOWED_HOSTS = ["club.example"]
    arguments = [
        *browser_type_launch_args["args"],
        "--host-resolver-rules=MAP club.example 127.0.0.1",
    ]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    port = live_server.url.rpartition(":")[2]
    page = browser.new_page(viewport={"width": 360, "height": 740})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"http://club.example:{port}/device/")
    expect(page.get_by_text("This address is not secure")).to_be_visible()
    for what in ("live", "remember", "sound", "awake"):
        expect(page.locator(f"[data-check={what}]")).to_contain_text("works")
    for what in ("install", "offline", "copy"):
        expect(page.locator(f"[data-check={what}]")).to_contain_text("needs https")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert wrong == []
    browser.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_of_the_reader_s_own_hide_nothing(
    phone: BrowserContext, evening: Evening, scheme: Any
) -> None:
    evening.do(TeamDoubles((captain(evening),)))
    page = phone.new_page()
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    table(page, evening)
    cube = page.locator(".cube").first
    assert cube.evaluate("(cube) => getComputedStyle(cube).borderTopWidth") == "2px"
    for address in ("", f"/sessions/{evening.session.public_id}/", "/device/"):
        if address:
            page.goto(address)
        found = judged(page, rules={"color-contrast": {"enabled": False}})
        assert found.violations_count == 0, found.generate_report()


def captain(evening: Evening) -> str:
    line = table_of(evening.session).line
    assert line is not None
    return line.team[0]


def test_more_contrast_and_less_motion_are_given_to_who_asks(
    phone: BrowserContext, evening: Evening
) -> None:
    page = phone.new_page()
    table(page, evening)
    page.emulate_media(contrast="no-preference")
    expect(page.locator("html")).to_have_css("color", "rgb(20, 33, 28)")
    page.emulate_media(contrast="more", reduced_motion="reduce")
    expect(page.locator("html")).to_have_css("color", "rgb(0, 0, 0)")
    longest = page.evaluate(
        """() => Math.max(...Array.from(document.querySelectorAll("*"), (one) => {
          const { animationDuration, transitionDuration } = getComputedStyle(one);
          return Math.max(parseFloat(animationDuration), parseFloat(transitionDuration));
        }))"""
    )
    assert longest < 0.001


def test_what_was_too_small_for_a_thumb_is_large_enough(
    phone: BrowserContext, evening: Evening
) -> None:
    page = phone.new_page()
    page.goto("/")
    places = [page.locator(".card h2 a").first]
    for place in places:
        box = place.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.goto(f"/sessions/{evening.session.public_id}/")
    box = page.locator("header a", has_text=re.compile("Canberra")).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.get_by_label("Menu", exact=True).tap()
    for item in page.locator(".menu__item:visible").all():
        box = item.bounding_box()
        assert box is not None
        assert box["height"] >= 44, item.inner_text()
