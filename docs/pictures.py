"""Makes the pictures of the main pages: `python -m docs.pictures`.

They go to `docs/images`. A server of its own shows the demo club.
Chromium comes from `playwright install chromium`, or from the path in `CHROMIUM`.
"""

from __future__ import annotations

import io
import os
import re
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from benchmarks.loopback import data_folder, serving, surroundings

IMAGES = Path(__file__).resolve().parent / "images"
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
WALL = {"viewport": {"width": 1280, "height": 720}}
COLOURS = 96
"""Enough for pages in two colours and their shades."""
CLUB = "/clubs/chouette-demo-club/"
LONGEST = 120
"""Seconds until the demo's figures are estimated and its analysis is made."""


def keep(page, name):
    """Write a picture with few colours: text stays sharp, and the file small."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur()")
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    few = taken.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)
    print(f"{name}.png: {(IMAGES / f'{name}.png').stat().st_size // 1024} KB")


class Visitor:
    """Somebody who has followed a link, on any device."""

    def __init__(self, browser, server, link):
        self.browser, self.server = browser, server
        self.state = None
        with self.page(PHONE) as page:
            page.goto(link)
            # Looking around in the demo, or signing in: the first button of either page.
            page.locator("main form button").first.click()
            page.wait_for_load_state()
            self.state = page.context.storage_state()

    @contextmanager
    def page(self, device, scheme="light"):
        """Yield a page of a device."""
        context = self.browser.new_context(
            **device,
            base_url=self.server.address,
            color_scheme=scheme,
            locale="en-GB",
            reduced_motion="reduce",
            storage_state=self.state,
        )
        try:
            yield context.new_page()
        finally:
            context.close()

    def show(self, name, path, device, scheme="light", at=""):
        """Keep the picture of a page, from an element on if it is said which."""
        with self.page(device, scheme) as page:
            page.goto(path)
            if at:
                page.locator(at).first.evaluate("one => one.scrollIntoView()")
            keep(page, name)

    def links(self, path, selector):
        """Return where the links of a page lead."""
        with self.page(SCREEN) as page:
            page.goto(path)
            found = page.locator(f"main {selector}")
            return [found.nth(at).get_attribute("href") for at in range(found.count())]

    def waits(self, path, selector):
        """Wait until a page shows something that the worker makes."""
        with self.page(PHONE) as page:
            for _second in range(LONGEST):
                page.goto(path)
                if page.locator(selector).count():
                    return
                page.wait_for_timeout(1000)
        raise SystemExit(f"{path} never showed {selector}")


def club_shown(visitor):
    """Keep the club's pages: its doors, the table, an evening, the leaderboard, a player."""
    visitor.waits(f"{CLUB}leaderboard/", "main table td .interval, main table td svg")
    for device, place in ((PHONE, ""), (SCREEN, "-wide")):
        visitor.show(f"play{place}", f"{CLUB}play/", device)
        visitor.show(f"play{place}-dark", f"{CLUB}play/", device, "dark")
        visitor.show(f"leaderboard{place}", f"{CLUB}leaderboard/", device)
    [table] = visitor.links(f"{CLUB}play/", "a[href*='/sessions/'][href$='/table/']")[:1]
    for device, place in ((PHONE, ""), (SCREEN, "-wide")):
        visitor.show(f"table{place}", table, device)
        visitor.show(f"table{place}-dark", table, device, "dark")
    running = table.removesuffix("table/")
    evenings = [
        path
        for path in visitor.links(f"{CLUB}sessions/", "a[href^='/sessions/']")
        if not path.startswith(running)
    ]
    visitor.show("evening", evenings[0], PHONE)
    visitor.show("sheet", re.sub(r"(/sessions/[^/]+/).*", r"\1", evenings[0]), SCREEN)
    visitor.show("wall", f"{CLUB}wall/", WALL, "dark")
    [player] = visitor.links(f"{CLUB}leaderboard/", "th a[href*='/players/']")[:1]
    visitor.show("player", player, PHONE)
    visitor.show("player-wide", player, SCREEN)


def boards_shown(visitor):
    """Keep the board that waits for the visitor, and one that is over with its analysis."""
    [waits] = visitor.links(f"{CLUB}play/", "a[href^='/boards/']")[:1]
    for device, place in ((PHONE, ""), (SCREEN, "-wide")):
        visitor.show(f"board{place}", waits, device)
    visitor.show("board-dark", waits, PHONE, "dark")


def events_shown(visitor):
    """Keep the desk, and what everybody sees of an event: bracket, wall, phone, match."""
    events = visitor.links(f"{CLUB}events/", "a[href^='/events/']")
    named = {}
    for path in events:
        with visitor.page(SCREEN) as page:
            page.goto(path)
            named.setdefault(page.locator("h1").first.inner_text().strip(), path)
    swiss = next(path for name, path in named.items() if "Swiss" in name)
    bracket = next(path for name, path in named.items() if "open" in name)
    with visitor.page(SCREEN) as page:
        page.goto(f"{swiss}direct/")
        match = page.locator(".bouts .bout:not(.bout--settled) .bout__more").first
        match.click()
        page.locator("#sheet a[href^='/matches/']").wait_for()
        keeper = page.locator("#sheet a[href^='/matches/']").get_attribute("href")
        page.goto(f"{swiss}direct/")
        keep(page, "desk")
        page.goto(f"{swiss}phones/")
        page.locator("main select").first.select_option(index=1)
        page.locator("main form", has=page.locator("select")).locator("button").first.click()
        link = page.locator("main input[value*='/e/link/']").input_value()
    Visitor(visitor.browser, visitor.server, link).show("phone", f"{swiss}me/", PHONE)
    visitor.show("match", keeper, PHONE)
    visitor.show("event", swiss, PHONE)
    visitor.show("bracket", bracket, SCREEN, at=".bracket-part")
    visitor.show("ceremony", f"{bracket}wall/", WALL, "dark")


def main():
    """Make all of them."""
    with data_folder() as data, serving(surroundings(data)) as server, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"]
        )
        link = re.search(r"http://\S+/welcome/\S+", server.log.read_text()).group()
        visitor = Visitor(browser, server, link)
        club_shown(visitor)
        boards_shown(visitor)
        events_shown(visitor)
        browser.close()


if __name__ == "__main__":
    main()
