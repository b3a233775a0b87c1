"""What scoring without network costs: `python -m benchmarks.offline`.

Takes a table of five along in a real Chromium and counts what comes over the wire, brotli as over
TLS, and plain http. Then it opens the kept evening without network, and plays games: how long until
the first table, and how long from a tap until the table is there, the tap kept on the disk before.
All of it once as the computer is, and once with the browser slowed four times: its pages and
workers run a quarter of the time, which Chromium's own throttle does not do to workers.
"""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright

from benchmarks.figures import busy, milliseconds
from benchmarks.loopback import HOST, data_folder, people, serving, surroundings
from benchmarks.page import CHROMIUM, FLAGS, NAME, Wire, begin
from benchmarks.phones import COOKIE

GAMES = 10
SLOWED = 4
PERIOD = 0.012
AIMS = "aims: 5 MB, 6 s, 30 ms"
READY = "#place[data-ready]"
TAP = """async (selector) => {
  const place = document.getElementById("place");
  const begun = performance.now();
  const done = new Promise((tell) => {
    new MutationObserver(tell).observe(place, { attributeFilter: ["data-entries"] });
  });
  document.querySelector(selector).click();
  await done;
  return (performance.now() - begun) / 1000;
}"""


def renderers(browser_args):
    """Return the processes of this browser's pages and workers."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            line = place.read_bytes().decode(errors="replace")
            if "--type=renderer" in line and browser_args in line:
                found.append(int(place.parent.name))
    return found


@contextlib.contextmanager
def slowed(mark, times):
    """Let the browser's pages and workers run only a part of the time."""
    over = threading.Event()

    def throttle():
        while not over.is_set():
            pids = renderers(mark)
            for _again in range(50):
                for sign, part in ((signal.SIGSTOP, 1 - 1 / times), (signal.SIGCONT, 1 / times)):
                    for pid in pids:
                        with contextlib.suppress(OSError):
                            os.kill(pid, sign)
                    time.sleep(PERIOD * part)
                if over.is_set():
                    break

    thread = threading.Thread(target=throttle, daemon=True)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def taken_along(page, address, path):
    """Take the evening along; return how long that took."""
    page.goto(f"{address}{path}offline/")
    page.locator("#begin").wait_for()
    begun = time.monotonic()
    page.locator("#begin").click()
    page.locator(READY).wait_for(state="attached")
    return time.monotonic() - begun


def played(page):
    """Play games without network; return how long each tap took."""
    taps = []

    def tap(selector):
        page.locator(selector).wait_for()
        taps.append(page.evaluate(TAP, selector))

    def pane(selector):
        page.locator(selector).click()
        page.locator("#back").wait_for()

    for game in range(GAMES):
        if page.locator("#b-play").count():
            tap("#b-play")
        pane("#b-team-wins" if game % 2 else "#b-box-wins")
        tap("#b-level-1")
        tap("#undo")
        tap("#redo")
    return taps


def main():
    """Print bytes, and times with and without the brake."""
    with data_folder() as data:
        environment = surroundings(
            data,
            CHOUETTE_ALLOWED_HOSTS=f"{HOST},{NAME}",
            DJANGO_SETTINGS_MODULE="chouette.settings",
        )
        table = people(environment, tables=1, scorers=1, viewers=1, seated=1)["tables"][0]
        path = f"/sessions/{table['id']}/"
        cookies = [{"name": COOKIE, "value": table["scorers"][0]}]
        with contextlib.ExitStack() as stack:
            server = stack.enter_context(serving(environment))
            asyncio.run(begin(server.port, table))
            playwright = stack.enter_context(sync_playwright())
            print(f"five players; {busy()}; {AIMS}\n", flush=True)
            for name, kind in ((HOST, "as over TLS"), (NAME, "plain http")):
                for times in (1, SLOWED):
                    profile = Path(data) / f"browser-{name}-{times}"
                    context = playwright.chromium.launch_persistent_context(
                        profile,
                        executable_path=CHROMIUM,
                        args=[*FLAGS, f"--host-resolver-rules=MAP {NAME} {HOST}"],
                    )
                    wire = Wire(server.port)
                    address = f"http://{name}:{wire.port}"
                    context.add_cookies([{**one, "url": address} for one in cookies])
                    context.set_default_timeout(120_000)
                    page = context.new_page()
                    fetched = taken_along(page, address, path)
                    megabytes = wire.bytes / 1e6
                    page.goto(f"{address}/offline/")
                    with slowed(str(profile), times):
                        begun = time.monotonic()
                        page.goto(f"{address}/offline/table/#{table['id']}")
                        page.locator(READY).wait_for(state="attached")
                        ready = time.monotonic() - begun
                        taps = played(page)
                    print(
                        f"{kind}, {times} times: {megabytes:.2f} MB in all, taken along in "
                        f"{fetched:.1f} s; ready in {ready:.1f} s; {len(taps)} taps "
                        f"{milliseconds(taps)} ms (median / 95 % / most); {busy()}",
                        flush=True,
                    )
                    wire.listener.close()
                    context.close()


if __name__ == "__main__":
    main()
