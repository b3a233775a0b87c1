"""A chouette without an account: played, kept and taken along by a phone that has no network."""

import random
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.management.offline_folder import folder_build
from games.offline import calls
from games.offline.position import Base, Entry, Position, apply, begun, fingerprint
from games.offline.sheets import notation
from games.rules.chouette import Table
from games.rules.chouette.notation import parse, scores
from tests.browser.conftest import comes_true, judged, phone_context
from tests.games.offline.walks import NAMES, random_rules, random_tap
from tests.servers import Server

pytestmark = pytest.mark.browser

SCENARIOS = Path(__file__).parents[1] / "data" / "scenarios"
SESSIONS = 400
TAPS = 24


class Quiet(SimpleHTTPRequestHandler):
    """A plain web space."""

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The folder, in a subfolder of a web space that knows nothing of it."""
    root = tmp_path_factory.mktemp("web")
    folder_build(root / "chouette")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/chouette/"
    server.shutdown()
    thread.join()


@pytest.fixture
def guest(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that has never been here."""
    context = phone_context(browser)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.complaints = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.complaints.append(str(error)))  # type: ignore[attr-defined]
    page.goto(address)
    return page


def begin(page: Page, *names: str) -> None:
    for number, name in enumerate(names, 1):
        page.locator(f"#name-{number}").fill(name)
    page.locator("#start").click()
    expect(page.locator("#place[data-ready]")).to_be_visible()


def tap(page: Page, selector: str) -> None:
    """Tap, and wait until the page has changed."""
    table = page.locator("#table")
    before = [table.get_attribute("data-version"), table.get_attribute("data-pane")]
    page.locator(selector).first.tap()
    expect(
        page.locator(f'#table[data-version="{before[0]}"][data-pane="{before[1]}"]')
    ).to_have_count(0)


def game(page: Page, winner: str = "box", level: int = 1) -> None:
    tap(page, "#b-play")
    tap(page, f"#b-{winner}-wins")
    tap(page, f"#b-level-{level}")


def is_accessible(page: Page) -> None:
    found = judged(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_three_games_in_a_cellar(server: Server, guest: BrowserContext) -> None:
    page = opened(guest, f"{server.url}/try/?in=en")
    is_accessible(page)
    begin(page, "Ann", "Bob", "Cid", "Dee", "Éva")
    guest.set_offline(True)
    tap(page, "#b-roll")
    game(page)
    tap(page, "#b-play")
    tap(page, "#b-team-doubles")
    tap(page, "#confirm")
    page.locator("label.choice--drop").nth(1).tap()
    expect(page.locator("#confirm")).to_contain_text("drop")
    tap(page, "#confirm")
    tap(page, "#undo")
    expect(page.locator("#redo")).to_be_visible()
    tap(page, "#redo")
    is_accessible(page)
    tap(page, "#b-team-wins")
    tap(page, "#b-level-2")
    game(page, "team")
    page.get_by_label("Menu").click()
    page.locator(".menu [data-tried=sheet]").click()
    expect(page.locator(".sheet tbody tr")).to_have_count(3)
    is_accessible(page)
    with page.expect_download() as download:
        page.locator("#sheet [data-tried=file]").click()
    figures = scores(parse(Path(download.value.path()).read_bytes()))
    assert len(figures["games"]) == 3
    names = page.locator(".sheet thead th[scope=col]").all_inner_texts()[1:]
    totals = page.locator(".sheet tfoot td").all_inner_texts()
    shown = dict(zip(names, totals, strict=True))
    for name, points in figures["players"].items():
        assert float(shown[name].replace("−", "-")) == points
    assert page.complaints == []  # type: ignore[attr-defined]


def test_the_page_of_a_server_opens_again_without_network(
    server: Server, guest: BrowserContext
) -> None:
    page = opened(guest, f"{server.url}/try/?in=en")
    begin(page, "Ann", "Bob", "Cid")
    tap(page, "#b-roll")
    game(page)
    version = page.locator("#table").get_attribute("data-version")
    comes_true(page, "caches.match(location.href.split('#')[0]).then((kept) => Boolean(kept))")
    guest.set_offline(True)
    page.reload()
    expect(page.locator("#place[data-ready]")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    game(page, "team")


def test_what_was_tried_is_sent_to_a_club(server: Server, phone: BrowserContext) -> None:
    page = opened(phone, f"{server.url}/try/?in=en")
    begin(page, "Ann Trial", "Bob Trial", "Cid Trial")
    tap(page, "#b-roll")
    game(page)
    page.get_by_label("Menu").click()
    page.locator(".menu [data-tried=sheet]").click()
    page.locator("[data-send]").click()
    page.wait_for_url("**/sessions/import/")
    expect(page.locator("#text")).to_have_value(re.compile("Ann Trial"))
    page.get_by_role("button", name="Import").click()
    expect(page.locator(".sheet")).to_contain_text("Cid Trial")


def test_a_folder_on_any_web_space_opens_again_without_network(
    site: str, guest: BrowserContext
) -> None:
    page = opened(guest, site)
    is_accessible(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    begin(page, "Ann", "Bob", "Cid")
    tap(page, "#b-roll")
    game(page)
    version = page.locator("#table").get_attribute("data-version")
    guest.set_offline(True)
    page.reload()
    expect(page.locator("#place[data-ready]")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    game(page, "team")
    page.locator(".topbar__home").click()
    expect(page.locator("#kept")).to_contain_text("Ann, Bob, Cid")
    expect(page.locator("#kept small")).to_have_text(re.compile(r"^\d{1,2} [A-Z][a-z]{2} 20\d\d, "))
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-drop]").click()
    expect(page.locator("#kept")).to_be_hidden()
    assert page.complaints == []  # type: ignore[attr-defined]


def test_what_cannot_begin_is_said_and_what_was_typed_stays(
    site: str, guest: BrowserContext
) -> None:
    page = opened(guest, f"{site}de.html")
    page.locator("#name-1").fill("Ann")
    page.locator("#start").click()
    expect(page.locator("#problem")).to_contain_text("mindestens drei Spieler")
    expect(page.locator("#name-1")).to_have_value("Ann")
    begin(page, "Ann", "Bob", "Cid")
    expect(page.locator("#table")).to_contain_text("Wer ist Box?")


ASK = """async (given) => {
  const { openWorker } = await import(new URL("static/js/offline/python.js", document.baseURI));
  const parts = JSON.parse(document.getElementById("offline-parts").textContent);
  const here = (address) => new URL(address, document.baseURI).href;
  globalThis.ask ??= openWorker(here("static/js/offline/worker.js"));
  await ask("start", { parts: { ...parts, base: here(parts.base), code: here(parts.code) } });
  const found = [];
  for (const [name, content] of given) {
    found.push(await ask("call", { name, given: content }).catch(({ message }) => ({ message })));
  }
  return found;
}"""


def test_a_browser_scores_every_example_as_the_program_does(
    site: str, guest: BrowserContext
) -> None:
    """The 48 scenarios, and random sessions tap by tap: same totals, next lines and tables."""
    page = opened(guest, site)
    files = sorted(SCENARIOS.glob("*.csn"))
    assert len(files) == 48
    texts = [path.read_text(encoding="utf-8") for path in files]
    answers = page.evaluate(ASK, [["score", {"text": text}] for text in texts])
    for path, text, answer in zip(files, texts, answers, strict=True):
        assert answer == calls.score(text), path.name

    for first in range(0, SESSIONS, 50):
        sessions = [random_session(seed) for seed in range(first, first + 50)]
        asked: list[Any] = []
        for position, entries in sessions:
            base = position.base.to_json()
            asked.append(["open", {"base": base, "entries": [one.to_json() for one in entries]}])
            asked.append(["score", {"text": notation(position)}])
        answers = page.evaluate(ASK, asked)
        for (position, _), view, figures in zip(sessions, answers[::2], answers[1::2], strict=True):
            assert view["fingerprint"] == fingerprint(position.table)
            assert figures == scores(parse(notation(position)))


def random_session(seed: int) -> tuple[Position, list[Entry]]:
    """A random evening under random rules, as a device has kept it."""
    rng = random.Random(seed)
    names = NAMES[: rng.randint(3, 8)]
    players = {f"p{number}": name for number, name in enumerate(NAMES, 1)}
    there = list(players)[: len(names)]
    stakes = {one: rng.randint(1, 3) for one in there if rng.random() < 0.2}
    start = Table.new(there, random_rules(rng), stakes)
    position = begun(Base("x", "Cellar", "", "2026-11-27", 1, start, players, alone=True))
    entries: list[Entry] = []
    for _tap in range(TAPS):
        actions = random_tap(rng, position.table, tuple(players))
        if not actions:
            break
        entries.append(Entry("key", position.version, "play", "", tuple(actions)))
        position = apply(position, entries[-1])
    return position, entries
