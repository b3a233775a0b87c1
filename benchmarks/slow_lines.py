"""Page times beside half-sent bodies and idle streams: `python benchmarks/slow_lines.py`.

One visitor loads pages one by one, on an idle server and beside 200 half-sent bodies and 200 idle
streams. Both take turns, so that other work on the computer affects both. The aim is a p95 of at
most twice that of the server without load.

    python benchmarks/slow_lines.py --pages 100 --rounds 4
    DATABASE_URL=postgres://... python benchmarks/slow_lines.py     on an empty database
"""

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.crowd import Crowd
from benchmarks.figures import busy, milliseconds, share
from benchmarks.loopback import HOST, data_folder, people, serving, surroundings
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


def main():
    """Print both, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=150, help="how many a visitor loads a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--bodies", type=int, default=200)
    parser.add_argument("--streams", type=int, default=200)
    options = parser.parse_args()
    with data_folder() as data:
        environment = surroundings(data)
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
