"""A tap, and a thousand people who see it: `python benchmarks/live.py`.

Everybody is signed in, loads the table page once and opens its stream; one scorer taps about once a
second with the page's own forms. For each tap: how long until the last of them has the whole
fragment. The same run measures a Channels consumer, and the memory, threads and database
connections of both. The viewers run on the same cores as the server.

    python benchmarks/live.py --viewers 1000 --taps 60
    DATABASE_URL=postgres://... python benchmarks/live.py     on an empty database
    python benchmarks/live.py --only ours                     without Channels
"""

import argparse
import asyncio
import gc
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.crowd import Crowd
from benchmarks.figures import busy, milliseconds
from benchmarks.loopback import data_folder, people, serving, surroundings
from benchmarks.phones import BEAT, Browser, Scorer, next_form

AT_ONCE = 8
PATIENCE = 15.0
KINDS = {
    "ours": (("manage.py", "up"), "server-sent events"),
    "channels": (("-m", "benchmarks.channels_consumer"), "Channels consumer"),
}


async def open_all(server, table, crowd):
    """Load the page for everybody, then open all streams; print the server's use in between."""
    gate = asyncio.Semaphore(AT_ONCE)
    beats, browsers = [], [Browser(server.port, cookie) for cookie in table["viewers"]]

    async def load(browser):
        async with gate:
            answer = await browser.get(f"/sessions/{table['id']}/table/")
            assert answer.status == 200, answer.status
            beats.append(int(BEAT.search(answer.text).group(1)))
            await browser.close()

    began = time.perf_counter()
    await asyncio.gather(*(load(browser) for browser in browsers))
    loaded = time.perf_counter() - began
    await asyncio.sleep(1)
    before = measured(server)

    async def join(browser):
        async with gate:
            await crowd.join(browser, f"/sessions/{table['id']}/live/", 0, last=max(beats))

    began = time.perf_counter()
    await asyncio.gather(*(join(browser) for browser in browsers))
    here = await crowd.until(lambda: started(crowd) == len(browsers), 120)
    assert here, f"only {started(crowd)} streams began, {crowd.lost} were lost"
    opened = time.perf_counter() - began
    await asyncio.sleep(2)
    return before, measured(server), loaded, opened


def started(crowd):
    """Count the streams that have begun."""
    return sum(viewer.started for viewer in crowd.viewers.values())


def measured(server):
    """Return the server's present use of resources."""
    return {
        **server.memory(),
        "threads": server.threads(),
        "connections": server.connections(),
        "seconds": server.seconds(),
    }


async def tap(scorer, crowd, number, viewers):
    """Tap once; return the times of the answer and of each viewer's fragment, from sending on."""
    form = await next_form(scorer, number)
    await asyncio.sleep(0.9)
    crowd.receipts.clear()
    began = time.perf_counter()
    answer = await scorer.send(form)
    answered = time.perf_counter() - began
    assert answer.status == 200, answer.status
    beat = int(BEAT.search(answer.text).group(1))

    def seen():
        return {viewer: at for viewer, _table, got, at in reversed(crowd.receipts) if got >= beat}

    complete = await crowd.until(
        lambda: len(crowd.receipts) >= viewers and len(seen()) >= viewers, PATIENCE
    )
    times = [at - began for at in seen().values()]
    return answered, times, complete


async def run(server, table, options):
    """Measure one server."""
    crowd = Crowd(server.port)
    crowd.watch()
    before, during, loaded, opened = await open_all(server, table, crowd)
    scorer = Scorer(server.port, table["scorers"][0], table["id"])
    await scorer.look()
    for number in range(4):  # a warm-up game that is not measured
        await tap(scorer, crowd, number, options.viewers)
    gc.collect()
    gc.disable()  # pauses of the load generator would distort the times
    warm, received = measured(server), crowd.bytes
    began, own = time.perf_counter(), time.process_time()
    answers, last, everybody, missed = [], [], [], 0
    for number in range(4, 4 + options.taps):
        answered, times, complete = await tap(scorer, crowd, number, options.viewers)
        answers.append(answered)
        last.append(max(times, default=PATIENCE))
        everybody += times
        missed += not complete
    gc.enable()
    took, own = time.perf_counter() - began, time.process_time() - own
    after = measured(server)
    received = (crowd.bytes - received) / options.taps / options.viewers
    lost = crowd.lost
    crowd.close()
    await scorer.close()
    used = after["seconds"] - warm["seconds"]
    each = {
        name: [(one[name] - before[name]) / options.viewers for one in (during, after)]
        for name in ("Rss", "Pss")
    }
    return {
        "last viewer, p50 / p95 / max": f"{milliseconds(last)} ms",
        "every viewer, p50 / p95 / max": f"{milliseconds(everybody)} ms",
        "the scorer's own answer": f"{milliseconds(answers)} ms",
        "a fragment on the wire": f"{received / 1000:.1f} KB",
        "taps that somebody missed, streams lost": f"{missed}, {lost}",
        "memory a viewer, opened / after the taps": (
            f"{each['Rss'][0]:.1f} / {each['Rss'][1]:.1f} KB"
            f" (proportional {each['Pss'][0]:.1f} / {each['Pss'][1]:.1f})"
        ),
        "memory with 0 / all viewers": f"{before['Rss'] / 1000:.0f} / {after['Rss'] / 1000:.0f} MB",
        "threads with 0 / all viewers": f"{before['threads']} / {after['threads']}",
        "database connections": f"{before['connections']} / {after['connections']}",
        "server, seconds of a core a tap": f"{used / options.taps:.3f}",
        "server, share of a core": f"{used / took * 100:.0f} %",
        "load, share of a core": f"{own / took * 100:.0f} %",
        "all pages loaded, all streams opened": f"{loaded:.1f} s, {opened:.1f} s",
    }


def main():
    """Print the figures side by side."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--only", choices=sorted(KINDS))
    options = parser.parse_args()
    kinds = [options.only] if options.only else list(KINDS)
    found = {}
    with data_folder() as data:
        environment = surroundings(data)
        tables = people(environment, tables=len(kinds), viewers=options.viewers)["tables"]
        database = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
        print(f"{options.viewers} viewers, {options.taps} taps, {database}; {busy()}", flush=True)
        for kind, table in zip(kinds, tables, strict=True):
            command, title = KINDS[kind]
            with serving(environment, command) as server:
                found[title] = asyncio.run(run(server, table, options))
    titles = list(found)
    print(f"\n| {'':<41} | " + " | ".join(f"{title:<38}" for title in titles) + " |")
    print(f"| {'-' * 41} | " + " | ".join("-" * 38 for _ in titles) + " |")
    for name in found[titles[0]]:
        cells = " | ".join(f"{found[title][name]:<38}" for title in titles)
        print(f"| {name:<41} | {cells} |")
    print(f"\nafterwards: {busy()}")


if __name__ == "__main__":
    main()
