"""How long players wait at a board, in real browsers: `python -m benchmarks.first_turn`.

Starts `manage.py up` with a new data folder, its workers included, and measures by the clock:

- *Play the assistant* is pressed, until one can roll or move (the assistant may begin);
- *Sit down* is pressed, until both players see the board;
- the other side confirms its play, until the dice lie that a player's board rolls by itself.
"""

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from benchmarks.figures import busy, milliseconds
from benchmarks.loopback import HOST, data_folder, free_port, surroundings

EMAIL = "demo@chouette.example"

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ROLLS = """() => localStorage.setItem("board", JSON.stringify({ roll: "always" }))"""
PLAYABLE = """() => { const board = document.querySelector("[data-board]")?.board;
  const can = board?.state.can ?? [];
  return Boolean(board) && (can.includes("roll") || can.includes("play")); }"""
SHOWN = """() => Boolean(document.querySelector("[data-board]")?.board)"""
MINE = """() => { const { state, sent } = document.querySelector("[data-board]").board;
  return !sent && state.phase === "play" && state.actor === state.side; }"""
PLAY = """() => { const { board } = document.querySelector("[data-board]");
  board.steps(board.turn.ends()[0]); board.confirm(); }"""
SPOKEN = """() => { const { state } = document.querySelector("[data-board]").board;
  return state.can.find((one) => ["roll", "take"].includes(one)) ?? ""; }"""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--times", type=int, default=8)
    times = parser.parse_args().times
    print(f"{times} times each, {busy()}; median / 95th percentile / longest, in milliseconds")
    with serving() as (address, link), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        host = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
        page = host.new_page()
        page.goto(link)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_load_state("load")
        club = page.locator("a[href*='/clubs/']").first.get_attribute("href")
        new = f"{address}{re.match('(/clubs/[^/]+/)', club)[1]}boards/new/"
        alone = [assistant(page, new) for _ in range(times)]
        print(f"Play the assistant, until one can play: {milliseconds(alone)}")
        waits = [sit_down(browser, page, new) for _ in range(times)]
        print(
            f"Sit down, until both have the board: {milliseconds([both for both, _, _ in waits])}"
        )
        rolls = [one for _, found, _ in waits for one in found]
        asked = sorted(count for _, _, count in waits)[len(waits) // 2]
        print(f"Requests of both pages from Sit down on, until both have the board: {asked}")
        print(f"Confirm, until the other's dice lie by themselves: {milliseconds(rolls)}")
        browser.close()
    print(busy())


@contextlib.contextmanager
def serving():
    """Run `manage.py up` with the demo club alone; yield its address and a sign-in link."""
    port = free_port()
    with data_folder() as folder:
        environment = surroundings(folder / "data")

        def manage(*command):
            command = [sys.executable, "manage.py", *command]
            return subprocess.run(
                command, env=environment, check=True, stdout=subprocess.PIPE, text=True
            ).stdout

        manage("prepare")
        manage("demo")
        address = f"http://{HOST}:{port}"
        link = manage("sign_in_link", EMAIL, "--address", address).strip()
        log = folder / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(port)],
                env=environment,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        try:
            end = time.monotonic() + 120
            while address not in log.read_text():
                if time.monotonic() > end:
                    raise RuntimeError(log.read_text())
                time.sleep(0.2)
            yield address, link
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def until(page, expression, longest=30):
    """Wait until JavaScript says yes, and return the clock then."""
    end = time.perf_counter() + longest
    while time.perf_counter() < end:
        with contextlib.suppress(Exception):  # the page is being left
            if page.evaluate(expression):
                return time.perf_counter()
        time.sleep(0.01)
    raise RuntimeError(f"this never came true: {expression}")


def assistant(page, new):
    """Return how long it takes from *Play the assistant* to one's first turn."""
    page.goto(new)
    begun = time.perf_counter()
    page.get_by_role("button", name="Play the assistant").click(no_wait_after=True)
    return until(page, PLAYABLE) - begun


def sit_down(browser, page, new):
    """Return how long *Sit down* takes, some rolls that come by themselves, and requests made."""
    page.goto(new)
    page.get_by_role("button", name="Set the board up").click()
    page.wait_for_url("**/boards/*/")
    link = re.search(r"http://[^\s\"<]+/boards/invitation/[^\s\"<]+", page.content())
    link = link[0] if link else page.locator("input[value*='/invitation']").input_value()
    page.evaluate(ROLLS)
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
    guest = context.new_page()
    guest.goto(link)
    guest.get_by_label("Your name at the board").fill("Gus")
    page.wait_for_timeout(2500)
    asked = []
    for one in (page, guest):
        one.on("request", lambda request: asked.append(request.url))
    begun = time.perf_counter()
    guest.get_by_role("button", name="Sit down").click(no_wait_after=True)
    both = max(until(guest, SHOWN), until(page, SHOWN)) - begun
    count = len(asked)
    rolls = []
    for _ in range(8):
        deadline = time.perf_counter() + 20
        while not page.evaluate(MINE) and not guest.evaluate(MINE):
            do = guest.evaluate(SPOKEN)
            if do:
                guest.evaluate(f"() => document.querySelector('[data-board]').board.act('{do}')")
            time.sleep(0.05)
            if time.perf_counter() > deadline:
                raise RuntimeError("nobody can play")
        if page.evaluate(MINE):
            page.evaluate(PLAY)
            until(page, f"() => !({MINE})()")
        else:
            begun = time.perf_counter()
            guest.evaluate(PLAY)
            rolls.append(until(page, MINE) - begun)
    context.close()
    return both, rolls, count


if __name__ == "__main__":
    main()
