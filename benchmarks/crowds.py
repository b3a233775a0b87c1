"""How many requests a second three public pages answer: `python -m benchmarks.crowds`.

It makes an event of 200 players after nine rounds, a leaderboard of 200 players and a running
table, serves them with `up`, and lets eight connections ask for each page as fast as it answers: as
guests, and as members who are signed in. With `--writes` somebody changes something that many times
a second meanwhile: what is kept is good for one state of the database only. The load runs on the
same computer, so that the server's own CPU time for each answer is printed beside the rate. `--of`
takes one page, `--plain` asks for answers that are not compressed.
"""

import argparse
import asyncio
import json
import re
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.figures import busy  # noqa: E402
from benchmarks.loopback import HOST, data_folder, made, serving, surroundings  # noqa: E402

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
PLAYERS = 200
AT_A_TABLE = 10
GAMES = 10
GAME = "game\nall double\nbox takes all\nteam wins\n"
MEMBERS = 16


def build():
    """Make what is asked for, in the configured database; print the addresses and cookies."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from benchmarks.event_page import build as event_build
    from benchmarks.people import people_create, sign_in, table_create
    from games.models import User
    from games.sessions.services.csn import csn_import

    event = event_build()
    club = event.club
    options = argparse.Namespace(
        players=5, scorers=1, viewers=0, seated=0, links=0, rules="canberra"
    )
    table = table_create(club, 1, options)
    olga = User.objects.create_superuser("olga@bench.example", name="Olga")
    for first in range(1, PLAYERS, AT_A_TABLE):
        seats = [f"Player Number {first + seat}" for seat in range(AT_A_TABLE)]
        order = ", ".join(f'"{name}"' for name in seats)
        text = f'[Players "{", ".join(seats)}"]\norder {order}\n' + GAME * GAMES
        csn_import(club=club, by=olga, text=text)
    call_command("leaderboard_rebuild", verbosity=0)
    call_command("ratings_rebuild", verbosity=0)
    members = sign_in(people_create(club, "player", [f"member-{n}" for n in range(MEMBERS)]))
    pages = {
        "event": f"/events/{event.public_id}/",
        "leaderboard": f"/clubs/{club.slug}/leaderboard/",
        "table": f"/sessions/{table['id']}/table/",
    }
    print(json.dumps({"pages": pages, "members": members}))


class Line(asyncio.Protocol):
    """A connection that asks for one page again and again; it reads no more than it must."""

    def __init__(self, request, over):
        self.request = request
        self.over = over
        self.answers = self.bytes = 0
        self.missing = None
        self.head = b""
        self.statuses = set()

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data):
        if self.missing is None:
            self.head += data
            head, mark, rest = self.head.partition(b"\r\n\r\n")
            if not mark:
                return
            self.statuses.add(int(head[9:12]))
            self.missing, self.head = int(LENGTH.search(head).group(1)), b""
            self.bytes = self.missing
            data = rest
        self.missing -= len(data)
        if self.missing > 0:
            return
        self.missing = None
        self.answers += 1
        if time.monotonic() < self.over:
            self.transport.write(self.request)
        else:
            self.transport.close()


async def asked(port, path, cookies, seconds, plain):
    """Ask for one page over as many connections as there are cookies; return the lines."""
    over = time.monotonic() + seconds
    lines = []
    for cookie in cookies:
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nAccept-Language: en\r\n"
            f"Accept-Encoding: {'identity' if plain else 'gzip'}\r\n"
            + (f"Cookie: sessionid={cookie}\r\n" if cookie else "")
            + "\r\n"
        )
        line = Line(request.encode(), over)
        lines.append(line)
        await asyncio.get_running_loop().create_connection(lambda line=line: line, HOST, port)
    while time.monotonic() < over:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)
    return lines


def writing(environment, writes, stop):
    """Change a row of the database some times a second, from another process's connection."""
    import sqlite3

    database = sqlite3.connect(Path(environment["CHOUETTE_DATA"]) / "chouette.sqlite3", timeout=20)
    while not stop.wait(1 / writes):
        with database:
            database.execute("UPDATE games_season SET name = name")
            database.execute("UPDATE games_club SET created_at = created_at")
    database.close()


def main():
    """Print a line for each page and kind of reader."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--lines", type=int, default=8)
    parser.add_argument("--writes", type=float, default=0)
    parser.add_argument("--of", choices=["event", "leaderboard", "table"])
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    if options.build:
        build()
        return
    with data_folder() as data:
        environment = surroundings(data, DJANGO_SETTINGS_MODULE="chouette.settings")
        found = made(environment, "benchmarks.crowds", "--build")
        print(f"{options.lines} connections, {options.writes:g} writes a second; {busy()}")
        with serving(environment) as server:
            stop = threading.Event()
            if options.writes:
                threading.Thread(
                    target=writing, args=(environment, options.writes, stop), daemon=True
                ).start()
            for who, cookies in (
                ("guests", [""] * options.lines),
                ("members", [found["members"][n % MEMBERS] for n in range(options.lines)]),
            ):
                for name, path in found["pages"].items():
                    if options.of in (None, name):
                        measure(server, who, name, path, cookies, options)
            stop.set()


def measure(server, who, name, path, cookies, options):
    """Warm the page up, ask for it, and print what came of it."""
    asyncio.run(asked(server.port, path, cookies, 2, options.plain))
    began, work = time.monotonic(), server.seconds()
    lines = asyncio.run(asked(server.port, path, cookies, options.seconds, options.plain))
    took, work = time.monotonic() - began - 0.3, server.seconds() - work
    answers = sum(line.answers for line in lines)
    statuses = set().union(*(line.statuses for line in lines))
    assert statuses == {200}, statuses
    print(
        f"{who:8} {name:12} {answers / took:7.0f} a second, {1000 * work / answers:6.2f} ms of CPU"
        f" each, {lines[0].bytes / 1024:5.1f} kB; {busy()}",
        flush=True,
    )


if __name__ == "__main__":
    main()
