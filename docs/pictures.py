"""Makes the pictures of the main pages: `python -m docs.pictures`.

They go to `docs/images`. A server of its own shows the demo club.
Chromium is the system's, or the one in `CHROMIUM`, else that of `playwright install chromium`.
"""

from __future__ import annotations

import io
import os
import re
from contextlib import contextmanager
from pathlib import Path
from shutil import which

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


def keep(page, name):
    """Write a picture with few colours: text stays sharp, and the file small."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur()")
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
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
            if "/welcome/" in link:
                page.get_by_role("button", name="Look around first").click()
                page.wait_for_url("**/clubs/**")
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


def club_shown(visitor):
    """Keep the club's pages: its doors, the table, an evening, the leaderboard, a player."""
    for device, place in ((PHONE, ""), (SCREEN, "-wide")):
        visitor.show(f"play{place}", CLUB, device)
        visitor.show(f"play{place}-dark", CLUB, device, "dark")
        visitor.show(f"leaderboard{place}", f"{CLUB}leaderboard/?over=all&order=skill", device)
    running, *evenings = visitor.links(CLUB, "a[href^='/sessions/']")
    table = f"{running}table/"
    for device, place in ((PHONE, ""), (SCREEN, "-wide")):
        visitor.show(f"table{place}", table, device)
        visitor.show(f"table{place}-dark", table, device, "dark")
    visitor.show("evening", evenings[0], PHONE)
    visitor.show("sheet", evenings[0], SCREEN)
    visitor.show("wall", f"{CLUB}wall/", WALL, "dark")
    [player] = visitor.links(f"{CLUB}leaderboard/", "th a[href*='/players/']")[:1]
    visitor.show("player", player, PHONE)
    visitor.show("player-wide", player, SCREEN)


def boards_shown(visitor):
    """Keep the board that waits for the visitor."""
    [waits] = visitor.links(f"{CLUB}boards/?show=playing&game=", "a[href^='/boards/']")[:1]
    for device, place in ((PHONE, ""), (SCREEN, "-wide")):
        visitor.show(f"board{place}", waits, device)
    visitor.show("board-dark", waits, PHONE, "dark")


def events_shown(visitor):
    """Keep the desk, and what everybody sees of an event: bracket, wall, phone, match."""
    events = visitor.links(f"{CLUB}events/", "a[href^='/events/']")
    named = {}
    for path in (one.removesuffix("direct/") for one in events):  # a director's lead to the desk
        with visitor.page(SCREEN) as page:
            page.goto(path)
            named.setdefault(page.locator("h1").first.inner_text().strip(), path)
    swiss = next(path for name, path in named.items() if "Swiss" in name)
    bracket = next(path for name, path in named.items() if "open" in name)
    with visitor.page(SCREEN) as page:
        page.goto(f"{swiss}direct/")
        bout = page.locator(".bouts .bout[data-state='missing']").first
        [one, _other] = bout.get_attribute("data-of").split(" – ")
        bout.locator(".bout__more").click()
        page.locator("#sheet a[href^='/matches/']").wait_for()
        keeper = page.locator("#sheet a[href^='/matches/']").get_attribute("href")
        page.goto(f"{swiss}direct/")
        keep(page, "desk")
        page.goto(f"{swiss}phones/")
        names = page.locator("main select").first
        names.select_option(names.locator("option", has_text=one).first.get_attribute("value"))
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
            executable_path=os.environ.get("CHROMIUM") or which("chromium"), args=["--no-sandbox"]
        )
        link = re.search(r"http://\S+/welcome/\S+", server.log.read_text()).group()
        visitor = Visitor(browser, server, link)
        club_shown(visitor)
        boards_shown(visitor)
        events_shown(visitor)
        browser.close()


if __name__ == "__main__":
    main()
