"""The weight and quality of the first table or board page: `python benchmarks/page.py`.

Opens a table in the middle of a game, signed in, in a real Chromium with an empty cache, and adds
up what came over the wire, headers included; then asks Lighthouse (with npx) about the same page.
With --board it is a game of backgammon after its opening: the page of a player, of a guest on a
phone, and of an onlooker.

    python benchmarks/page.py               the scorer's page and the onlooker's, and Lighthouse
    python benchmarks/page.py --board
    python benchmarks/page.py --no-lighthouse
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright

from benchmarks.figures import busy
from benchmarks.loopback import HOST, data_folder, free_port, made, people, serving, surroundings
from benchmarks.phones import COOKIE, Scorer, next_form

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices")
LIMIT, BOARD_LIMIT = 60_000, 80_000
NAME = "chouette.test"
WHO = (("scorer", "scorers"), ("player", "seated"), ("onlooker", "viewers"))
ICON = re.compile(r'<link rel="(?:icon|manifest|apple-touch-icon)" href="([^"]+)"')


class Wire:
    """A proxy between browser and server that counts every byte sent to the browser."""

    def __init__(self, port):
        self.to = port
        self.bytes = 0
        self.listener = socket.create_server((HOST, 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                browser, _address = self.listener.accept()
                server = socket.create_connection((HOST, self.to))
                for one, other, counts in ((browser, server, False), (server, browser, True)):
                    threading.Thread(
                        target=self._pass, args=(one, other, counts), daemon=True
                    ).start()

    def _pass(self, one, other, counts):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.bytes += len(data) if counts else 0
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


async def begin(port, table):
    """Play a game and half of the next: then the page has everything it can have."""
    scorer = Scorer(port, table["scorers"][0], table["id"])
    await scorer.look()
    for number in range(7):
        await scorer.send(await next_form(scorer, number))
    await scorer.close()


def weigh(browser, address, path, cookies):
    """Return the bytes of each address loaded until the page is quiet."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
    context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
    )
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    names, sizes, whole = {}, {}, {}
    wire.on(
        "Network.responseReceived",
        lambda event: (
            names.update({event["requestId"]: event["response"]["url"]}),
            sizes.update({event["requestId"]: event["response"]["encodedDataLength"]}),
        ),
    )
    wire.on(
        "Network.dataReceived",
        lambda event: sizes.update(
            {event["requestId"]: sizes.get(event["requestId"], 0) + event["encodedDataLength"]}
        ),
    )
    wire.on(
        "Network.loadingFinished",
        lambda event: whole.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.goto(address + path, wait_until="load")
    page.wait_for_timeout(2000)
    if page.locator(
        "[data-panes]"
    ).count():  # what a table fetches ahead counts, on a busy machine, too
        page.locator("[data-ahead]").wait_for(state="attached")
    found = {names[one]: whole.get(one, sizes.get(one, 0)) for one in names}
    encodings = "gzip, br" if address.startswith(f"http://{HOST}") else "gzip"
    for path in ICON.findall(page.content()):
        if urljoin(address, path) not in found:  # browsers fetch these only when they show them
            local = address.replace(NAME, HOST) + path
            found[urljoin(address, path)] = fetched(local, encodings)
    context.close()
    return found


def fetched(address, encodings):
    """Return the size of an address's answer, headers included."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": encodings})
    with urllib.request.urlopen(request) as answer:
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
        return head + 19 + len(answer.read())


def report(title, address, found, sent, limit):
    """Print one page's weight by part; `sent` also has what a service worker fetched."""
    total = sum(found.values())
    print(f"\n{title}: {total / 1000:.1f} KB in {len(found)} requests", end="")
    print(f" ({'below' if total < limit else 'ABOVE'} {limit // 1000} KB)", end="")
    print(f"; in two seconds the server sent {sent / 1000:.1f} KB")
    for part, size in sorted(found.items(), key=lambda one: -one[1]):
        name = part.removeprefix(address)
        print(f"  {size / 1000:7.1f} KB  {re.sub(r'[.][0-9a-f]{12}[.]', '.', name)}")


def lighthouse(playwright, server, path, cookies):
    """Run Lighthouse on the page with its phone defaults; return the scores."""
    if shutil.which("npx") is None:
        print("\nLighthouse: npx is missing (Debian: apt-get install npm), so it was not asked.")
        return
    data, port = Path(server.environment["CHOUETTE_DATA"]), free_port()
    target = data / "lighthouse.json"
    # A signed-in browser profile: with a cookie in Lighthouse's headers the stream would lack it.
    browser = playwright.chromium.launch_persistent_context(
        data / "browser",
        executable_path=CHROMIUM,
        args=[*FLAGS, f"--remote-debugging-port={port}"],
    )
    browser.add_cookies(
        [{"name": name, "value": value, "url": server.address} for name, value in cookies.items()]
    )
    done = subprocess.run(
        [
            "npx",
            "--yes",
            LIGHTHOUSE,
            server.address + path,
            "--quiet",
            "--output=json",
            f"--output-path={target}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--port={port}",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    browser.close()
    if done.returncode:
        print(f"\nLighthouse could not be asked:\n{done.stderr[-2000:]}")
        return
    found = json.loads(target.read_text())
    scores = ", ".join(
        f"{name} {found['categories'][name]['score'] * 100:.0f}" for name in CATEGORIES
    )
    print(f"\nLighthouse {found['lighthouseVersion']} on {found['finalDisplayedUrl']}\n  {scores}")
    for name in CATEGORIES:
        for reference in found["categories"][name]["auditRefs"]:
            audit = found["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"  {name}: {audit['title']} {audit.get('displayValue', '')}")
                for item in audit.get("details", {}).get("items", [])[:5]:
                    print(f"    {json.dumps(item)[:300]}")


def main():
    """Print what the page weighs, and Lighthouse's scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-lighthouse", action="store_true")
    parser.add_argument("--board", action="store_true")
    options = parser.parse_args()
    limit = BOARD_LIMIT if options.board else LIMIT
    with data_folder() as data:
        environment = surroundings(
            data,
            CHOUETTE_ALLOWED_HOSTS=f"{HOST},{NAME}",
            DJANGO_SETTINGS_MODULE="chouette.settings",
        )
        if not options.board:
            table = people(environment, tables=1, scorers=1, viewers=1, seated=1)["tables"][0]
            path = f"/sessions/{table['id']}/table/"
            readers = tuple((who, {COOKIE: table[role][0]}) for who, role in WHO)
        with serving(environment) as server:
            if options.board:
                board = made(environment, "benchmarks.online", "--make", "1")[0]
                path = f"/boards/{board['id']}/"
                readers = (
                    ("player", {COOKIE: board["white"]}),
                    ("guest", {board["name"]: board["black"]}),
                    ("onlooker", {}),
                )
                print(f"the board page, after the opening roll; {busy()}")
            else:
                asyncio.run(begin(server.port, table))
                print(f"the table page, five players, in the second game; {busy()}")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=CHROMIUM,
                    args=[*FLAGS, f"--host-resolver-rules=MAP {NAME} {HOST}"],
                )
                for who, cookies in readers:
                    # As on loopback and behind TLS; in a club's network without TLS browsers accept
                    # only gzip.
                    for name in (HOST, NAME):
                        wire = Wire(server.port)
                        address = f"http://{name}:{wire.port}"
                        found = weigh(browser, address, path, cookies)
                        kind = "with TLS or on loopback" if name == HOST else "plain http"
                        report(f"{who}, {kind}", address, found, wire.bytes, limit)
                        wire.listener.close()
                browser.close()
                if not options.no_lighthouse:
                    lighthouse(playwright, server, path, readers[0][1])


if __name__ == "__main__":
    main()
