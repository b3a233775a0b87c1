"""What a request costs each part of a server of one to four processes: `python -m
benchmarks.processes`.

    DATABASE_URL=postgres://... REDIS_URL=redis://... python -m benchmarks.processes

The pages of `benchmarks.crowds` and the same load. Beside the rate stands the processor's time of
an answer: of the web processes, of PostgreSQL's connections and of Redis, all on this computer. On
few cores the rate does not show what more processes gain; the times show which part ends first.
The database must be empty.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.crowds import MEMBERS, asked  # noqa: E402
from benchmarks.figures import busy  # noqa: E402
from benchmarks.loopback import data_folder, made, serving, several, surroundings  # noqa: E402


def seconds_of(pids):
    """Return the CPU seconds of processes by their number; those that have ended are left out."""
    found = {}
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def backends():
    """Return the processes of PostgreSQL that serve this database."""
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in rows]


def redis_process():
    """Return the process of Redis."""
    import redis

    return redis.Redis.from_url(os.environ["REDIS_URL"]).info("server")["process_id"]


def measure(server, name, path, cookies, seconds):
    """Ask for a page and print what an answer costs each part."""
    asyncio.run(asked(server.port, path, cookies, 2, False))
    databases, queue = backends(), redis_process()
    before = server.seconds(), seconds_of(databases), seconds_of([queue])
    began = time.monotonic()
    lines = asyncio.run(asked(server.port, path, cookies, seconds, False))
    took = time.monotonic() - began - 0.3
    after = seconds_of(databases), seconds_of([queue])
    web = server.seconds() - before[0]
    rest = [
        sum(now[pid] - then.get(pid, 0) for pid in now)
        for then, now in zip(before[1:], after, strict=True)
    ]
    answers = sum(line.answers for line in lines)
    statuses = set().union(*(line.statuses for line in lines))
    assert statuses == {200}, statuses
    cost = " / ".join(f"{1000 * one / answers:.2f}" for one in (web, *rest))
    print(
        f"{name:22} {answers / took:6.0f} a second, ms of CPU in web / PostgreSQL / Redis {cost},"
        f" {server.connections()} connections; {busy()}",
        flush=True,
    )


def main():
    """Print a line for each number of processes and page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--lines", type=int, default=8)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 3, 4])
    options = parser.parse_args()
    with data_folder() as data:
        environment = surroundings(
            data, DJANGO_SETTINGS_MODULE="chouette.settings", REDIS_URL=os.environ["REDIS_URL"]
        )
        found = made(environment, "benchmarks.crowds", "--build")
        subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
        )
        members = [found["members"][n % MEMBERS] for n in range(options.lines)]
        for number in options.processes:
            print(f"{number} processes", flush=True)
            with serving(environment, several(number)) as server:
                for who, cookies in (("guests", [""] * options.lines), ("members", members)):
                    for name, path in found["pages"].items():
                        measure(server, f"{who}, {name}", path, cookies, options.seconds)


if __name__ == "__main__":
    main()
