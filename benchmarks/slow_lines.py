"""Page times beside half-sent bodies and idle streams: `python benchmarks/slow_lines.py`.

One visitor loads pages one by one, on an idle server and beside 200 half-sent bodies and 200 idle
streams. Both take turns, so that other work on the computer affects both. The aim is a p95 of at
most twice that of the server without load.

With `--attacks` a visitor loads pages, each on a connection of its own, beside what one other
client can do (`benchmarks.attacks`): p95 at most twice, at most 150 MB more memory, and back after
a minute.

    python benchmarks/slow_lines.py --pages 100 --rounds 4
    python benchmarks/slow_lines.py --attacks               half an hour; --only WORD for some
    DATABASE_URL=postgres://... python benchmarks/slow_lines.py     on an empty database
"""

import argparse
import asyncio
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.attacks import ATTACKS
from benchmarks.crowd import Crowd
from benchmarks.figures import busy, milliseconds, share
from benchmarks.loopback import HOST, ROOT, data_folder, people, serving, surroundings
from benchmarks.phones import Browser

BODIES_OF_ONE_ADDRESS = 30
"""The server accepts 32 per address; more would be refused and prove nothing."""


def half_body(browser, path="/clubs/new/", address=HOST):
    """Send the beginning of a form from a loopback address; return the open connection."""
    line = socket.create_connection((HOST, browser.port), source_address=(address, 0))
    whole = browser.request(
        "POST", path, b"x" * 1000, {"Content-Type": "application/x-www-form-urlencoded"}
    )
    line.sendall(whole[:-500])
    return line


def unread(browser, path):
    """Request a long answer and read nothing of it; return the open connection."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((HOST, browser.port))
    line.sendall(browser.request("GET", path, b"", {"Accept-Encoding": "identity"}))
    return line


@contextlib.contextmanager
def half_bodies(browser, number, path="/clubs/new/"):
    """Keep this many half-sent bodies, from as many addresses as necessary."""
    lines = [
        half_body(browser, path, f"127.0.0.{2 + one // BODIES_OF_ONE_ADDRESS}")
        for one in range(number)
    ]
    try:
        yield lines
    finally:
        for line in lines:
            line.close()


def still_open(lines):
    """Count the connections that the server has neither answered nor closed."""
    found = 0
    for line in lines:
        line.setblocking(False)
        try:
            line.recv(1)
        except BlockingIOError:
            found += 1
        except OSError:
            pass
    return found


async def load(visitor, paths, pages):
    """Load pages one by one; return the time of each."""
    took = []
    for number in range(pages):
        began = time.perf_counter()
        answer = await visitor.get(paths[number % len(paths)])
        took.append(time.perf_counter() - began)
        assert answer.status == 200, answer.status
        await asyncio.sleep(0.01)
    return took


async def run(server, table, options):
    """Measure both cases in turns."""
    paths = ["/", f"/sessions/{table['id']}/", f"/sessions/{table['id']}/table/", "/sign-in/"]
    visitor, sender = (
        Browser(server.port, table["viewers"][0]),
        Browser(server.port, table["scorers"][0]),
    )
    paths = [path for path in paths if (await visitor.get(path)).status == 200]
    await load(visitor, paths, 40)
    alone, beside, kept = [], [], []
    for _ in range(options.rounds):
        alone += await load(visitor, paths, options.pages)
        crowd = Crowd(server.port)
        crowd.watch()
        for number in range(options.streams):
            viewer = Browser(server.port, table["viewers"][number % len(table["viewers"])])
            await crowd.join(viewer, f"/sessions/{table['id']}/live/", 0)
        assert await crowd.until(
            lambda crowd=crowd: (
                sum(one.started for one in crowd.viewers.values()) == options.streams
            ),
            60,
        )
        with half_bodies(sender, options.bodies) as lines:
            await asyncio.sleep(1)
            beside += await load(visitor, paths, options.pages)
            kept.append(still_open(lines))
        crowd.close()
        await asyncio.sleep(1)
    await visitor.close()
    return alone, beside, kept


class Memory:
    """Watches the resident memory of the process that serves pages, in MB."""

    def __init__(self, server):
        self.server = server
        self.peak = 0
        self._over = threading.Event()

    def now(self):
        return self.server.memory()["Rss"] / 1024

    def __enter__(self):
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error):
        self._over.set()
        self._thread.join()

    def _watch(self):
        while not self._over.wait(0.1):
            self.peak = max(self.peak, self.now())


async def visit(server, paths, cookie, pages, seconds):
    """Load pages, each on a new connection, for so long at most; return the time of each."""
    took, began = [], time.perf_counter()
    for number in range(pages):
        visitor = Browser(server.port, cookie)
        start = time.perf_counter()
        answer = await visitor.get(paths[number % len(paths)])
        took.append(time.perf_counter() - start)
        assert answer.status == 200, answer.status
        await visitor.close()
        await asyncio.sleep(0.03)
        if time.perf_counter() - began > seconds:
            break
    return took


async def attacked(server, given, name, options):
    """Measure one attack; return p95 without and with it of each round, memory, and answers."""
    table = given["tables"][0]
    paths = ["/", f"/sessions/{table['id']}/", f"/sessions/{table['id']}/table/", "/sign-in/"]
    cookie = table["viewers"][0]
    paths = [one for one in paths if (await Browser(server.port, cookie).get(one)).status == 200]
    said = {
        "port": server.port,
        "club": given["club"],
        "organizer": given["organizer"],
        "board": given["boards"][0],
    }
    await visit(server, paths, cookie, 20, 30)
    alone, beside, answers = [], [], {}
    with Memory(server) as memory:
        before = memory.now()
        for _round in range(options.rounds):
            alone.append(share(await visit(server, paths, cookie, options.pages, 30), 0.95))
            attack = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.attacks", name],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            attack.stdin.write(json.dumps(said) + "\n")
            attack.stdin.flush()
            await asyncio.to_thread(attack.stdout.readline)  # "begun"
            await asyncio.sleep(options.warm)
            beside.append(share(await visit(server, paths, cookie, options.pages, 60), 0.95))
            attack.terminate()
            said_last, _errors = attack.communicate(timeout=60)
            answers = json.loads(said_last or "{}")
            await asyncio.sleep(2)
        peak = memory.peak
        await asyncio.sleep(options.after)
        return alone, beside, (before, peak, memory.now()), answers


FLOOR = 0.025
"""Seconds. A page takes some 6 ms of the interpreter, which is handed over every 5 ms: beside the
three busy threads that one household may have, a page waits for it some four times. Below this,
twice as long is no sign of anything.
"""


def attacks(server, given, options):
    """Print a line of a table for each attack; tell whether all are within the aims."""
    head = ("attack", "p95 without", "p95 beside", "times", "MB before", "peak", "after", "answers")
    print("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|", flush=True)
    good = True
    for name in ATTACKS:
        if options.only and not any(one in name for one in options.only.split(",")):
            continue
        alone, beside, memory, answers = asyncio.run(attacked(server, given, name, options))
        first, second = statistics.median(alone), statistics.median(beside)
        times = second / max(first, FLOOR)
        before, peak, after = memory
        is_good = times <= 2 and peak - before <= 150 and after - before <= 50
        good = good and is_good
        cells = (
            name + ("" if is_good else " (!)"),
            f"{first * 1000:.0f} ms",
            f"{second * 1000:.0f} ms",
            f"{times:.1f}",
            *(f"{one:.0f}" for one in memory),
            ", ".join(f"{count} x {status}" for status, count in answers.items()),
        )
        print("| " + " | ".join(cells) + f" | {busy()}", flush=True)
    return good


def main():
    """Print both, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=150, help="how many a visitor loads a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--bodies", type=int, default=200)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--attacks", action="store_true", help="what one other client can do")
    parser.add_argument(
        "--only", default="", help="attacks with one of these in their name, separated by commas"
    )
    parser.add_argument("--warm", type=float, default=3, help="seconds of attack before measuring")
    parser.add_argument("--after", type=float, default=60, help="seconds until memory is back")
    options = parser.parse_args()
    with data_folder() as data:
        environment = surroundings(data)
        if options.attacks:
            given = people(environment, tables=1, viewers=2, boards=1)
            with serving(environment) as server:
                sys.exit(not attacks(server, given, options))
        (table,) = people(environment, tables=1, viewers=20)["tables"]
        database = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
        load = f"{options.bodies} half-sent bodies, {options.streams} idle streams"
        print(f"{load}, {database}; {busy()}", flush=True)
        with serving(environment) as server:
            alone, beside, kept = asyncio.run(run(server, table, options))
    print(f"bodies still half-sent at the end of each round: {kept}")
    print(f"without load: {milliseconds(alone)} ms (p50 / p95 / longest)")
    print(f"beside them:  {milliseconds(beside)} ms")
    print(
        f"p95: {share(beside, 0.95) / share(alone, 0.95):.2f} times as long; the aim is at most 2"
    )


if __name__ == "__main__":
    main()
