"""Fifty tables at once: `python benchmarks/tables.py`.

Each has ten viewers and a scorer who taps once a second, whatever the others do. Prints the times
from the tap to each viewer, all errors (there must be none), and the server's memory minute by
minute: it must not grow.

    python benchmarks/tables.py --minutes 10
    python benchmarks/tables.py --workers 2                     with two processes that serve
    DATABASE_URL=postgres://... python benchmarks/tables.py     on an empty database
"""

import argparse
import asyncio
import gc
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.crowd import Crowd
from benchmarks.figures import busy, milliseconds, share
from benchmarks.loopback import data_folder, people, serving, several, surroundings
from benchmarks.phones import BEAT, CYCLE, Browser, Scorer, next_form

AT_ONCE = 8
MINUTE = 60.0
PATIENCE = 10.0


class Evening:
    """All tables of a run: the taps, and the errors."""

    def __init__(self, server, tables):
        self.server = server
        self.tables = tables
        self.crowd = Crowd(server.port)
        self.taps = []
        self.answers = []
        self.late = []
        self.errors = Counter()

    async def open(self, gate, number):
        """Load a table's page for its viewers and open their streams."""
        table = self.tables[number]
        for cookie in table["viewers"]:
            async with gate:
                browser = Browser(self.server.port, cookie)
                answer = await browser.get(f"/sessions/{table['id']}/table/")
                beat = int(BEAT.search(answer.text).group(1))
                await browser.close()
                await self.crowd.join(browser, f"/sessions/{table['id']}/live/", number, last=beat)

    async def play(self, number, began, until):
        """Tap once a second by the clock; a late answer does not delay the next tap."""
        table = self.tables[number]
        scorer = Scorer(self.server.port, table["scorers"][0], table["id"])
        await scorer.look()
        due, step = began + random.random(), 0
        while due < until:
            try:
                form = await next_form(scorer, step)
                await asyncio.sleep(max(due - time.perf_counter(), 0))
                sent = time.perf_counter()
                self.late.append(sent - due)
                answer = await scorer.send(form)
                self.answers.append(time.perf_counter() - sent)
                if answer.status == 200:
                    self.taps.append((number, int(BEAT.search(answer.text).group(1)), sent))
                    step += 1
                else:
                    self.errors[f"answer {answer.status}"] += 1
                    await scorer.look()
            except (OSError, RuntimeError, asyncio.IncompleteReadError) as error:
                self.errors[repr(error)[:80]] += 1
                await scorer.look()
                step = _after_error(step)
            due += 1.0
        await scorer.close()


def _after_error(step):
    """Return the step after an error: it is unknown whether the tap was written, so start the next
    game.
    """
    return step + (-step % len(CYCLE))


def times_of(taps, receipts):
    """Return the seconds from each tap to each viewer, and the number of missing fragments.

    A viewer who receives a newer table has seen the older tap, too.
    """
    seen = defaultdict(list)
    for viewer, table, beat, at in receipts:
        seen[table, viewer].append((beat, at))
    viewers = defaultdict(list)
    for table, viewer in seen:
        viewers[table].append(viewer)
    per_table = defaultdict(list)
    for table, beat, sent in taps:
        per_table[table].append((beat, sent))
    times, missed = [], 0
    for table, sent_beats in per_table.items():
        for viewer in viewers[table]:
            arrived, at = seen[table, viewer], 0
            for beat, sent in sorted(sent_beats):
                while at < len(arrived) and arrived[at][0] < beat:
                    at += 1
                if at == len(arrived):
                    missed += 1
                else:
                    times.append(arrived[at][1] - sent)
    return times, missed


async def run(server, tables, options):
    """Play, and print a line per minute."""
    evening = Evening(server, tables)
    crowd = evening.crowd
    crowd.watch()
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(evening.open(gate, number) for number in range(len(tables))))
    wanted = len(tables) * options.viewers
    here = await crowd.until(
        lambda: sum(one.started for one in crowd.viewers.values()) == wanted, 60
    )
    assert here, f"of {wanted} streams {crowd.lost} were lost"
    gc.collect()
    gc.freeze()
    began = time.perf_counter() + 0.5
    until = began + options.minutes * MINUTE
    players = asyncio.gather(*(evening.play(number, began, until) for number in range(len(tables))))
    show(server, 0, evening)
    everything, missed, minute = [], 0, 0
    memories, seconds = [server.memory()["Rss"]], server.seconds()
    worked = time.process_time()
    while not players.done():
        minute += 1
        await asyncio.wait([players], timeout=max(began + minute * MINUTE - time.perf_counter(), 0))
        await asyncio.sleep(0.5)
        taps, evening.taps = evening.taps, []
        # The last taps of a minute may still be on the way.
        young = [one for one in taps if one[2] > time.perf_counter() - 1]
        if not players.done():
            evening.taps = young
            taps = [one for one in taps if one[2] <= time.perf_counter() - 1]
        times, lost = times_of(taps, crowd.receipts)
        crowd.receipts = [one for one in crowd.receipts if one[3] > time.perf_counter() - PATIENCE]
        everything += times
        missed += lost
        memories.append(server.memory()["Rss"])
        show(server, minute, evening, times, len(taps))
    await players
    took = time.perf_counter() - began
    used, own = server.seconds() - seconds, time.process_time() - worked
    print(
        f"\n{len(evening.answers)} taps, {len(everything)} fragments,"
        f" errors {sum(evening.errors.values())}, streams lost {crowd.lost}, missed {missed}"
    )
    for error, count in evening.errors.items():
        print(f"  {count} x {error}")
    print(f"tap to each viewer, p50 / p95 / max   {milliseconds(everything)} ms")
    print(f"the scorer's own answer               {milliseconds(evening.answers)} ms")
    print(f"the load's own lateness               {milliseconds(evening.late)} ms")
    print(f"server, share of a core               {used / took:.0%}")
    print(f"load, share of a core                 {own / took:.0%}")
    print(
        f"memory at the start {memories[0] / 1000:.1f} MB, at the end {memories[-1] / 1000:.1f} MB"
        f", since the first minute {(memories[-1] - memories[1]) / 1000:+.1f} MB"
    )
    crowd.close()
    return not evening.errors and not crowd.lost and not missed


def show(server, minute, evening, times=(), taps=0):
    """Print the figures of a minute."""
    memory = server.memory()
    print(
        f"minute {minute:>2}: {taps:>5} taps, p50 {share(times, 0.5) * 1000:4.0f} ms,"
        f" p95 {share(times, 0.95) * 1000:4.0f} ms, errors {sum(evening.errors.values())},"
        f" RSS {memory['Rss'] / 1000:6.1f} MB, PSS {memory['Pss'] / 1000:6.1f} MB,"
        f" {server.threads()} threads, {server.connections()} connections",
        flush=True,
    )


def main():
    """Play for some minutes, then fold everything again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--viewers", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--workers", type=int, default=1, help="processes that serve")
    options = parser.parse_args()
    with data_folder() as data:
        environment = surroundings(data)
        tables = people(environment, tables=options.tables, viewers=options.viewers)["tables"]
        database = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
        print(
            f"{options.tables} tables, {options.viewers} viewers each, {options.workers} processes,"
            f" {database}; {busy()}",
            flush=True,
        )
        command = ("manage.py", "up")
        if options.workers > 1:
            command = several(options.workers)
            subprocess.run(
                [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"],
                env=environment,
                check=True,
            )
        with serving(environment, command) as server:
            good = asyncio.run(run(server, tables, options))
            status, said = server.command("check_ledger")
        print(f"check_ledger: {said.strip()}; {busy()}")
    sys.exit(0 if good and not status else 1)


if __name__ == "__main__":
    main()
