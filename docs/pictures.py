"""Makes the pictures of the main pages: `python -m docs.pictures`.

They go to `docs/images`. A server of its own shows the demo club, and two rehearsals of events.
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
OWNER = "rehearsal@chouette.example"
SEED = "pictures"


def keep(page, name):
    """Write a picture with few colours: text stays sharp, and the file small."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur()")
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    few = taken.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)
    print(f"{name}.png: {(IMAGES / f'{name}.png').stat().st_size // 1024} KB")


class Visitor:
    """Somebody who has signed in by a link, on any device."""

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

    def show(self, name, path, device, scheme="light"):
        """Keep the picture of a page."""
        with self.page(device, scheme) as page:
            page.goto(path)
            keep(page, name)


def club_shown(visitor):
    """Keep the pages of the demo club: its table, an evening, the leaderboard, a player."""
    club = "/clubs/chouette-demo-club/"
    with visitor.page(PHONE) as page:
        page.goto("/")
        page.locator("main a[href*='/table/']").first.click()
        page.locator("#table").wait_for()
        keep(page, "table")
        table = page.url
        page.goto(f"{club}sessions/")
        links = page.locator("main a[href^='/sessions/']")
        found = [links.nth(at).get_attribute("href") for at in range(links.count())]
    evenings = [path for path in found if path.rstrip("/").split("/")[-1] not in table]
    visitor.show("evening", evenings[-1], PHONE)
    visitor.show("sheet", re.sub(r"(/sessions/[^/]+/).*", r"\1", evenings[-1]), SCREEN)
    visitor.show("wall", f"{club}wall/", WALL, "dark")
    visitor.show("leaderboard", f"{club}leaderboard/", SCREEN)
    with visitor.page(PHONE) as page:
        page.goto(f"{club}leaderboard/")
        page.locator("main th a[href*='/players/'], main td a[href*='/players/']").first.click()
        page.wait_for_load_state()
        keep(page, "player")


def rehearsed(server, format, *more):
    """Rehearse an event, and return the address of its pages."""
    status, said = server.command("rehearse", format, "--players", "16", "--seed", SEED, *more)
    assert status == 0, said
    return re.search(r"(/events/[a-z0-9]+/)direct/", said).group(1)


def events_shown(visitor, server):
    """Keep the desk, and what everybody sees of an event: bracket, wall, phone, match."""
    swiss = rehearsed(server, "swiss", "--rounds", "1")
    bracket = rehearsed(server, "progressive")
    with visitor.page(SCREEN) as page:
        page.goto(f"{swiss}direct/")
        for step in ("draw", "confirm", "release"):
            page.locator(f"#step[data-code='{step}']").wait_for()
            page.locator("#next").click()
        page.locator("#typed").fill("1 5 2")
        page.locator("#typed").press("Enter")
        page.locator(".bout--settled").first.wait_for()
        keep(page, "desk")
        page.goto(f"{swiss}phones/")
        page.locator("main select").first.select_option(index=1)
        page.locator("main form", has=page.locator("select")).locator("button").first.click()
        link = page.locator("main input[value*='/e/link/']").input_value()
        page.goto(f"{swiss}direct/")
        page.locator(".bouts .bout__more").nth(3).click()
        page.locator("#sheet").wait_for()
        match = page.locator("#sheet a[href^='/matches/']").get_attribute("href")
    Visitor(visitor.browser, server, link).show("phone", f"{swiss}me/", PHONE)
    visitor.show("match", match, PHONE)
    visitor.show("event", swiss, PHONE)
    with visitor.page(SCREEN) as page:
        page.goto(bracket)
        page.locator(".bracket-part").first.evaluate("one => one.scrollIntoView()")
        keep(page, "bracket")
    visitor.show("ceremony", f"{bracket}wall/", WALL, "dark")


def main():
    """Make all of them."""
    with data_folder() as data, serving(surroundings(data)) as server, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"]
        )
        link = re.search(r"http://\S+/welcome/\S+", server.log.read_text()).group()
        club_shown(Visitor(browser, server, link))
        rehearsed(server, "single", "--rounds", "0")  # makes the account of rehearsals
        _status, said = server.command("sign_in_link", OWNER)
        path = re.search(r"/sign-in/\S+", said).group()
        events_shown(Visitor(browser, server, server.address + path), server)
        browser.close()


if __name__ == "__main__":
    main()
